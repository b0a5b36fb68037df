import MeansSearch
import TransitionTables

/// The part that a second factor has in the run of an attack.
package enum SecondFactor: String, Sendable {
  /// There is no sign-in: an app is signed in already, or an administrator acts.
  case noSignIn
  /// No sign-in before the outcome asks for more than one proof.
  case notAsked
  /// A sign-in asks for a second proof, which the outsider holds by then.
  case answered
  /// A sign-in makes the outsider set up a factor of their own.
  case setUp

  /// - Parameters:
  ///   - way: the steps of the outsider, up to the outcome.
  ///   - graph: the graph of the pool.
  init(of way: [MeansGraph.Step], in graph: MeansGraph) {
    self = .noSignIn
    guard let attempt = graph.model.attempt else { return }
    var proofs: UInt32 = 0
    for step in way {
      guard let action = graph.call(Int(step.label)).action else { continue }
      if attempt.begins.contains(action) {
        proofs = 0
      } else if !attempt.continues.contains(action) {
        continue
      }
      proofs |= step.needs & ~graph.help
      let isOwnFactor = graph.means(step.gives).contains { $0.factor == .possession }
      if isOwnFactor || self == .setUp {
        self = .setUp
      } else {
        self = proofs.nonzeroBitCount > 1 || self == .answered ? .answered : .notAsked
      }
    }
  }

  /// The second factor's part in the run, as a sentence.
  package var sentence: String {
    switch self {
    case .noSignIn: "No sign-in is needed."
    case .notAsked: "No second factor stands in the way."
    case .answered: "A second factor is asked for, and answered with what the outsider holds then."
    case .setUp: "A second factor is asked for, and the outsider sets up one of their own."
    }
  }
}

extension MeansAnalysis {
  /// The advice after an administrator's help that leaves no second factor.
  static let factorAnew =
    "The account asks for no second factor any more: have the user set one up anew at once."

  /// Whether a way back no longer asks for a second factor, for a user who has lost a possession,
  /// such as a telephone, and was asked for one before the loss.
  func drops(
    _ factor: SecondFactor, of start: Int, losing set: UInt32
  ) throws(CommandFailure) -> Bool {
    let isHad = graph.means(set).contains { $0.factor == .possession }
    guard factor == .notAsked, isHad else { return false }
    let held = graph.kept(losing: 0)
    return try near(start, holding: held) { near, start throws(CommandFailure) -> Bool? in
      let walk = MeansWalk(near.graph, from: [start.state], holding: held)
      if let way = walk.way { return SecondFactor(of: way, in: near.graph) == .answered }
      let isWhole = near.graph.explored.exploration.completeness == .complete
      return isWhole || near.graph.stateCount >= Lockouts.mostShown ? false : nil
    }
  }
}
