import TransitionTables

/// Puts the halves of one pool together and settles every parameter of the model.
struct PoolAssembly {
  let parts: [ImportedPool]
  let parameters: [ParameterDeclaration]

  /// Why documents do not belong together; empty where they do.
  static func conflicts(between parts: [ImportedPool], files: [String]) -> [Diagnostic] {
    let place = SourceLocation(file: files.last ?? "")
    guard !parts.isEmpty else {
      return [
        Diagnostic(
          "document.missing", at: place, "no document is given",
          remedy: "give \(DocumentKind.accepted)")
      ]
    }
    guard parts.count > 1 else { return [] }
    let formats = parts.map(\.format)
    if let lone = formats.first(where: { $0.standsAlone }) {
      return [
        Diagnostic(
          "document.mixed-formats", at: place,
          "a \(lone.rawValue) describes a pool completely and stands alone",
          remedy: "give one document, or the outputs of `aws cognito-idp` together")
      ]
    }
    var faults: [Diagnostic] = []
    for format in PoolDocument.Format.allCases where formats.count(where: { $0 == format }) > 1 {
      faults.append(
        Diagnostic(
          "document.repeated-half", at: place,
          "two documents are outputs of \(format.rawValue)",
          remedy: "give the documents of one pool and one app client"))
    }
    return faults + otherPools(parts) + disagreements(parts)
  }

  /// Documents that name different pools.
  private static func otherPools(_ parts: [ImportedPool]) -> [Diagnostic] {
    let named = parts.compactMap(\.poolID).filter { $0.text != nil }
    guard let first = named.first else { return [] }
    return named.dropFirst().filter { $0.text != first.text }.map { other in
      Diagnostic(
        "document.other-pool", at: other.location,
        "this belongs to the pool `\((other.text ?? "").prefix(60))`, the documents before it to"
          + " `\((first.text ?? "").prefix(60))`",
        remedy: "give the documents of one pool")
    }
  }

  /// Parameters that two documents state differently.
  private static func disagreements(_ parts: [ImportedPool]) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    for name in Set(parts.flatMap(\.settings.keys)).sorted() {
      let stated = parts.compactMap { part -> (ParameterValue, SourceLocation)? in
        guard let setting = part.settings[name], let value = setting.value,
          case .document(let place) = setting.origin
        else { return nil }
        return (value, place)
      }
      guard let first = stated.first, let other = stated.first(where: { $0.0 != first.0 }) else {
        continue
      }
      faults.append(
        Diagnostic(
          "document.disagreement", at: other.1,
          "`\(name)` is \(other.0) here but \(first.0) at \(first.1)",
          remedy: "take both outputs again, from one pool at one time"))
    }
    return faults
  }

  /// The pool, with a setting for each declared parameter.
  func document(fallbackName: String, notes: [Diagnostic]) -> PoolDocument {
    var notes = notes
    var settings: [(parameter: String, setting: Setting)] = []
    for declaration in parameters {
      let setting = settle(declaration.name)
      let fitted = fit(setting, to: declaration, &notes)
      settings.append((declaration.name, fitted))
    }
    return PoolDocument(
      name: parts.compactMap(\.name).first ?? fallbackName,
      documentation: parts.first { !$0.documentation.isEmpty }?.documentation ?? "",
      format: parts.first?.format ?? .waymark, settings: settings,
      notes: DiagnosticList(notes).diagnostics,
      expectation: parts.compactMap(\.expectation).first)
  }

  /// What the documents state goes before the service's defaults, these before what is open.
  private func settle(_ name: String) -> Setting {
    let found = parts.compactMap { $0.settings[name] }
    let stated = found.first { if case .document = $0.origin { true } else { false } }
    if let setting = stated ?? found.first(where: { $0.value != nil }) ?? found.first {
      return setting
    }
    guard let half = ServiceDefaults.half(of: name) else {
      return .open("no document of the service tells it")
    }
    let reasons = parts.compactMap { $0.silence[half] }
    return .open(reasons.first ?? "no document tells it")
  }

  /// A setting within what the declaration allows: the model may know fewer members.
  private func fit(
    _ setting: Setting, to declaration: ParameterDeclaration, _ notes: inout [Diagnostic]
  ) -> Setting {
    guard let value = setting.value, !declaration.allows(value) else { return setting }
    if case .document(let place) = setting.origin {
      notes.append(
        Diagnostic(
          "document.not-modelled", .note, at: place,
          "the model's `\(declaration.name)` does not know all of \(value)",
          remedy: "read its verdicts as those of the rest"))
    }
    if case .set(let chosen) = value, case .set(let members) = declaration.kind {
      return Setting(value: .members(chosen.filter(members.contains)), origin: setting.origin)
    }
    return .open("the model does not know \(value)")
  }
}

extension PoolDocument.Format {
  /// Whether one document of the format describes a whole pool.
  var standsAlone: Bool {
    switch self {
    case .waymark, .cloudFormation, .sam: true
    case .describeUserPool, .describeUserPoolClient, .mfaConfiguration: false
    }
  }
}
