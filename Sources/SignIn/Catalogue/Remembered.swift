/// Answers to what may be asked again, worked out once.
final class Remembered<Question: Hashable, Answer> {
  private var answers: [Question: Answer] = [:]

  /// The answer to a question; `work` finds it the first time.
  func callAsFunction(_ question: Question, _ work: () -> Answer) -> Answer {
    if let known = answers[question] { return known }
    let answer = work()
    answers[question] = answer
    return answer
  }
}
