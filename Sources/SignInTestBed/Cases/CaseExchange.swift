import TransitionTables

/// The requests of one call and their scripted answers, in order.
struct CaseExchange {
  let script: [ClientCase.Reply]
  let interpreter: Interpreter
  let codec: WireCodec
  private(set) var requests: [WireRequest] = []
  private(set) var firings: [Interpreter.Firing] = []
  private(set) var problems: [String] = []
  /// The exception of the script's last answer.
  private(set) var exception: String?

  /// Runs the client from its first row until it answers the app, or stops.
  mutating func run(
    from first: Interpreter.Firing, _ memory: inout CaseMemory
  ) throws(Interpreter.Fault) {
    let model = interpreter.model
    var next: Interpreter.Firing? = first
    while let firing = next {
      firings.append(firing)
      guard firings.count <= 64 else { return problems.append("the client goes on asking") }
      guard let sent = model.rows[firing.row].sends, model.messages[sent].receiver != nil else {
        break
      }
      guard let delivery = answer(to: sent, of: firing, &memory) else { return }
      next = try interpreter.deliver(
        delivery.message, fields: delivery.fields, to: firing.valuation)
      if next == nil {
        return problems.append("no row receives \(model.messages[delivery.message].name)")
      }
    }
    guard problems.isEmpty else { return }
    problems = script[requests.count...].map {
      "the script awaits \($0.operation), which the client does not send"
    }
  }

  private mutating func answer(
    to message: Int, of firing: Interpreter.Firing, _ memory: inout CaseMemory
  ) -> (message: Int, fields: [Int: Int])? {
    let next = requests.count
    let request = WireRequest(
      message, firing.valuation, carries: interpreter.model.rows[firing.row].carries, of: memory,
      by: codec)
    requests.append(request)
    let name = request.operation
    guard next < script.count, script[next].operation == name else {
      let awaited = next < script.count ? "the script awaits \(script[next].operation)" : nil
      problems.append(
        "the client sends \(name), where \(awaited ?? "the script awaits no request")")
      return nil
    }
    compare(request, script[next].expects)
    let reply = CaseReply(codec: codec, operation: name, returns: script[next].returns)
    exception = reply.exception
    let answer = reply.message(&memory)
    if answer == nil { problems.append("\(name) has no answer of that kind in the table") }
    return answer
  }

  private mutating func compare(_ request: WireRequest, _ expected: [LocatedNode.Entry]) {
    let name = request.operation
    for (key, wanted) in expected.flatMap({ wanted(of: $0, in: request) }) {
      switch (request.fields[key], wanted) {
      case (nil, let wanted?): problems.append("\(name) has no \(key); expected \(wanted)")
      case (_?, nil): problems.append("\(name) has \(key), which must be absent")
      // A text that the client makes by cryptography is only checked for presence, not for its
      // value.
      case (let actual?, let wanted?) where actual != wanted && actual != WireRequest.made:
        problems.append("\(name).\(key) is \(actual); expected \(wanted)")
      default: continue
      }
    }
  }

  /// The fields that a case states, each with its text, or nil where it must be absent. A mapping
  /// must have exactly the stated members.
  private func wanted(
    of entry: LocatedNode.Entry, in request: WireRequest
  ) -> [(key: String, text: String?)] {
    let text = { (node: LocatedNode) in node.isNull ? nil : node.text }
    let members = (entry.value.entries ?? []).map { ("\(entry.key).\($0.key)", text($0.value)) }
    let parts = request.fields.keys.filter { $0.hasPrefix("\(entry.key).") }.sorted()
    let others = parts.filter { part in !members.contains { $0.0 == part } }
      .map { ($0, nil as String?) }
    guard entry.value.entries == nil else { return members + others }
    return [(entry.key, text(entry.value))] + (entry.value.isNull ? others : [])
  }
}
