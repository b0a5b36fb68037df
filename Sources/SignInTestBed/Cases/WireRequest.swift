/// A request that the client makes, as the service would see it: an operation and named fields.
///
/// Parameters inside `AuthParameters` and `ChallengeResponses` stand next to the others, as the
/// case files write them; a field within another is written with a dot.
public struct WireRequest: Sendable, Hashable {
  /// The operation's name in the API.
  public var operation: String
  /// The fields that are there, by name. Text for all values; `true` and `false` for Booleans.
  public var fields: [String: String]

  /// A request; fields without a value are left out.
  public init(_ operation: String, _ fields: [String: String?] = [:]) {
    self.operation = operation
    self.fields = fields.compactMapValues { $0 }
  }
}
