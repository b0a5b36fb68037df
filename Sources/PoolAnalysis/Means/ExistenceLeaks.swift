import SignIn
import TransitionTables

/// Finds calls of a person without means that have different answers for a user and for a name
/// without an account.
struct ExistenceLeaks {
  private let analysis: MeansAnalysis
  /// The largest number of consecutive calls.
  static let mostCalls = 2

  init(_ analysis: MeansAnalysis) { self.analysis = analysis }

  /// The answer of a step, and its target.
  private struct Reply {
    var answer: String
    var target: Int
  }

  /// A call, with its text in scenarios and its words for readers.
  private struct Call: Hashable {
    var text: String
    var words: String
    var action: Int
    var inputs: [Int]
  }

  /// Returns the replies to the calls that need no means.
  private func replies(_ state: Int) -> [(call: Call, reply: Reply)] {
    let (graph, model) = (analysis.graph, analysis.model)
    let wording = TraceWording(model: model)
    var found: [(call: Call, reply: Reply)] = []
    graph.graph.forEachEdge(from: state) { target, label in
      let call = graph.call(label)
      guard let action = call.action, model.actions[action].isBy(.app),
        graph.needs(label, in: state) == 0
      else { return }
      let answer = graph.answer(label).map { model.text(of: $0) } ?? "no answer"
      let own = Call(
        text: model.actionText(action, inputs: call.inputs),
        words: wording.shortCall(action, call.inputs), action: action, inputs: call.inputs)
      found.append((own, Reply(answer: answer, target: target)))
    }
    return found
  }

  /// Returns the shortest calls that distinguish a record from no account, with both answers; nil
  /// where none do.
  private func experiment(_ none: Int, _ user: Int) -> (calls: [Call], String, String)? {
    var rounds = [(none: none, user: user, calls: [Call]())]
    for _ in 0..<Self.mostCalls {
      var next: [(none: Int, user: Int, calls: [Call])] = []
      for place in rounds {
        let known = replies(place.none)
        for (call, reply) in replies(place.user) {
          // A call with several outcomes is skipped: a difference could be chance.
          let own = known.filter { $0.call == call }
          guard own.count == 1, let other = own.first?.reply else { continue }
          if other.answer != reply.answer {
            return (place.calls + [call], other.answer, reply.answer)
          }
          if other.target != place.none || reply.target != place.user, next.count < 100 {
            next.append((other.target, reply.target, place.calls + [call]))
          }
        }
      }
      rounds = next
    }
    return nil
  }

  func found(_ scope: AnswerScope) -> [Attacks.Leak] {
    let graph = analysis.graph
    guard let none = (0..<graph.graph.initialCount).first else { return [] }
    struct Key: Hashable {
      var calls: [Call]
      var without: String
      var with: String
    }
    var order: [Key] = []
    var starts: [Key: [Int]] = [:]
    for (number, start) in analysis.starts.enumerated() {
      guard let (calls, without, with) = experiment(none, start.state) else { continue }
      let key = Key(calls: calls, without: without, with: with)
      if starts[key] == nil { order.append(key) }
      starts[key, default: []].append(number)
    }
    return order.compactMap { key in
      let calls = key.calls.map(\.text)
      return scope.users(.leak(calls), starts[key] ?? []).map { users in
        Attacks.Leak(
          calls: calls, words: key.calls.map(\.words),
          acts: key.calls.map { ($0.action, $0.inputs) }, withoutAccount: key.without,
          withAccount: key.with, who: users.who, records: users.records, starts: users.starts)
      }
    }
  }
}
