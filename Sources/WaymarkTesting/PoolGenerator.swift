import Findings
import Synchronization
import Testing

/// Makes pools out of one pool: the same documents with other values for some parameters.
///
/// Each parameter keeps the pool's own value as its simplest choice, so that a pool that fails is
/// shrunk towards the pool that the documents describe. Configurations that the service would
/// refuse are never made.
public struct PoolGenerator: Sendable {
  /// A parameter that the table does not have.
  public struct UnknownParameter: Error, CustomStringConvertible {
    /// What is wrong, with the nearest name that there is.
    public var description: String
  }

  /// Which values, laid over the documents, make a pool that the service accepts.
  private final class Legality: Sendable {
    let known = Mutex<[[String: Int]: Bool]>([:])
  }

  private let question: PoolQuestion
  private let answers: PoolAnswers
  private let parameters: [PoolParameter]
  private let varied: [PoolParameter]
  private let legality = Legality()

  /// A generator of pools like the one of some documents.
  ///
  /// - Parameters:
  ///   - paths: relative to the folder of the test's file, or else to the working directory.
  ///   - parameters: the names of those that vary: `mfa`, `mfaMethods`.
  ///   - file: the test's own file.
  /// - Throws: `PoolUnderTest.NoAnswer` where a document cannot be read, ``UnknownParameter``.
  public init(
    _ paths: String..., varying parameters: [String], nextTo file: String = #filePath
  ) throws {
    let resolved = paths.map { PoolTrait.resolved($0, nextTo: file) }
    try self.init(asking: PoolQuestion(paths: resolved), varying: parameters)
  }

  /// A generator of pools like one that is given as text.
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

  /// The pool as the documents have it.
  var base: GeneratedPool { made([:]) }

  /// The pool that some choices make; nil where the service would refuse it.
  public func pool(from source: inout ChoiceSource) -> GeneratedPool? {
    let values = values(from: &source)
    prepare([values])
    return legality.known.withLock { $0[values] } == true ? made(values) : nil
  }

  /// Finds out of many lists of choices at once which of them make a legal pool.
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

  /// The values that some choices give to parameters, where they are not the documents' own.
  func values(from source: inout ChoiceSource) -> [String: Int] {
    var values: [String: Int] = [:]
    for parameter in varied {
      // First of all what the documents say, which may be that the parameter is open.
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

/// A legal pool that a ``PoolGenerator`` made.
public struct GeneratedPool: Sendable, CustomStringConvertible {
  let question: PoolQuestion
  let answers: PoolAnswers
  /// The parameters that differ from the documents.
  let changed: [PoolParameter]
  /// The values of all parameters that have one.
  let texts: [String: String]

  /// The value of a parameter as a pool file writes it; nil where there is no such parameter, and
  /// where the pool leaves it open.
  public subscript(parameter: String) -> String? { texts[parameter] }

  /// What differs from the documents: `mfa = required, mfaMethods = {sms}`.
  public var description: String {
    let parts = changed.map { "\($0.name) = \(texts[$0.name] ?? "")" }
    return parts.isEmpty ? "the pool as it is" : parts.joined(separator: ", ")
  }

  /// Explores it, see ``PoolUnderTest``.
  /// - Throws: `PoolUnderTest.NoAnswer` where it cannot be explored.
  public func explored() throws -> PoolUnderTest {
    try PoolUnderTest(asking: question, of: answers)
  }

  /// Where the documents set what is changed, else the first line of the first.
  var place: Testing.SourceLocation {
    let place = changed.compactMap(\.place).first
    return PoolUnderTest.testing(place, in: question.paths)
  }
}
