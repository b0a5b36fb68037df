import TransitionTables

/// What the model says about one of its parameters: the values that it may take.
///
/// The readers of pool documents know Cognito's fields and spellings; which parameters there are,
/// and with which members, only the model's declarations say.
public struct ParameterDeclaration: Sendable {
  /// The values that a parameter may take.
  public enum Kind: Hashable, Sendable {
    case bool
    /// One of these members.
    case choice([String])
    case number(ClosedRange<Int>)
    /// Any of these members.
    case set([String])
  }

  public var name: String
  public var kind: Kind
  /// One sentence for people.
  public var documentation: String
  /// Where documents of the service state it; nil where none does.
  var document: DocumentProperty?
  /// Its value where the service's documents leave it out.
  var standard: ParameterValue?
  /// What documents call its members.
  var words: [DocumentWording: WireNames] = [:]
  /// Whether it stands for a point that public evidence leaves open, which no document states.
  public var isAssumption: Bool

  public init(
    name: String, kind: Kind, documentation: String = "", isAssumption: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.documentation = documentation
    self.isAssumption = isAssumption
  }

  /// Whether the value is one that the parameter may take.
  public func allows(_ value: ParameterValue) -> Bool {
    switch (kind, value) {
    case (.bool, .bool): true
    case (.choice(let members), .choice(let member)): members.contains(member)
    case (.number(let range), .number(let number)): range.contains(number)
    case (.set(let members), .set(let chosen)): chosen.allSatisfy(members.contains)
    default: false
    }
  }
}
