import TransitionTables

/// The model's declaration of a parameter, with the values that it may take.
///
/// The readers of pool documents know Cognito's fields and spellings. Only the model's declarations
/// define which parameters exist and which members they have.
public struct ParameterDeclaration: Sendable {
  /// The type of a parameter.
  public enum Kind: Hashable, Sendable {
    case bool
    /// One of the given members.
    case choice([String])
    case number(ClosedRange<Int>)
    /// Any of the given members.
    case set([String])
  }

  public var name: String
  public var kind: Kind
  /// The parameter's description in one sentence.
  public var documentation: String
  /// The property of the service's documents that states the parameter; nil where none does.
  var document: DocumentProperty?
  /// The parameter's value where the service's documents leave it out.
  var standard: ParameterValue?
  /// The words that documents use for the parameter's members.
  var words: [DocumentWording: WireNames] = [:]
  /// Whether the parameter stands for a point that public evidence leaves open and no document
  /// states.
  public var isAssumption: Bool

  public init(
    name: String, kind: Kind, documentation: String = "", isAssumption: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.documentation = documentation
    self.isAssumption = isAssumption
  }

  /// Whether the parameter may take the value.
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
