/// A cache of answers: each question is worked out once.
final class Remembered<Question: Hashable, Answer> {
  private var answers: [Question: Answer] = [:]

  /// Returns the answer to a question; calls `work` the first time.
  func callAsFunction(_ question: Question, _ work: () -> Answer) -> Answer {
    if let known = answers[question] { return known }
    let answer = work()
    answers[question] = answer
    return answer
  }
}
