/// The value of one parameter of the model: a fact of the pool, the app client or the app.
public enum ParameterValue: Hashable, Sendable {
  case bool(Bool)
  /// A member of the parameter's enumeration.
  case choice(String)
  case number(Int)
  /// Members of an enumeration, sorted and without repetitions; use ``members(_:)`` to create it.
  case set([String])

  /// A set from members in any order.
  public static func members(_ members: some Sequence<String>) -> ParameterValue {
    .set(Set(members).sorted())
  }
}

extension ParameterValue: CustomStringConvertible {
  /// The value as a Waymark pool file writes it: `true`, `optional`, `3`, `[sms, totp]`.
  public var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .choice(let member): member
    case .number(let value): "\(value)"
    case .set(let members): "[" + members.joined(separator: ", ") + "]"
    }
  }
}
