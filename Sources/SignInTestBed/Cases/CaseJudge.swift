import TransitionTables

/// Compares what the app was told with what a step expects, as far as the step states it.
struct CaseJudge {
  let session: CaseSession
  /// The message to the app; nil where the call does not return.
  let answer: Int?
  let requests: [WireRequest]
  let action: Int
  /// Whether the table's own pool answered, which knows no texts.
  var isLive = false
  /// The exception that the script answered with last.
  var exception: String?

  private var model: Model { session.model }
  private var memory: CaseMemory { session.memory }
  private var name: String { answer.map { model.messages[$0].name } ?? "nothing" }
  private var kind: String { answer.map { model.messages[$0].kind } ?? "" }

  func compare(_ step: ClientCase.Step, into report: inout CaseReport) {
    for entry in step.expectations {
      switch entry.key {
      case "expect_next_step": compareNextStep(entry.value, &report)
      case "expect_error": compareError(entry.value, &report)
      case "expect_result": compareResult(entry.value, &report)
      case "expect_state": compareState(entry.value.text ?? "", &report)
      case "expect_client_metadata": compareMetadata(entry.value, &report)
      default: report.setAside("`\(entry.key)` is below the level of calls")
      }
    }
  }

  private func field(_ field: String) -> String? {
    guard let answer else { return nil }
    let full = "\(name).\(field)"
    return model.messages[answer].fields.first { model.slots[$0].name == full }.map {
      model.text(of: session.valuation[$0], in: $0)
    }
  }

  // MARK: Errors

  /// The kinds of AuthError; every other error is `service` with the name underneath.
  static let kinds: Set<String> = [
    "configuration", "service", "unknown", "validation", "notAuthorized", "invalidState",
    "signedOut", "sessionExpired",
  ]

  /// The error's kind: a session without tokens is told as the error of its tokens.
  private var errorName: String? {
    if kind == "error" { return name }
    guard name == "authSession", let tokens = field("tokens"), Self.kinds.contains(tokens) else {
      return nil
    }
    return tokens
  }

  private func compareError(_ node: LocatedNode, _ report: inout CaseReport) {
    if name == "authSession", field("tokens") == "failed" {
      return report.setAside("why tokens were not refreshed is not followed")
    }
    guard let name = errorName else {
      return report.differ("the app is told \(told); expected an error")
    }
    let actualKind = Self.kinds.contains(name) ? name : "service"
    let underlying = Self.kinds.contains(name) ? nil : name
    let expected = (node.entries == nil ? node.text : node["kind"]?.text) ?? "any"
    let kinds = expected.alternatives
    if !kinds.contains("any"), !kinds.contains(actualKind) {
      report.differ("the error is \(actualKind)\(under(underlying)); expected \(expected)")
    }
    if let wanted = node["underlying"], !wanted.isNull {
      compareUnderlying(wanted.text ?? "any", underlying, kinds.count > 1, &report)
    }
    if let wanted = node["field"]?.text, actualKind == "validation", field("field") != wanted {
      report.differ("the field is \(field("field") ?? "none"); expected \(wanted)")
    }
  }

  /// What is underneath, as far as it is one of the client's own errors: an exception of the
  /// service is the one that was scripted, and an error of the platform is not followed.
  private func compareUnderlying(
    _ wanted: String, _ actual: String?, _ hasSeveralKinds: Bool, _ report: inout CaseReport
  ) {
    let names = wanted.alternatives
    if names.contains("any") || actual.map(names.contains) == true { return }
    if actual == nil {
      if !CaseWords.nothing.isDisjoint(with: names) { return }
      // Where several kinds may come, what is underneath belongs to one of them.
      if hasSeveralKinds || wanted.isPlaceholder { return }
      if let exception, names.contains(exception) { return }
      if exception == nil, names.allSatisfy({ $0.first?.isUppercase == true }) {
        return report.note("\(wanted), which is no error of the client's own, is not followed")
      }
    }
    report.differ("under the error is \(actual ?? "nothing"); expected \(wanted)")
  }

