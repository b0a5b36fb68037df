import TransitionTables

/// What a scenario and its steps are written with: anything else is refused, for a part that is
/// passed over checks nothing.
extension Scenario {
  /// How the value of a key is written.
  package enum Form {
    case text, words, mapping, filledMapping, list
  }

  /// A key with what may stand under it.
  package struct Part {
    package var key: String
    package var form: Form
    /// What it is, to be read after its name.
    package var meaning: String
    var remedy: String

    init(_ key: String, _ form: Form, _ meaning: String, _ remedy: String) {
      self.key = key
      self.form = form
      self.meaning = meaning
      self.remedy = remedy
    }

    func isWritten(as node: LocatedNode) -> Bool {
      switch form {
      case .text: node.text != nil && !node.isNull
      case .words: (node.elements ?? [node]).allSatisfy { $0.text != nil && !$0.isNull }
      case .mapping: node.entries != nil
      case .filledMapping: node.entries?.isEmpty == false
      case .list: node.elements != nil
      }
    }
  }

  /// What a scenario is written with.
  package static let parts = [
    Part("scenario", .text, "is its name, one line", "write `scenario: wrong-code`"),
    Part(
      "because", .mapping, "takes `key: value` pairs: where it comes from",
      "write `because: { fact: M3 }`"),
    Part("doc", .text, "is a sentence", "write `doc: A wrong code is refused.`"),
    Part("statement", .text, "is the id of a statement", "write one id, or leave it out"),
    Part(
      "pool", .text, "names one pool file",
      "write `pool: ../pools/sound/retail.yaml`, relative to the scenario"),
    Part(
      "layer", .words, "names a layer, or a list of them",
      "write `layer: amplify-android`, or leave it out"),
    Part(
      "configuration", .mapping, "takes `key: value` pairs: parameters",
      "write `configuration: { mfa: off }`, or `configuration: {}` for the defaults"),
    Part(
      "assume", .mapping, "takes `key: value` pairs: assumptions",
      "write `assume: { newPasswordRevokesTokens: true }`, or leave it out"),
    Part(
      "record", .mapping, "takes `key: value` pairs: what the record holds",
      "write `record: { status: confirmed, password: permanent }`, or leave it out"),
    Part(
      "steps", .list, "is a list of steps",
      "begin each step with a dash: `- call: \(callExample)`"),
  ]
  /// What a step is written with.
  package static let stepParts = [
    Part("call", .text, "is one line", "write `call: \"\(callExample)\"`"),
    Part("request", .text, "is one line", "write `request: \"AdminResetUserPassword()\"`"),
    Part(
      "expect", .filledMapping, "takes `key: value` pairs: what comes back",
      "write `expect: { nextStep: done }`, or leave it out"),
    Part(
      "leaves", .mapping, "takes `key: value` pairs: what changes",
      "write `leaves: { client.at: signedIn }`, or `leaves: {}` for nothing"),
  ]
  static let callExample = "signIn(flow: userSRP, password: current)"

  /// Everything that is not written as a scenario is; empty where all is.
  static func complaints(about document: LocatedDocument) -> [Diagnostic] {
    let root = document.root
    func complaint(_ message: String, at place: SourceLocation, _ remedy: String) -> Diagnostic {
      document.diagnostic("scenario.shape", at: place, message, remedy: remedy)
    }
    guard root.entries != nil else {
      return [
        complaint(
          "a scenario takes `key: value` pairs", at: root.location,
          "write `pool:` or `configuration:`, then `record:` and `steps:`")
      ]
    }
    var found = complaints(about: root, "a scenario", parts, in: document)
    if root["pool"] == nil, root["configuration"] == nil {
      found.append(
        complaint(
          "a scenario names no pool", at: root.location,
          "add `pool: ../pools/sound/retail.yaml`, or `configuration: {}` for the defaults"))
    }
    if root["steps"] == nil || root["steps"]?.elements?.isEmpty == true {
      found.append(
        complaint(
          "a scenario has no steps", at: root["steps"]?.location ?? root.location,
          "add `steps:` with at least one `call:`"))
    }
    for step in root["steps"]?.elements ?? [] {
      found += complaints(about: step, "a step", stepParts, in: document)
      let calls = ["call", "request"].filter { step[$0] != nil }
      if calls.isEmpty {
        found.append(
          complaint(
            "a step lacks `call` or `request`", at: step.location,
            "write `- call: \(callExample)`"))
      } else if calls.count > 1 {
        found.append(
          complaint(
            "a step has both `call` and `request`", at: step.location,
            "make them two steps, one after the other"))
      }
    }
    return found
  }

  private static func complaints(
    about node: LocatedNode, _ what: String, _ parts: [Part], in document: LocatedDocument
  ) -> [Diagnostic] {
    (node.entries ?? []).compactMap { entry in
      guard let part = parts.first(where: { $0.key == entry.key }) else {
        let known = parts.map(\.key)
        return document.diagnostic(
          "scenario.shape", at: entry.keyLocation, "\(what) has no key `\(entry.key)`",
          remedy: known.nearest(to: entry.key).map { "did you mean `\($0)`?" }
            ?? "use one of \(known.list)")
      }
      guard !part.isWritten(as: entry.value) else { return nil }
      return document.diagnostic(
        "scenario.shape", at: entry.value.location, "`\(part.key)` \(part.meaning)",
        remedy: part.remedy)
    }
  }
}
