/// The limits on what one client may use; what exceeds them is refused, and the endpoint goes on.
public struct EndpointLimits: Sendable {
  /// The longest body, in bytes; a longer one is answered with 413.
  public var body = 1 << 20
  /// The longest header, name included, in bytes.
  public var header = 32_768
  /// The size of all headers of a request together, in bytes.
  public var headers = 65_536
  /// The largest number of headers of a request.
  public var headerCount = 100
  /// The longest silence of a connection between requests, in seconds.
  public var silence: Int64 = 60
  /// The longest time for a request to arrive, from its first header to its last byte, in seconds.
  public var arrival: Int64 = 15
  /// The largest number of open connections; further ones are closed at once.
  public var connections = 4_096

  /// The default limits of `serve`.
  public init() {}
}
