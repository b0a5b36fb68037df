import TransitionTables

/// The keys of a scenario and of its steps, each with its form. An unknown key is refused: a part
/// that is ignored would check nothing.
extension Scenario {
  /// The form of a key's value.
  package enum Form: String {
    case text = "a text"
    case words = "a text, or a list of texts"
    case mapping = "a mapping"
    case filledMapping = "a mapping with something in it"
    case list = "a list"
    case flag = "`true`"
  }

  /// A key with the form of its value.
  package struct Part {
    package var key: String
    package var form: Form
    /// The description of the value, which a message prints after the key's name.
    package var meaning: String
    var remedy: String

    init(_ key: String, _ form: Form, _ meaning: String, _ remedy: String) {
      self.key = key
      self.form = form
      self.meaning = meaning
      self.remedy = remedy
    }

    /// Keys that need no description but their form, separated by blanks.
    static func all(_ form: Form, _ keys: String) -> [Part] {
      keys.split(separator: " ").map { Part(String($0), form, "is \(form.rawValue)", "write one") }
    }

    func isWritten(as node: LocatedNode) -> Bool {
      switch form {
      case .text: node.text != nil && !node.isNull
      case .words: (node.elements ?? [node]).allSatisfy { $0.text != nil && !$0.isNull }
      case .mapping: node.entries != nil
      case .filledMapping: node.entries?.isEmpty == false
      case .list: node.elements != nil
      case .flag: node.text == "true"
      }
    }
  }

  /// The keys of a scenario.
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
      "write `assume: { smsOnlySetupIsOffered: false }`, or leave it out"),
    Part(
      "record", .mapping, "takes `key: value` pairs: what the record holds",
      "write `record: { status: confirmed, password: permanent }`, or leave it out"),
    Part(
      "steps", .list, "is a list of steps",
      "begin each step with a dash: `- call: \(callExample)`"),
  ]
  /// The keys of a step.
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

  /// Complaints about everything that is not a scenario's form; empty where there is nothing wrong.
  static func complaints(about document: LocatedDocument) -> [Diagnostic] {
    let root = document.root
    func complaint(_ message: String, at place: SourceLocation, _ remedy: String) -> Diagnostic {
      document.diagnostic("scenario.shape", at: place, message, remedy: remedy)
    }
    var found = complaints(about: root, "a scenario", parts, in: document)
    guard root.entries != nil else { return found }
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
      guard step.entries != nil else { continue }
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

  /// Complaints about a mapping: missing keys, unknown keys and keys in another form.
  static func complaints(
    about node: LocatedNode, _ what: String, _ parts: [Part], needing keys: [String] = [],
    in document: LocatedDocument, _ code: String = "scenario.shape"
  ) -> [Diagnostic] {
    guard let entries = node.entries else {
      return [
        document.diagnostic(
          code, at: node.location, "\(what) takes `key: value` pairs",
          remedy: parts.first?.remedy ?? "")
      ]
    }
    let unfit = entries.compactMap { entry -> Diagnostic? in
      guard let part = parts.first(where: { $0.key == entry.key }) else {
        return document.diagnostic(
          code, at: entry.keyLocation, "\(what) has no key `\(entry.key)`",
          remedy: parts.map(\.key).remedy(for: entry.key))
      }
      guard !part.isWritten(as: entry.value) else { return nil }
      return document.diagnostic(
        code, at: entry.value.location, "`\(part.key)` \(part.meaning)", remedy: part.remedy)
    }
    return unfit
      + keys.filter { node[$0] == nil }.map { key in
        document.diagnostic(
          code, at: node.location, "\(what) lacks `\(key)`",
          remedy: parts.first { $0.key == key }?.remedy ?? "add `\(key)`")
      }
  }
}

extension [String] {
  /// The suggested remedy for an unknown word: the nearest known word, or the whole list.
  func remedy(for word: String) -> String {
    nearest(to: word).map { "did you mean `\($0)`?" } ?? "use one of \(list)"
  }
}
