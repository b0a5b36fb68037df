import TransitionTables

/// Reads Waymark's own pool files: parameters by their names in the model.
///
/// ```yaml
/// pool: retail
/// doc: A shop with e-mail sign-in.
/// configuration: { mfa: optional, mfaMethods: [sms, totp] }
/// open: [recovery]
/// unstated: [flows]
/// customChallenge: { pattern: srpThenChallenge, rounds: 1 }
/// facts: { relyingParty: auth.example.com, accessTokenTrigger: V2_0 }
/// expect: { findings: [account.recoverable], refused: [L7] }
/// ```
/// `illegal` is a synonym of `refused`. A parameter that is not named has the service's default.
/// `open` names the parameters to leave undecided, of which every value is explored; `unstated`
/// names those that are not known, of which the ordinary values are explored. `facts` are the facts
/// that no parameter states and `diff` compares.
package struct WaymarkPoolImporter {
  let document: LocatedDocument
  let parameters: [ParameterDeclaration]
  var pool = ImportedPool(format: .waymark)

  /// The keys of a pool file.
  package static let keys = [
    "pool", "doc", "configuration", "customChallenge", "open", "unstated", "facts", "expect",
  ]
  /// The keys of `expect:`.
  package static let expectationKeys = ["findings", "refused", "illegal"]

  init(document: LocatedDocument, parameters: [ParameterDeclaration]) {
    self.document = document
    self.parameters = parameters
  }

  /// Reads the whole document.
  mutating func read() {
    checkKeys(document.root, Self.keys, of: "a pool file")
    pool.name = word(document.root["pool"], "pool")
    if document.root["pool"] == nil {
      complain(
        "pool.missing-name", at: document.root.location, "the pool has no name",
        remedy: "write `pool: NAME` as the first line")
    }
    pool.documentation = word(document.root["doc"], "doc") ?? ""
    for parameter in parameters {
      pool.settings[parameter.name] = parameters.setting(named: parameter.name)
    }
    readConfiguration()
    readCustomChallenge()
    readOpen()
    readFacts()
    readExpectation()
  }

  private mutating func readConfiguration() {
    guard let configuration = document.root["configuration"], !configuration.isNull else { return }
    guard let entries = configuration.entries else {
      return complain(
        "pool.wrong-type", at: configuration.location,
        "`configuration` needs parameters with their values",
        remedy: "write `configuration: { mfa: optional }`")
    }
    for entry in entries {
      guard let declaration = declaration(entry.key, at: entry.keyLocation) else { continue }
      guard let value = value(entry.value, of: declaration) else { continue }
      pool.settings[entry.key] = .stated(value, at: entry.value.location)
    }
  }

  private mutating func readOpen() {
    for (key, origin) in [("unstated", Origin.unstated), ("open", .leftOpen)] {
      guard let list = document.root[key], !list.isNull else { continue }
      for element in words(list, key, "parameters") {
        guard declaration(element.word, at: element.location) != nil else { continue }
        if document.root["configuration"]?[element.word] != nil {
          complain(
            "pool.open-and-set", at: element.location,
            "`\(element.word)` has a value above and cannot be \(key) too",
            remedy: "remove one of the two")
        }
        pool.settings[element.word] = Setting(value: nil, origin: origin)
      }
    }
  }

  private mutating func readExpectation() {
    guard let expect = document.root["expect"], !expect.isNull else { return }
    guard expect.entries != nil else {
      return complain(
        "pool.wrong-type", at: expect.location, "`expect` needs `findings` or `refused`",
        remedy: "write `expect: { findings: [] }`")
    }
    checkKeys(expect, Self.expectationKeys, of: "`expect`")
    let findings = expect["findings"].map { words($0, "findings", "property ids") } ?? []
    let refused = ["refused", "illegal"].flatMap { key in
      expect[key].map { words($0, key, "legality rules") } ?? []
    }
    pool.expectation = PoolExpectation(
      findings: findings.map(\.word), refused: refused.map(\.word))
  }

  mutating func declaration(
    _ name: String, at location: SourceLocation
  ) -> ParameterDeclaration? {
    if let declaration = parameters.first(where: { $0.name == name }) { return declaration }
    // Beyond the number of diagnostics that are shown, a guess would be wasted.
    let names = pool.diagnostics.count < DiagnosticList.mostShown ? parameters.map(\.name) : []
    complain(
      "pool.unknown-parameter", at: location,
      "the model has no parameter `\(name.prefix(40))`",
      remedy: names.nearest(to: name).map { "did you mean `\($0)`?" }
        ?? "write \(names.withoutIndices.list)")
    return nil
  }

  // MARK: Pieces

  mutating func checkKeys(_ node: LocatedNode, _ known: [String], of owner: String) {
    for entry in node.entries ?? [] where !known.contains(entry.key) {
      let guess = known.nearest(to: entry.key).map { "did you mean `\($0)`?" }
      complain(
        "pool.unknown-key", at: entry.keyLocation,
        "\(owner) has no key `\(entry.key.prefix(40))`", remedy: guess ?? "write \(known.list)")
    }
  }

  mutating func word(_ node: LocatedNode?, _ key: String) -> String? {
    guard let node else { return nil }
    if let text = node.text, !node.isNull { return text }
    complain(
      "pool.wrong-type", at: node.location, "`\(key)` needs a text", remedy: "write `\(key): …`")
    return nil
  }

  mutating func words(
    _ node: LocatedNode, _ key: String, _ what: String
  ) -> [(word: String, location: SourceLocation)] {
    guard let elements = node.elements else {
      // The id of a property may itself contain brackets.
      let isName = !node.isNull && node.text?.contains("[") != true
      let words = isName ? node.meantWords().map { $0.quoted(under: key) } : []
      let meant = (1..<10).contains(words.count) ? words.joined(separator: ", ") : " … "
      complain(
        "pool.wrong-type", at: node.location, "`\(key)` needs a list of \(what)",
        remedy: "write `\(key): [\(meant)]`")
      return []
    }
    return elements.compactMap { element in
      if let text = element.text, !element.isNull { return (text, element.location) }
      complain(
        "pool.wrong-type", at: element.location, "`\(key)` holds something else than a word",
        remedy: "write a list of \(what)")
      return nil
    }
  }

  mutating func complain(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String
  ) {
    pool.diagnostics.append(
      document.diagnostic(code, severity, at: location, message, remedy: remedy))
  }
}
