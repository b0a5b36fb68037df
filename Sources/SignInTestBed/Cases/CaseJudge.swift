import TransitionTables

/// Compares what the app received with what a step expects: errors and texts, as far as the step
/// states them.
struct CaseJudge {
  /// The message that the app received; nil where the call does not return.
  let answer: Message?
  let memory: CaseMemory
  /// The exception of the script's last answer.
  let exception: String?

  func compare(_ step: ClientCase.Step, into report: inout CaseReport) {
    if let error = step.error { compareError(error, &report) }
    for entry in step.receives {
      if CaseMemory.receivedNames.contains(entry.key) {
        compare("the app receives", entry, memory.received(entry.key), &report)
      } else {
        compareInfo(entry.value, &report)
      }
    }
    for entry in step.keeps {
      compare("the client keeps", entry, memory.kept[entry.key], &report)
    }
  }

  /// Compares an error with the expected one, or with several alternatives.
  private func compareError(_ node: LocatedNode, _ report: inout CaseReport) {
    let alternatives = node.elements ?? [node]
    let faults = alternatives.map(faults)
    if !faults.contains([]) {
      report.differ(faults.map { $0.joined(separator: " and ") }.joined(separator: "; or "))
    }
    // Texts of errors are only counted: the table has none.
    report.textsNotCompared += alternatives.map { one in
      ["message", "recoverySuggestion"].count { one[$0] != nil }
    }.reduce(0, +)
  }

  private func faults(of node: LocatedNode) -> [String] {
    guard let answer, answer.kind == .error else {
      let received = answer?.name ?? "nothing, the call does not return"
      return ["the app receives \(received); expected an error"]
    }
    var faults: [String] = []
    // An error that is not itself a kind of AuthError is the underlying error of one.
    let (kind, isKind) = (answer.wire.name, answer.wire.name == answer.name)
    let underlying = isKind ? exception : answer.name
    if let wanted = node["kind"]?.text, wanted != kind {
      faults.append(
        "the error is \(kind)\(isKind ? "" : " with \(answer.name)"); expected \(wanted)")
    }
    if let wanted = node["underlying"]?.text, wanted != underlying {
      faults.append("under the error is \(underlying ?? "nothing"); expected \(wanted)")
    }
    return faults
  }

  private func compare(
    _ what: String, _ entry: LocatedNode.Entry, _ actual: String?, _ report: inout CaseReport
  ) {
    let wanted = entry.value.isNull ? nil : entry.value.text
    guard actual != wanted else { return }
    report.differ("\(what) \(entry.key) \(actual ?? "nil"); expected \(wanted ?? "nil")")
  }

  private func compareInfo(_ node: LocatedNode, _ report: inout CaseReport) {
    guard memory.parameters != CaseMemory.texts(node) else { return }
    let pairs = memory.parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    report.differ("additionalInfo is {\(pairs.joined(separator: ", "))}")
  }
}
