/// A part of the system with a location and private variables, such as the pool or the client.
public struct Component: Sendable, Hashable {
  /// The name of the component, as in `pool.at`.
  public var name: String
  /// The slot of the component's location, `pool.at`.
  public var locationSlot: Int
  /// The enum of the component's locations, by position in the type table.
  public var locations: Int
  /// The urgent locations, which the component leaves at once, ascending.
  public var urgent: [Int]
}

/// A message between components, or from a component to the app.
public struct Message: Sendable, Hashable {
  /// The name of the message, unique in the model.
  public var name: String
  /// The component that receives the message; nil for a message to the app.
  public var receiver: Int?
  /// The author's class of the message: `challenge`, `nextStep`, `error` …
  public var kind: String
  /// The slots of the message's fields, in order of declaration.
  public var fields: [Int]
  /// The value of the register (`message` or `answer`) while this message is under way.
  public var code: Int
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// The form of the message on the wire.
  public var wire: WireForm
  /// Where the message is declared.
  public var location: SourceLocation
}
