import Findings
import Synchronization
import Testing

/// Generates variants of one pool: the same documents with other values for some parameters.
///
/// The simplest choice for each parameter is the pool's own value, so that a failing variant is
/// shrunk towards the pool that the documents describe. Configurations that the service would
/// refuse are never made.
public struct PoolGenerator: Sendable {
  /// The table has no parameter of this name.
  public struct UnknownParameter: Error, CustomStringConvertible {
    /// The error, with the nearest name that exists.
    public var description: String
  }

  /// The known results: whether given values, laid over the documents, make a legal pool.
  private final class Legality: Sendable {
    let known = Mutex<[[String: Int]: Bool]>([:])
  }

  private let question: PoolQuestion
  private let answers: PoolAnswers
  private let parameters: [PoolParameter]
  private let varied: [PoolParameter]
  private let legality = Legality()

  /// Creates a generator for the pool of some documents.
  ///
  /// - Parameters:
  ///   - paths: the documents, relative to the folder of the test's file or else to the working
  ///     directory.
  ///   - parameters: the names of the parameters that vary, such as `mfa` and `mfaMethods`.
  ///   - file: the path of the test's own file.
  /// - Throws: `PoolUnderTest.NoAnswer` where a document cannot be read, or ``UnknownParameter``.
  public init(
    _ paths: String..., varying parameters: [String], nextTo file: String = #filePath
  ) throws {
    let resolved = paths.map { PoolTrait.resolved($0, nextTo: file) }
    try self.init(asking: PoolQuestion(paths: resolved), varying: parameters)
  }

  /// Creates a generator for a pool that is given as text.
  public init(text: String, file: String = "the pool", varying parameters: [String]) throws {
    try self.init(asking: PoolQuestion(paths: [file], text: text), varying: parameters)
  }

  init(
    asking question: PoolQuestion, of answers: PoolAnswers = .ofProgram, varying names: [String]
  ) throws {
    (self.question, self.answers) = (question, answers)
    let about = question.about(.parameters(varying: names))
    guard case .parameters(let parameters) = try answers.answer(to: about) else {
      throw PoolUnderTest.NoAnswer(complaints: ["the program names no parameters"])
    }
    self.parameters = parameters
    varied = try names.map { name in
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        let near = answers.suggestion(for: name, among: parameters.map(\.name))
        throw UnknownParameter(
          description: "there is no parameter `\(name)`" + (near.map { "; \($0)" } ?? ""))
      }
      return parameter
    }
  }

  /// The pool as the documents describe it.
  var base: GeneratedPool { made([:]) }

  /// The pool that some choices generate; nil where the service would refuse it.
  public func pool(from source: inout ChoiceSource) -> GeneratedPool? {
    let values = values(from: &source)
    prepare([values])
    return legality.known.withLock { $0[values] } == true ? made(values) : nil
  }

  /// Determines in one call which of many lists of choices generate a legal pool.
  func prepare(choices: [[UInt64]]) {
    prepare(
      choices.map { choices in
        var source = ChoiceSource(replaying: choices)
        return values(from: &source)
      })
  }

  private func prepare(_ drawn: [[String: Int]]) {
    let known = legality.known.withLock { $0 }
    var asked: [[String: Int]] = []
    for values in drawn where known[values] == nil && !asked.contains(values) {
      asked.append(values)
    }
    guard !asked.isEmpty else { return }
    do {
      guard case .legality(let all) = try answers.answer(to: question.about(.legality(of: asked)))
      else { return }
      legality.known.withLock { known in
        for (values, isLegal) in zip(asked, all) { known[values] = isLegal }
      }
    } catch {
      Issue.record(error)
    }
  }

  /// The values that some choices give to parameters, where they differ from the documents.
  func values(from source: inout ChoiceSource) -> [String: Int] {
    var values: [String: Int] = [:]
    for parameter in varied {
      // The documents' own value comes first; nil means that they leave the parameter open.
      let own = parameter.own?.code
      let others = parameter.values.map(\.code).filter { $0 != own }
      let chosen = source.element(of: [own] + others.map(Optional.some)) ?? own
      if chosen != own { values[parameter.name] = chosen }
    }
    return values
  }

  private func made(_ values: [String: Int]) -> GeneratedPool {
    var question = question
    question.closed.merge(values) { $1 }
    let changed = varied.filter { values[$0.name] != nil }
    var texts: [String: String] = [:]
    for parameter in parameters { texts[parameter.name] = parameter.own?.text }
    for parameter in changed {
      texts[parameter.name] = parameter.values.first { $0.code == values[parameter.name] }?.text
    }
    return GeneratedPool(question: question, answers: answers, changed: changed, texts: texts)
  }
}

/// A legal pool made by a ``PoolGenerator``.
public struct GeneratedPool: Sendable, CustomStringConvertible {
  let question: PoolQuestion
  let answers: PoolAnswers
  /// The parameters whose values differ from the documents.
  let changed: [PoolParameter]
  /// The values of all parameters that have one, as a pool file writes them.
  let texts: [String: String]

  /// The value of a parameter as a pool file writes it; nil where no such parameter exists or the
  /// pool leaves it open.
  public subscript(parameter: String) -> String? { texts[parameter] }

  /// The differences from the documents: `mfa = required, mfaMethods = {sms}`.
  public var description: String {
    let parts = changed.map { "\($0.name) = \(texts[$0.name] ?? "")" }
    return parts.isEmpty ? "the pool as it is" : parts.joined(separator: ", ")
  }

  /// Explores the pool, see ``PoolUnderTest``.
  /// - Throws: `PoolUnderTest.NoAnswer` where it cannot be explored.
  public func explored() throws -> PoolUnderTest {
    try PoolUnderTest(asking: question, of: answers)
  }

  /// The place in the documents of a parameter that differs, or else the first line of the first
  /// document.
  var place: Testing.SourceLocation {
    let place = changed.compactMap(\.place).first
    return PoolUnderTest.testing(place, in: question.paths)
  }
}
