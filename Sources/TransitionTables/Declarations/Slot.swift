/// One cell of a valuation: a parameter, a variable or one member of an indexed variable, a
/// component's location, a message under way or one of its fields, an action's input.
///
/// All of them are addressed by position, so that expressions, decision diagrams and packed states
/// share one numbering.
public struct Slot: Sendable, Hashable {
  /// What the cell belongs to.
  public enum Kind: Sendable, Hashable {
    case parameter
    case assumption
    /// A state variable, shared or private to a component.
    case variable(component: Int?)
    case location(component: Int)
    /// Which message is under way to a component; its first value means none.
    case message
    /// A field of a message to a component.
    case field(message: Int)
    /// What the app received last in this step; its first value means nothing.
    case answer
    /// A field of a message to the app.
    case answerField(message: Int)
    case observer
    case input(action: Int)
  }

  /// `mfa`, `preference[sms]`, `client.at`, `InitiateAuth.flow`, `confirmSignIn.answer`.
  public var name: String
  /// The values that it takes.
  public var type: ValueType
  /// What it belongs to.
  public var kind: Kind
  /// The value in the initial state, or a parameter's default.
  public var initial: Int
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
  /// The configurations that have it, a condition on parameters. In all others a variable keeps its
  /// initial value and takes no room in a state.
  public var presence: Expression = .yes
  /// Whether a parameter is a setting of what is modelled, and not a choice of what is explored.
  public var isSetting = true
  /// How its values are reported to people who do not know the table, or nil.
  public var sayings: Sayings?
  /// Where an assumption comes from; nil for everything else.
  public var source: Source?
  /// Where documents state a parameter; nil where none does.
  public var property: DocumentProperty?

  /// Whether its value is part of a state, at rest or on the way.
  public var isState: Bool {
    switch kind {
    case .parameter, .assumption, .input: false
    default: true
    }
  }

  /// Whether it is forgotten when the system comes to rest.
  public var isTransient: Bool {
    switch kind {
    case .message, .field, .answer, .answerField: true
    default: false
    }
  }

  /// Whether it stays fixed during an exploration.
  public var isParameter: Bool { kind == .parameter || kind == .assumption }

  /// The name without the message or action that it belongs to.
  package var ownName: String { String(name.drop { $0 != "." }.dropFirst()) }

  /// Whether ``ownName`` equals a text, without making a string.
  package func isNamed(_ text: String) -> Bool {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return text.isEmpty }
    return name[name.utf8.index(after: dot)...] == text
  }
}
