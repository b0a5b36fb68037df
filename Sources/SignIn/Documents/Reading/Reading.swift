import TransitionTables

/// The result of reading one parameter from a property.
enum Reading<Value: Sendable>: Sendable {
  case absent
  case value(Value, at: SourceLocation)
  /// The document does not decide the value, or has an error there; the text is the reason.
  case open(String)

  func map<Other>(_ transform: (Value) -> Other) -> Reading<Other> {
    switch self {
    case .absent: .absent
    case .value(let value, let location): .value(transform(value), at: location)
    case .open(let reason): .open(reason)
    }
  }

  /// The value, where there is one.
  var known: Value? {
    if case .value(let value, _) = self { value } else { nil }
  }
}

extension Reading<ParameterValue> {
  /// The setting of the parameter; where the property is absent, the service's default.
  func setting(_ parameter: PoolParameter, _ parameters: [ParameterDeclaration]) -> Setting {
    switch self {
    case .absent: parameters.setting(parameter)
    case .value(let value, let location): .stated(value, at: location)
    case .open(let reason): .open(reason)
    }
  }
}
