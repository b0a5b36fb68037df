import TransitionTables

/// Compares what the app received with what a step expects, as far as the step states it.
struct CaseJudge {
  let model: Model
  /// The message to the app; nil where the call does not return.
  let answer: Int?
  /// The value of every slot when it came.
  let valuation: [Int]
  let memory: CaseMemory
  /// The exception that the script answered with last.
  let exception: String?

  /// The kinds of AuthError; every other error of the table is of the kind `service`, with its name
  /// underneath.
  static let kinds = [
    "configuration", "invalidState", "notAuthorized", "service", "signedOut", "unknown",
    "validation",
  ]

  private var name: String { answer.map { model.messages[$0].name } ?? "nothing" }
  /// The message as a text for complaints.
  private var received: String { answer == nil ? "nothing, the call does not return" : name }

  func compare(_ step: ClientCase.Step, into report: inout CaseReport) {
    for expectation in step.scripted.expectation { compare(expectation, &report) }
    if let error = step.error { compareError(error, &report) }
    for entry in step.receives {
      guard let path = CaseMemory.received[entry.key] else {
        compareInfo(entry.value, &report)
        continue
      }
      compare("the app receives", entry, memory[keyPath: path], &report)
    }
    for entry in step.keeps {
      guard let path = CaseMemory.kept[entry.key] else { continue }
      compare("the client keeps", entry, memory[keyPath: path], &report)
    }
  }

  /// A kind of message with its name, a field of it with its value, or nothing.
  private func compare(_ expectation: Scenario.Expectation, _ report: inout CaseReport) {
    let wanted = expectation.value.text ?? ""
    if expectation.key == "nothing" {
      guard (wanted == "true") != (answer == nil) else { return }
      return report.differ("the app receives \(received)")
    }
    let message = answer.map { model.messages[$0] }
    if model.messages.contains(where: { $0.kind == expectation.key }) {
      guard message?.kind != expectation.key || name != wanted else { return }
      return report.differ("the app receives \(received); expected \(wanted)")
    }
    let slot = message?.fields.first { model.slots[$0].name == "\(name).\(expectation.key)" }
    guard let slot else { return report.differ("\(received) has no \(expectation.key)") }
    let value = try? model.value(expectation.value, for: slot)
    guard value != valuation[slot] else { return }
    let expected = value.map { model.text(of: $0, in: slot) } ?? wanted
    report.differ(
      "\(expectation.key) is \(model.text(of: valuation[slot], in: slot)); expected \(expected)")
  }

  // MARK: Errors

  /// An error, or one of several.
  private func compareError(_ node: LocatedNode, _ report: inout CaseReport) {
    let alternatives = node.elements ?? [node]
    let faults = alternatives.map(faults)
    if !faults.contains([]) {
      report.differ(faults.map { $0.joined(separator: " and ") }.joined(separator: "; or "))
    }
    // The table has no texts of errors.
    report.textsNotCompared += alternatives.map { one in
      ["message", "recoverySuggestion"].count { one[$0] != nil }
    }.reduce(0, +)
  }

  private func faults(of node: LocatedNode) -> [String] {
    guard let answer, model.messages[answer].kind == "error" else {
      return ["the app receives \(received); expected an error"]
    }
    var faults: [String] = []
    let isKind = Self.kinds.contains(name)
    let kind = isKind ? name : "service"
    let underlying = isKind ? exception : name
    if let wanted = node["kind"]?.text, wanted != kind {
      let below = isKind ? "" : " with \(name)"
      faults.append("the error is \(kind)\(below); expected \(wanted)")
    }
    if let wanted = node["underlying"]?.text, wanted != underlying {
      faults.append("under the error is \(underlying ?? "nothing"); expected \(wanted)")
    }
    return faults
  }

  // MARK: Texts

  private func compare(
    _ what: String, _ entry: LocatedNode.Entry, _ actual: String?, _ report: inout CaseReport
  ) {
    let wanted = entry.value.isNull ? nil : entry.value.text
    guard actual != wanted else { return }
    report.differ("\(what) \(entry.key) \(actual ?? "nil"); expected \(wanted ?? "nil")")
  }

  private func compareInfo(_ node: LocatedNode, _ report: inout CaseReport) {
    let wanted = CaseMemory.texts(node)
    guard memory.parameters != wanted else { return }
    let pairs = memory.parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    report.differ("additionalInfo is {\(pairs.joined(separator: ", "))}")
  }
}

extension LocatedNode {
  /// A mapping without entries.
  static let empty = LocatedNode(.mapping([]), at: SourceLocation(file: ""))
}
