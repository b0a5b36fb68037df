import TransitionTables

/// The names that a case may use of the client and of the service.
///
/// A name that is none of them cannot agree with anything; it is refused where it stands, so that a
/// slip of the file is not counted as a difference. What the client must take from a server, the
/// names of challenges and of exceptions, is free: unknown ones are what some cases are about.
struct CaseNames {
  let calls: [String]
  let operations: [String]
  let nextSteps: [String]
  let kinds: [String]
  let underlying: [String]

  init(_ model: Model) {
    func names(_ kinds: Set<String>) -> [String] {
      model.messages.filter { kinds.contains($0.kind) && $0.receiver == nil }.map(\.name)
    }
    let requests = model.messages.filter { $0.kind == "request" }.map(\.name)
    let actions = model.actions.map(\.name)
    calls = Self.clientCalls + actions
    operations = Self.serviceOperations + requests
    nextSteps = names(["nextStep"]) + names(["result"])
    kinds = CaseJudge.kinds.sorted() + ["any"]
    underlying = names(["error"]).filter { !CaseJudge.kinds.contains($0) } + Self.clientErrors
  }

  /// What is wrong with the names of a step.
  func problems(of step: ClientCase.Step, at place: SourceLocation) -> [CaseSlip] {
    var slips: [CaseSlip] = []
    if step.call.isPlainWord, !calls.contains(step.name) {
      slips.append(CaseSlip(place, "no call of the client is `\(step.call)`", step.call, calls))
    }
    slips += options(of: step)
    for reply in step.script ?? [] where reply.operation.isOperationName {
      guard !operations.contains(reply.operation) else { continue }
      slips.append(
        CaseSlip(
          reply.operationLocation, "no operation of the service is `\(reply.operation)`",
          reply.operation, operations))
    }
    return slips + step.expectations.flatMap(expectation)
  }

  // MARK: Arguments

  private func options(of step: ClientCase.Step) -> [CaseSlip] {
    var slips: [CaseSlip] = []
    let options = step.input?["options"]
    if let node = options?["authFlowType"], let text = node.given, CaseWords.flow(text) == nil {
      slips.append(
        CaseSlip(node.location, "no flow is `\(text)`", text, CaseWords.flows.keys.sorted()))
    }
    for key in ["preferredFirstFactor", "authFactorType"] {
      guard let node = options?[key], let text = node.given, CaseWords.namesFactor(text),
        CaseWords.factor(text) == nil
      else { continue }
      let factors = CaseWords.factors.values.sorted()
      slips.append(CaseSlip(node.location, "no first factor is `\(text)`", text, factors))
    }
    guard step.name == "updateMFAPreference" else { return slips }
    for key in ["sms", "totp", "email"] {
      guard let node = step.input?[key], let text = node.given,
        !CaseWords.preferences.contains(CaseWords.last(text))
      else { continue }
      slips.append(
        CaseSlip(node.location, "no preference is `\(text)`", text, CaseWords.preferences))
    }
    return slips
  }

  // MARK: Expectations

  private func expectation(_ entry: LocatedNode.Entry) -> [CaseSlip] {
    let node = entry.value
    switch entry.key {
    case "expect_next_step":
      guard let name = node.entries == nil ? node : node["name"] else { return [] }
      return unknown(name, nextSteps, "next step")
    case "expect_error":
      let kind = node.entries == nil ? node : node["kind"]
      let found = kind.map { unknown($0, kinds, "kind of error") } ?? []
      // An exception of the service or an error of the platform begins with a capital.
      guard let below = node["underlying"], below.text?.isPlaceholder == false,
        below.text?.alternatives.allSatisfy({ $0.first?.isLowercase == true }) == true
      else { return found }
      return found
        + unknown(
          below, underlying + ["any"] + CaseWords.nothing, "error of the client")
    case "expect_result":
      guard let failed = node["failed"], let kind = failed.entries == nil ? failed : failed["kind"]
      else { return [] }
      return unknown(kind, kinds, "kind of error")
    default: return []
    }
  }

  private func unknown(_ node: LocatedNode, _ known: [String], _ what: String) -> [CaseSlip] {
    guard let text = node.given, !text.isPlaceholder else { return [] }
    return text.alternatives.filter { !known.contains($0) }.map {
      CaseSlip(node.location, "no \(what) is `\($0)`", $0, known)
    }
  }
}

/// A name that is none, and what was meant.
struct CaseSlip {
  var place: SourceLocation
  var message: String
  var remedy: String

  init(_ place: SourceLocation, _ message: String, _ word: String, _ known: [String]) {
    self.place = place
    self.message = message
    let all = known.count > 24 ? "the client's own name" : "one of \(known.list)"
    remedy = known.nearest(to: word).map { "did you mean `\($0)`?" } ?? "write \(all)"
  }
}

extension LocatedNode {
  /// The text, unless nothing is written.
  fileprivate var given: String? {
    guard !isNull, let text, !text.isEmpty else { return nil }
    return text
  }
}

extension String {
  /// A call's name alone, without colons and blanks, its brackets apart; what begins with a capital
  /// is a type of the client's, below its calls.
  fileprivate var isPlainWord: Bool {
    let bare = prefix { $0 != "(" }
    guard bare.first?.isLowercase == true else { return false }
    return bare.allSatisfy { $0.isLetter || $0.isNumber || "_.".contains($0) }
  }

  /// Whether it looks like an operation of the service: letters, of which the first is a capital.
  fileprivate var isOperationName: Bool {
    first?.isUppercase == true && allSatisfy(\.isLetter) && !isWebPage && !isCeremony
  }
}
