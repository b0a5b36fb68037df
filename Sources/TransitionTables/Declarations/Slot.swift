/// One cell of a valuation: a parameter, a variable or one member of an indexed variable, a
/// component's location, a message under way or one of its fields, an action's input.
///
/// All of them are addressed by position, so that expressions, decision diagrams and packed states
/// share one numbering.
public struct Slot: Sendable, Hashable {
  /// The declaration that a slot belongs to.
  public enum Kind: Sendable, Hashable {
    case parameter
    case assumption
    /// A state variable, shared or private to a component.
    case variable(component: Int?)
    case location(component: Int)
    /// The message that is under way to a component; the first value means none.
    case message
    /// A field of a message to a component.
    case field(message: Int)
    /// The message that the app received last in this step; the first value means none.
    case answer
    /// A field of a message to the app.
    case answerField(message: Int)
    case observer
    case input(action: Int)
  }

  /// The name: `mfa`, `preference[sms]`, `client.at`, `InitiateAuth.flow`, `confirmSignIn.answer`.
  public var name: String
  /// The type of the slot's values.
  public var type: ValueType
  /// The declaration that the slot belongs to.
  public var kind: Kind
  /// The value in the initial state, or a parameter's default.
  public var initial: Int
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where the slot is declared.
  public var location: SourceLocation
  /// The configurations in which the slot exists, as a condition on parameters. In all others a
  /// variable keeps its initial value and takes no bits in a state.
  public var presence: Expression = .yes
  /// Whether a parameter is a setting of the modelled service, rather than a choice of what is
  /// explored.
  public var isSetting = true
  /// The phrases for its values, for readers who do not know the table, or nil.
  public var sayings: Sayings?
  /// The source of an assumption; nil for every other slot.
  public var source: Source?
  /// The property of documents that states a parameter; nil where none does.
  public var property: DocumentProperty?

  /// Whether the slot is part of a state, at rest or within a step.
  public var isState: Bool {
    switch kind {
    case .parameter, .assumption, .input: false
    default: true
    }
  }

  /// Whether the slot is reset when the system comes to rest.
  public var isTransient: Bool {
    switch kind {
    case .message, .field, .answer, .answerField: true
    default: false
    }
  }

  /// Whether the slot stays fixed during an exploration.
  public var isParameter: Bool { kind == .parameter || kind == .assumption }

  /// The name without the message or action that the slot belongs to.
  package var ownName: String { String(name.drop { $0 != "." }.dropFirst()) }

  /// Whether ``ownName`` equals a text, without creating a string.
  package func isNamed(_ text: String) -> Bool {
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return text.isEmpty }
    return name[name.utf8.index(after: dot)...] == text
  }
}
