/// What one client may cost: more is refused, and the endpoint goes on.
public struct EndpointLimits: Sendable {
  /// The longest body, in bytes; longer ones are answered with 413.
  public var body = 1 << 20
  /// The longest header with its name, in bytes.
  public var header = 32_768
  /// All headers of a request, in bytes.
  public var headers = 65_536
  /// How many headers a request has.
  public var headerCount = 100
  /// How many seconds a connection may be silent between requests.
  public var silence: Int64 = 60
  /// How many seconds a request may take to arrive, from its first header to its last byte.
  public var arrival: Int64 = 15
  /// How many connections are open at once; further ones are closed at once.
  public var connections = 4_096

  /// The limits that `serve` has.
  public init() {}
}
