/// What Amazon Cognito does where a pool or an app client says nothing: the defaults of the table's
/// parameters that say what it means when documents leave them out.
///
/// Absence means the default only where the document would have said otherwise: a template leaves
/// out what it does not set, and `describe-user-pool` leaves out what is not set.
enum ServiceDefaults {
  /// Which of a pool's two documents decides a parameter, as the table calls them.
  enum Half: String, CaseIterable, Sendable { case pool, client }

  /// The default of the one property that is no parameter of the table.
  static let caseSensitive = Setting(
    value: .bool(true), origin: .serviceDefault("UsernameConfiguration absent: case sensitive"))
}

extension [ParameterDeclaration] {
  /// The half that decides a parameter, or nil for one whose absence says nothing.
  func half(of parameter: PoolParameter) -> ServiceDefaults.Half? {
    if parameter == .caseSensitive { return .pool }
    return first { $0.name == parameter.rawValue && $0.document?.absence.isEmpty == false }
      .flatMap { ServiceDefaults.Half(rawValue: $0.document?.owner ?? "") }
  }

  /// The setting that a parameter has where the documents say nothing; open where there is none.
  func setting(_ parameter: PoolParameter) -> Setting {
    if parameter == .caseSensitive { return ServiceDefaults.caseSensitive }
    let declared = first { $0.name == parameter.rawValue }
    guard let absence = declared?.document?.absence, !absence.isEmpty else {
      return Setting(value: nil, origin: .untold)
    }
    return Setting(value: declared?.standard, origin: .serviceDefault(absence))
  }

  /// The same for any parameter of the table.
  func setting(named name: String) -> Setting {
    PoolParameter(rawValue: name).map { setting($0) } ?? Setting(value: nil, origin: .untold)
  }

  /// The values that the parameters of some halves have where documents say nothing.
  func standards(_ halves: [ServiceDefaults.Half]) -> [PoolParameter: ParameterValue] {
    let parameters = PoolParameter.allCases.filter { half(of: $0).map(halves.contains) == true }
    return Dictionary(uniqueKeysWithValues: parameters.map { ($0, setting($0).value) })
      .compactMapValues { $0 }
  }
}
