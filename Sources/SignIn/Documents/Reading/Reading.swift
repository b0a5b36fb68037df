import TransitionTables

/// What a property turned out to say about one parameter.
enum Reading<Value: Sendable>: Sendable {
  case absent
  case value(Value, at: SourceLocation)
  /// The document cannot say, or says something that was complained about: why.
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
  /// The setting that follows from it; absence means the service's default.
  func setting(_ parameter: PoolParameter, _ parameters: [ParameterDeclaration]) -> Setting {
    switch self {
    case .absent: parameters.setting(parameter)
    case .value(let value, let location): .stated(value, at: location)
    case .open(let reason): .open(reason)
    }
  }
}
