/// Amazon Cognito's behaviour for settings that a pool or an app client leaves out: the defaults of
/// those table parameters that declare the meaning of their absence.
///
/// An absent setting means the default only in documents that would otherwise state it: a template
/// leaves out what it does not set, and `describe-user-pool` what is not set.
enum ServiceDefaults {
  /// The document of a pool that decides a parameter, as the table names it.
  enum Half: String, CaseIterable, Sendable { case pool, client }

  /// The default of the only property that is no parameter of the table.
  static let caseSensitive = Setting(
    value: .bool(true), origin: .serviceDefault("UsernameConfiguration absent: case sensitive"))
}

extension [ParameterDeclaration] {
  /// The half that decides a parameter, or nil where its absence has no meaning.
  func half(of parameter: PoolParameter) -> ServiceDefaults.Half? {
    if parameter == .caseSensitive { return .pool }
    return first { $0.name == parameter.rawValue && $0.document?.absence.isEmpty == false }
      .flatMap { ServiceDefaults.Half(rawValue: $0.document?.owner ?? "") }
  }

  /// The setting of a parameter that the documents leave out; open where there is no default.
  func setting(_ parameter: PoolParameter) -> Setting {
    if parameter == .caseSensitive { return ServiceDefaults.caseSensitive }
    let declared = first { $0.name == parameter.rawValue }
    guard let absence = declared?.document?.absence, !absence.isEmpty else {
      return Setting(value: nil, origin: .untold)
    }
    return Setting(value: declared?.standard, origin: .serviceDefault(absence))
  }

  /// The setting of any parameter of the table that the documents leave out.
  func setting(named name: String) -> Setting {
    PoolParameter(rawValue: name).map { setting($0) } ?? Setting(value: nil, origin: .untold)
  }

  /// The defaults of the parameters of some halves.
  func standards(_ halves: [ServiceDefaults.Half]) -> [PoolParameter: ParameterValue] {
    let parameters = PoolParameter.allCases.filter { half(of: $0).map(halves.contains) == true }
    return Dictionary(uniqueKeysWithValues: parameters.map { ($0, setting($0).value) })
      .compactMapValues { $0 }
  }
}
