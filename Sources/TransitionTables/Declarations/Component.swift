/// A part of the system with a location and private variables, such as the pool or the client.
public struct Component: Sendable, Hashable {
  /// Its name, as in `pool.at`.
  public var name: String
  /// The slot of its location, `pool.at`.
  public var locationSlot: Int
  /// The enum of its locations.
  public var locations: Int
  /// Locations that it leaves at once, ascending.
  public var urgent: [Int]
}

/// What components send each other, or the app.
public struct Message: Sendable, Hashable {
  /// Its name, unique in the model.
  public var name: String
  /// The component that receives it; nil for a message to the app.
  public var receiver: Int?
  /// The author's class of it: `challenge`, `nextStep`, `error` …
  public var kind: String
  /// The slots of its fields, in order of declaration.
  public var fields: [Int]
  /// The value of the register (`message` or `answer`) while it is under way.
  public var code: Int
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// How it looks on the wire.
  public var wire: WireForm
  /// Where it is declared.
  public var location: SourceLocation
}
