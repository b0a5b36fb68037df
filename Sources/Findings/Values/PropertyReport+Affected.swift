extension PropertyReport {
  /// The users affected by a finding: the acts that lead there, and the outcome, such as “users
  /// after signUp, confirmSignUp: signIn → mfaMethodNotFound”. Nil if the configuration alone shows
  /// the failure.
  var affected: String? {
    guard let trace, !trace.isEmpty else { return nil }
    var acts: [(name: String, count: Int)] = []
    for step in trace {
      let isOwn = TraceStepReport.Actor(rawValue: step.actor) != nil
      let name = isOwn ? String(step.callName) : "\(step.callName) (\(step.actor))"
      if let last = acts.last, last.name == name {
        acts[acts.count - 1].count += 1
      } else {
        acts.append((name, 1))
      }
    }
    let names = acts.map { $0.count == 1 ? $0.name : "\($0.name) \($0.count) times" }
    let way = "users after \(names.joined(separator: ", "))"
    guard let end = refusal.last ?? trace.last, let outcome = end.outcome else { return way }
    return refusal.isEmpty
      ? "\(way) → \(outcome)" : "\(way): \(end.callName) → \(outcome)"
  }
}
