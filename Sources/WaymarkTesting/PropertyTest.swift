import Foundation
import Synchronization
public import Testing

/// Tests a property over generated pools.
///
/// ```swift
/// @Test func `nobody is asked for SMS without a phone number`() throws {
///   let pools = try PoolGenerator("our-pool.yaml", varying: ["mfa", "mfaMethods"])
///   try forEachPool(of: pools) { pool in
///     let explored = try pool.explored()
///     #expect(!explored.failingProperties.contains("mfa.phone-required"))
///   }
/// }
/// ```
///
/// The body fails where it records an issue or throws. The first pool that fails is simplified as
/// far as the failure allows, that is as near to the pool file as possible. It is recorded once, in
/// that file, with its differences and the line that runs it again: `WAYMARK_REPLAY` holds the
/// choices. Runs are the same every time, unless `WAYMARK_SEED` sets another seed.
///
/// - Parameters:
///   - generator: generates the pools.
///   - count: the number of legal pools to try.
///   - seed: the seed of the choices.
///   - sourceLocation: where an issue is recorded if no legal pool is generated.
///   - body: the property that must hold of each pool.
public func forEachPool(
  of generator: PoolGenerator, count: Int = 20, seed: UInt64 = 1,
  sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: (GeneratedPool) throws -> Void
) {
  let environment = ProcessInfo.processInfo.environment
  let run = PropertyRun(
    generator: generator, count: count,
    seed: environment["WAYMARK_SEED"].flatMap { UInt64($0) } ?? seed)
  let replayed = environment["WAYMARK_REPLAY"].map { text in
    text.split(separator: ".").compactMap { UInt64($0) }
  }
  switch run.outcome(replaying: replayed, body) {
  case .passed: break
  case .barren:
    Issue.record(
      "no legal pool could be made; vary other parameters", sourceLocation: sourceLocation)
  case .failed(let failure):
    Issue.record(
      Comment(rawValue: failure.text(test: Test.current?.name)),
      sourceLocation: failure.pool.place)
  }
}

/// One run of a property over generated pools.
struct PropertyRun {
  /// The outcome of a run.
  enum Outcome {
    case passed
    /// The service would refuse every generated pool.
    case barren
    case failed(Failure)
  }

  /// The simplest pool that fails.
  struct Failure {
    var pool: GeneratedPool
    var choices: [UInt64]
    /// The issues that the body recorded.
    var reasons: [String]
    /// The number of pools that were tried until one failed.
    var tried: Int

    func text(test: String?) -> String {
      let choices = choices.isEmpty ? "0" : self.choices.map(String.init).joined(separator: ".")
      let name = test.map { $0.filter { !"()`".contains($0) } }
      let filter = name.map { " --filter '\($0)'" } ?? ""
      let lines =
        ["a generated pool fails, after \(tried) tried: \(pool)"] + reasons.map { "  \($0)" }
        + ["again: WAYMARK_REPLAY=\(choices) swift test\(filter)"]
      return lines.joined(separator: "\n")
    }
  }

  let generator: PoolGenerator
  let count: Int
  let seed: UInt64

  /// - Parameter replayed: the choices of the one pool to try; nil for random pools.
  func outcome(replaying replayed: [UInt64]?, _ body: (GeneratedPool) throws -> Void) -> Outcome {
    if let replayed {
      guard let pool = pool(of: replayed) else { return .barren }
      let reasons = failures(of: pool, body)
      return reasons.isEmpty
        ? .passed
        : .failed(Failure(pool: pool, choices: replayed, reasons: reasons, tried: 1))
    }
    var tried = 0
    // Most draws from a narrow family are illegal; give up after twenty draws for each wanted pool.
    for attempt in 0..<max(count, 1) * 20 where tried < count {
      if attempt.isMultiple(of: max(count, 1)) { prepare(from: attempt) }
      var source = source(of: attempt)
      guard let pool = generator.pool(from: &source) else { continue }
      tried += 1
      guard !failures(of: pool, body).isEmpty else { continue }
      return .failed(simplest(source.choices, tried: tried, body))
    }
    return tried == 0 ? .barren : .passed
  }

  private func source(of attempt: Int) -> ChoiceSource {
    ChoiceSource(seed: seed &+ UInt64(attempt) &* 0x9E37_79B9)
  }

  /// Determines the legality of the next attempts in one call.
  private func prepare(from first: Int) {
    generator.prepare(
      choices: (first..<first + max(count, 1)).map { attempt in
        var source = source(of: attempt)
        _ = generator.values(from: &source)
        return source.choices
      })
  }

  private func pool(of choices: [UInt64]) -> GeneratedPool? {
    var source = ChoiceSource(replaying: choices)
    return generator.pool(from: &source)
  }

  private func simplest(
    _ choices: [UInt64], tried: Int, _ body: (GeneratedPool) throws -> Void
  ) -> Failure {
    let shrunk = ChoiceShrinker().shrunk(choices, preparing: generator.prepare) { candidate in
      pool(of: candidate).map { !failures(of: $0, body).isEmpty } ?? false
    }
    let simplest = pool(of: shrunk) ?? generator.base
    return Failure(
      pool: simplest, choices: shrunk, reasons: failures(of: simplest, body), tried: tried)
  }

  /// The reasons for which a pool fails: the issues that the body records, or the error that it
  /// throws.
  private func failures(
    of pool: GeneratedPool, _ body: (GeneratedPool) throws -> Void
  ) -> [String] {
    let reasons = Reasons()
    withKnownIssue(isIntermittent: true) {
      do {
        try body(pool)
      } catch {
        Issue.record("\(error)")
      }
    } when: {
      true
    } matching: { issue in
      reasons.all.withLock { $0.append(Self.text(of: issue)) }
      return true
    }
    return reasons.all.withLock { $0 }
  }

  private static func text(of issue: Issue) -> String {
    let comments = issue.comments.map(\.rawValue)
    return comments.isEmpty ? "\(issue)" : comments.joined(separator: " ")
  }

  private final class Reasons: Sendable {
    let all = Mutex<[String]>([])
  }
}