  private func under(_ name: String?) -> String { name.map { " with \($0)" } ?? "" }

  /// The message as a text for complaints.
  private var told: String { answer == nil ? "nothing, the call does not return" : name }

  // MARK: Results

  private func compareResult(_ node: LocatedNode, _ report: inout CaseReport) {
    guard let entries = node.entries else { return compareResult(node.text ?? "", &report) }
    for entry in entries {
      switch entry.key {
      case "failed":
        let actual = Self.kinds.contains(name) ? name : "service"
        let wanted = entry.value["kind"]?.text ?? entry.value.text ?? ""
        let isMet = wanted.alternatives.contains { ["any", actual].contains($0) }
        if kind != "error" || !isMet {
          report.differ("the app is told \(told); expected failed with \(wanted)")
        }
      case "partial" where entry.value.entries == nil, "complete":
        if entry.value.text != "false" { compareResult(entry.key, &report) }
      case "partial": comparePartial(entry.value, &report)
      case "signedOutLocally":
        let isOut = session.text("client.at") == "signedOut"
        if (entry.value.text == "true") != isOut {
          report.differ("the client is at \(session.text("client.at"))")
        }
      case "enabled":
        compareSet(entry.value, field("enabled"), "enabled", &report)
      case "preferred":
        let actual = field("preferred").flatMap { $0 == "none" ? nil : $0 }
        let wanted = entry.value.isNull ? nil : entry.value.text
        if kind != "result" || actual != wanted {
          report.differ("preferred is \(actual ?? "nil"); expected \(wanted ?? "nil")")
        }
      case "sharedSecret": compare(entry.key, memory.secret, entry.value, &report)
      case "isSignedIn":
        let isSignedIn = session.text("client.at") == "signedIn"
        compare(entry.key, isSignedIn ? "true" : "false", entry.value, &report)
      case "tokens", "tokensResult", "cognitoTokens", "userPoolTokens":
        compareTokens(entry.value.text ?? "", &report)
      case let key where key.lowercased().contains("identity") || key.hasPrefix("awsCredentials"):
        report.note("`\(key)` belongs to an identity pool and is left out")
      default: comparePart(entry.key, entry.value, &report)
      }
    }
  }

  private func compareResult(_ text: String, _ report: inout CaseReport) {
    switch text {
    case "ok", "success", "done", "void", "()":
      if kind != "result" { report.differ("the app is told \(told); expected success") }
    case "complete":
      if name != "signedOutComplete" {
        report.differ("the app is told \(told); expected complete")
      }
    case "partial":
      if name != "signedOutPartial" { report.differ("the app is told \(told); expected partial") }
    case "failed":
      if kind != "error" { report.differ("the app is told \(told); expected failed") }
    case "does not return", "never returns", "hangs":
      if answer != nil { report.differ("the app is told \(told); expected that nothing returns") }
    default:
      guard model.message(named: text).map({ model.messages[$0].kind }) == "result" else {
        return report.setAside("the result `\(text)` is not followed")
      }
      if name != text { report.differ("the app is told \(told); expected \(text)") }
    }
  }

  /// The tokens of a session: there, or why they are not.
  private func compareTokens(_ wanted: String, _ report: inout CaseReport) {
    let actual = field("tokens") ?? "none"
    let refusals = ["signedOut", "sessionExpired"]
    let isThere = !Self.kinds.contains(wanted) && wanted != "failed"
    let expected = refusals.contains(wanted) ? wanted : isThere ? "valid" : "failed"
    if actual != expected { report.differ("the tokens are \(actual); expected \(wanted)") }
  }

  private func comparePartial(_ node: LocatedNode, _ report: inout CaseReport) {
    guard name == "signedOutPartial" else {
      return report.differ("the app is told \(told); expected a partial sign-out")
    }
    for entry in node.entries ?? [] {
      let wanted = !entry.value.isNull && entry.value.text != "false"
      if (field(entry.key) == "true") != wanted {
        report.differ("\(entry.key) is \(wanted ? "absent" : "there")")
      }
    }
  }

