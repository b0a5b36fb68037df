import TransitionTables

/// The requests of one call and their scripted answers, in order.
struct CaseExchange {
  let script: [ClientCase.Reply]
  private var next = 0
  var requests: [WireRequest] = []
  var rows: [String] = []
  var problems: [String] = []
  /// The exception that the script answered with last.
  var exception: String?

  init(script: [ClientCase.Reply]) { self.script = script }

  /// Follows the client from its first row until it answers the app.
  /// - Returns: the message to the app; nil where the call does not return.
  mutating func run(
    from first: Interpreter.Firing, in session: inout CaseSession
  ) throws(Interpreter.Fault) -> Int? {
    let model = session.model
    var firing = first
    for _ in 0..<64 {
      rows.append(model.rows[firing.row].fullID)
      session.valuation = firing.valuation
      guard let sent = model.rows[firing.row].sends else { return nil }
      guard model.messages[sent].receiver != nil else { return sent }
      guard let delivery = answer(to: sent, model.rows[firing.row].carries, in: &session) else {
        return nil
      }
      let taken = try session.interpreter.deliver(
        delivery.message, fields: delivery.fields, to: session.valuation)
      guard let taken else {
        problems.append("no row receives \(model.messages[delivery.message].name)")
        return nil
      }
      firing = taken
    }
    problems.append("the client goes on asking")
    return nil
  }

  private mutating func answer(
    to message: Int, _ carries: [String: String], in session: inout CaseSession
  ) -> (message: Int, fields: [Int: Int])? {
    let model = session.model
    let name = model.messages[message].name
    let request = CaseRequest(
      codec: session.codec, message: message, valuation: session.valuation, carries: carries,
      memory: session.memory
    ).request
    requests.append(request)
    guard next < script.count, script[next].operation == name else {
      let awaited = next < script.count ? "the script awaits \(script[next].operation)" : nil
      problems.append(
        "the client sends \(name), where \(awaited ?? "the script awaits no request")")
      return nil
    }
    compare(request, script[next].expects)
    let reply = CaseReply(codec: session.codec, operation: name, returns: script[next].returns)
    next += 1
    exception = reply.exception
    let answer = reply.message(&session.memory)
    if answer == nil { problems.append("\(name) has no answer of that kind in the table") }
    return answer
  }

  /// What the script still awaits when the call has come back.
  mutating func finish() {
    guard problems.isEmpty else { return }
    for reply in script[next...] {
      problems.append("the script awaits \(reply.operation), which the client does not send")
    }
  }

  // MARK: Fields

  private mutating func compare(_ request: WireRequest, _ expected: [LocatedNode.Entry]) {
    for entry in expected {
      let name = "\(request.operation).\(entry.key)"
      if let members = entry.value.entries {
        // A mapping has these members and no others.
        let wanted = CaseMemory.texts(entry.value)
        let prefix = "\(entry.key)."
        let actual = request.fields.filter { $0.key.hasPrefix(prefix) }
        for member in members where actual[prefix + member.key] == nil {
          problems.append("\(name) lacks \(member.key)")
        }
        for (key, value) in actual.sorted(by: { $0.key < $1.key }) {
          let member = String(key.dropFirst(prefix.count))
          guard wanted[member] != value else { continue }
          problems.append(
            "\(name).\(member) is \(value); expected \(wanted[member] ?? "none of it")")
        }
        continue
      }
      let actual = request.fields[entry.key]
      if entry.value.isNull {
        let isThere = request.fields.keys.contains {
          $0 == entry.key || $0.hasPrefix("\(entry.key).")
        }
        if isThere {
          problems.append("\(request.operation) has \(entry.key), which must be absent")
        }
      } else if let actual {
        // What the client makes by cryptography is there or not; its text is nobody's.
        guard actual != CaseRequest.made, actual != entry.value.text else { continue }
        problems.append("\(name) is \(actual); expected \(entry.value.text ?? "")")
      } else {
        problems.append(
          "\(request.operation) has no \(entry.key); expected \(entry.value.text ?? "")")
      }
    }
  }
}
