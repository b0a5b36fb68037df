import Findings
import Foundation
import Synchronization

/// A cache of answers about pools: tests in one process that ask the same question share an answer.
struct PoolAnswers: Sendable {
  /// The answers of the program `waymark`.
  static let ofProgram = PoolAnswers { question in
    try WaymarkProgram.found.get().answer(to: question)
  }

  private final class Known: Sendable {
    let answers = Mutex<[PoolQuestion: Result<PoolAnswer, any Error>]>([:])
  }

  private let known = Known()
  private let ask: @Sendable (PoolQuestion) throws -> PoolAnswer

  /// - Parameter ask: answers a question; called once for each.
  init(_ ask: @escaping @Sendable (PoolQuestion) throws -> PoolAnswer) { self.ask = ask }

  /// Returns the answer to a question.
  /// - Throws: `PoolUnderTest.NoAnswer` where there is none, `PoolUnderTest.Illegal`.
  func answer(to question: PoolQuestion) throws -> PoolAnswer {
    // The lock is held while the program works, so that concurrent tests start it once.
    let result = known.answers.withLock { answers in
      let result = answers[question] ?? Result { try ask(question) }
      answers[question] = result
      return result
    }
    switch try result.get() {
    case .failed(let complaints): throw PoolUnderTest.NoAnswer(complaints: complaints)
    case .illegal(let rules): throw PoolUnderTest.Illegal(rules: rules)
    case let answer: return answer
    }
  }

  /// The program's suggestion for a misspelt name: "did you mean `done`?"; nil where no name is
  /// near.
  func suggestion(for name: String, among names: [String]) -> String? {
    let question = PoolQuestion(paths: []).about(.nearest(to: name, among: names))
    guard case .nearest(let nearest?)? = try? answer(to: question) else { return nil }
    return "did you mean `\(nearest)`?"
  }
}