  private func compareSet(
    _ node: LocatedNode, _ actual: String?, _ key: String, _ report: inout CaseReport
  ) {
    let words = (node.elements ?? []).compactMap { $0.text.map(Self.member) }
    let wanted = Set(words)
    let members = Set(
      (actual ?? "").filter { !"{} ".contains($0) }.split(separator: ",").map(String.init))
    if actual == nil || wanted != members {
      report.differ(
        "\(key) is \(members.sorted().joined(separator: ", ")); "
          + "expected \(wanted.sorted().joined(separator: ", "))")
    }
  }

  /// A factor by the table's word, whatever it is called in the case.
  private static func member(_ word: String) -> String {
    CaseWords.factors[word] ?? CaseWords.mfaFactors[word] ?? word
  }

  // MARK: State and metadata

  private func compareState(_ text: String, _ report: inout CaseReport) {
    guard let wanted = try? CaseInitialState(text) else {
      return report.setAside("the state `\(text)` is none that the table names")
    }
    if CaseStateWords(text).isOfSignUp {
      if session.text("signUp") != wanted.signUp {
        report.differ("the sign-up is \(session.text("signUp")); expected \(wanted.signUp)")
      }
      if let name = wanted.memory.signUpName, name != memory.signUpName {
        report.differ("the sign-up is of \(memory.signUpName ?? "nobody"); expected \(name)")
      }
      if let known = wanted.memory.signUpSession, known != memory.signUpSession {
        report.differ("its session is \(memory.signUpSession ?? "none"); expected \(known)")
      }
    } else if session.text("client.at") != wanted.location {
      report.differ("the client is at \(session.text("client.at")); expected \(wanted.location)")
    }
  }

  /// The metadata must go along with every request of a sign-in.
  private func compareMetadata(_ node: LocatedNode, _ report: inout CaseReport) {
    let wanted = Dictionary(
      (node.entries ?? []).map { ("ClientMetadata.\($0.key)", $0.value.text ?? "") }
    ) { $1 }
    for request in requests
    where ["InitiateAuth", "RespondToAuthChallenge"].contains(request.operation) {
      let actual = request.fields.filter { $0.key.hasPrefix("ClientMetadata.") }
      if actual != wanted {
        report.differ("\(request.operation) has other client metadata than the case states")
      }
    }
  }

  // MARK: Next steps

  /// Results that Amplify calls next steps of their own kind.
  private static let stepNames = [
    "signUpDone": "done", "resetPasswordDone": "done", "attributeUpdated": "done",
    "attributeVerified": "done",
  ]

  private func compareNextStep(_ node: LocatedNode, _ report: inout CaseReport) {
    let written = (node.entries == nil ? node.text : node["name"]?.text) ?? ""
    let wanted = CaseWords.last(written)
    let actual = Self.stepNames[name] ?? name
    guard kind == "nextStep" || kind == "result", actual == wanted else {
      return report.differ("the app is told \(told); expected \(wanted)")
    }
    for entry in node.entries ?? [] where entry.key != "name" {
      comparePart(entry.key, entry.value, &report)
    }
  }

