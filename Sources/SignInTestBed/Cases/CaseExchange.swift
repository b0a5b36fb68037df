import TransitionTables

/// The requests of one call and their scripted answers, in order.
struct CaseExchange {
  let script: [ClientCase.Reply]
  let interpreter: Interpreter
  let codec: WireCodec
  private(set) var requests: [WireRequest] = []
  private(set) var firings: [Interpreter.Firing] = []
  private(set) var problems: [String] = []
  /// The exception that the script answered with last.
  private(set) var exception: String?

  init(script: [ClientCase.Reply], interpreter: Interpreter, codec: WireCodec) {
    (self.script, self.interpreter, self.codec) = (script, interpreter, codec)
  }

  /// Follows the client from its first row until it answers the app, or does not go on.
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
    for entry in expected {
      let actual = request.fields[entry.key]
      let parts = request.fields.filter { $0.key.hasPrefix("\(entry.key).") }
      let wanted = entry.value.text ?? ""
      if let members = entry.value.entries {
        // A mapping has these members and no others.
        for member in members where parts["\(entry.key).\(member.key)"] == nil {
          problems.append("\(name).\(entry.key) lacks \(member.key)")
        }
        let texts = CaseMemory.texts(entry.value)
        for (key, value) in parts.sorted(by: { $0.key < $1.key }) {
          let wanted = texts[String(key.dropFirst(entry.key.count + 1))]
          guard wanted != value else { continue }
          problems.append("\(name).\(key) is \(value); expected \(wanted ?? "none of it")")
        }
      } else if entry.value.isNull {
        guard actual != nil || !parts.isEmpty else { continue }
        problems.append("\(name) has \(entry.key), which must be absent")
      } else if let actual {
        // What the client makes by cryptography is there or not; its text is nobody's.
        guard actual != WireRequest.made, actual != wanted else { continue }
        problems.append("\(name).\(entry.key) is \(actual); expected \(wanted)")
      } else {
        problems.append("\(name) has no \(entry.key); expected \(wanted)")
      }
    }
  }
}
