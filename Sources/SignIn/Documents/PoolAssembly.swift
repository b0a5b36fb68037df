import TransitionTables

/// Puts the documents of one pool together and settles every parameter of the model.
struct PoolAssembly {
  let parts: [ImportedPool]
  let parameters: [ParameterDeclaration]

  /// Why documents do not belong together, as errors, and where they disagree, as warnings.
  func conflicts(files: [String]) -> [Diagnostic] {
    guard !parts.isEmpty else {
      return [
        Diagnostic(
          "document.missing", at: SourceLocation(file: files.last ?? ""), "no document is given",
          remedy: "give \(DocumentKind.accepted)")
      ]
    }
    let faults =
      repeatedHalves + strangers(\.poolID, "pool", code: "document.other-pool")
      + strangers(\.clientID, "client", code: "document.other-client")
    return faults.isEmpty ? drifts : faults
  }

  /// Two answers to the same question cannot both be this pool's.
  private var repeatedHalves: [Diagnostic] {
    PoolDocument.Format.allCases.filter(\.isServiceOutput).compactMap { format in
      let repeated = parts.filter { $0.format == format }
      guard repeated.count > 1, let last = repeated.last else { return nil }
      return Diagnostic(
        "document.repeated-half", at: SourceLocation(file: last.file),
        "two documents are outputs of \(format.rawValue)",
        remedy: "give the documents of one pool and one app client")
    }
  }

  /// Documents that name different pools, or different app clients.
  private func strangers(_ id: KeyPath<ImportedPool, Fact?>, _ what: String, code: String)
    -> [Diagnostic]
  {
    let named = parts.compactMap { $0[keyPath: id] }.filter { $0.text != nil }
    guard let first = named.first else { return [] }
    return named.dropFirst().filter { $0.text != first.text }.map { other in
      Diagnostic(
        code, at: other.location,
        "this belongs to the \(what) `\((other.text ?? "").prefix(60))`, the documents before it to"
          + " `\((first.text ?? "").prefix(60))`",
        remedy: "give the documents of one \(what)")
    }
  }

  // MARK: Drift

  /// Parameters on which two documents disagree, defaults included: what one document leaves to
  /// the service can be what another one sets.
  private var drifts: [Diagnostic] {
    parameters.flatMap { declaration in
      let name = declaration.name
      let known = parts.compactMap { part in
        part.settings[name].flatMap { $0.value == nil ? nil : (part: part, setting: $0) }
      }
      guard let first = known.first else { return [Diagnostic]() }
      let taken = settle(name).value.map(\.description) ?? "open"
      return known.dropFirst().filter { $0.setting.value != first.setting.value }.map { other in
        Diagnostic(
          "document.drift", .warning, at: Self.place(of: other.setting, in: other.part),
          "`\(name)` is \(Self.text(other.setting)) here but \(Self.text(first.setting)) at "
            + "\(Self.place(of: first.setting, in: first.part))",
          remedy: "bring the two in line; until then `\(name)` is taken to be \(taken)")
      }
    }
  }

  private static func place(of setting: Setting, in part: ImportedPool) -> SourceLocation {
    if case .document(let place) = setting.origin { place } else { SourceLocation(file: part.file) }
  }

  private static func text(_ setting: Setting) -> String {
    let value = setting.value.map(\.description) ?? "open"
    return switch setting.origin {
    case .serviceDefault(let reason), .frameworkDefault(let reason): "\(value) (default: \(reason))"
    case .document, .commandLine, .open: value
    }
  }

  // MARK: Settling

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
      notes: DiagnosticList(notes).diagnostics, fixed: fixed,
      expectation: parts.compactMap(\.expectation).first)
  }

  /// Each fact once, as the first document tells it that names it.
  private var fixed: [FixedFact] {
    parts.flatMap(\.fixed).reduce(into: []) { facts, fact in
      if !facts.contains(where: { $0.kind == fact.kind }) { facts.append(fact) }
    }
  }

  /// What the documents state goes before defaults, these before what is open; among equals the
  /// first document counts.
  private func settle(_ name: String) -> Setting {
    let found = parts.compactMap { $0.settings[name] }
    let stated = found.first { if case .document = $0.origin { true } else { false } }
    if let setting = stated ?? found.first(where: { $0.value != nil }) ?? found.first {
      return setting
    }
    guard let half = ServiceDefaults.half(of: name) else {
      return Setting(value: nil, origin: .untold)
    }
    let reasons = parts.compactMap { $0.silence[half] }
    return .open(reasons.first ?? "no document states it")
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