  private func comparePart(_ key: String, _ node: LocatedNode, _ report: inout CaseReport) {
    let complete = ["signUpDone", "completeAutoSignIn"]
    switch key {
    case "isSignedIn": compare(key, name == "done" ? "true" : "false", node, &report)
    case "isSignUpComplete":
      compare(key, complete.contains(name) ? "true" : "false", node, &report)
    case "isUpdated":
      compare(key, name == "attributeUpdated" ? "true" : "false", node, &report)
    case "isPasswordReset":
      compare(key, name == "resetPasswordDone" ? "true" : "false", node, &report)
    case "allowed", "available", "availableFactors", "allowedMFATypes":
      compareSet(node, field("allowed") ?? field("available"), key, &report)
    case "contains":
      let words = (node.elements ?? [node]).compactMap { $0.text.map(Self.member) }
      let members = field("allowed") ?? field("available") ?? ""
      let found = members.filter { !"{} ".contains($0) }.split(separator: ",").map(String.init)
      for word in words where !found.contains(word) { report.differ("\(word) is not offered") }
    case "delivery": compareDelivery(node, &report)
    case "sharedSecret": compare(key, memory.secret, node, &report)
    case "username": compare(key, setUpName, node, &report)
    case "session": compare(key, memory.handedOut, node, &report)
    case "userId", "userID": compare(key, memory.userID, node, &report)
    case "attributeKey":
      let wanted = node.text.map { $0.hasPrefix("unknown(") ? $0.innerText : CaseWords.last($0) }
      if isLive || wanted?.isPlaceholder == true || wanted == "non-nil" { return }
      // `phoneNumber` is `phone_number` on the wire.
      let isSame = wanted?.canonical == memory.attributeKey?.canonical
      if node.isNull ? memory.attributeKey != nil : !isSame {
        report.differ("attributeKey is \(memory.attributeKey ?? "nil")")
      }
    case "additionalInfo": compareInfo(node, &report)
    case "note", "message": break
    default: report.setAside("the part `\(key)` is not followed")
    }
  }

  /// The name that an authenticator shows: the server's where set-up was selected, else the typed.
  private var setUpName: String {
    model.actions[action].name == "selectMFA"
      ? memory.echoedName ?? memory.username
      : memory.username
  }

  private func compare(
    _ key: String, _ actual: String?, _ node: LocatedNode, _ report: inout CaseReport
  ) {
    if node.isNull {
      if let actual { report.differ("\(key) is \(actual); expected nil") }
      return
    }
    let wanted = node.text ?? ""
    // A live pool makes its own texts; a flag is the same everywhere.
    let isFlag = ["true", "false"].contains(wanted)
    if (isLive && !isFlag) || wanted.isPlaceholder || wanted == "non-nil" { return }
    if actual != wanted { report.differ("\(key) is \(actual ?? "nil"); expected \(wanted)") }
  }

  private func compareDelivery(_ node: LocatedNode, _ report: inout CaseReport) {
    let medium = field("medium") ?? "none"
    let isStep = kind == "nextStep"
    let actual = medium == "none" ? (isStep ? "unknown" : nil) : medium
    guard !node.isNull, let wanted = node.text else {
      if let actual { report.differ("delivery is \(actual); expected nil") }
      return
    }
    let words = wanted.split(separator: "(", maxSplits: 1).map(String.init)
    if actual != words.first {
      return report.differ("delivery is \(actual ?? "nil"); expected \(wanted)")
    }
    guard words.count == 2 else { return }
    let inner = wanted.innerText
    if isLive || inner == "non-nil" || inner.isPlaceholder { return }
    let destination = medium == "none" ? nil : memory.destination
    if (inner == "nil" ? nil : inner) != destination {
      report.differ("the code goes to \(destination ?? "nil"); expected \(inner)")
    }
  }

  private func compareInfo(_ node: LocatedNode, _ report: inout CaseReport) {
    let hasInfo = [
      "confirmSignInWithSMSMFACode", "confirmSignInWithCustomChallenge",
      "confirmSignInWithNewPassword",
    ]
    let actual = hasInfo.contains(name) ? memory.parameters : [:]
    let pairs = (node.entries ?? []).map { ($0.key, $0.value.text ?? "") }
    let wanted = Dictionary(pairs) { $1 }
    if node.isNull ? !actual.isEmpty : actual != wanted {
      report.differ("additionalInfo is \(actual.sorted { $0.key < $1.key })")
    }
  }
}

extension String {
  /// The parts of `a | b`, without the name of their type.
  var alternatives: [String] {
    split(separator: "|").map { CaseWords.last(String($0).trimmed) }
  }

  /// Without what differs between the wire and the client.
  fileprivate var canonical: String { filter { $0 != "_" }.lowercased() }

  /// What stands in brackets, without quotes.
  fileprivate var innerText: String {
    String(drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }).filter { $0 != "\"" }
  }
}
