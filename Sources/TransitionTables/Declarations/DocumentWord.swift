/// The property in a document that states the value of a parameter.
public struct DocumentProperty: Sendable, Hashable {
  /// The kind of object that has the property, by the model's name for it.
  public var owner: String
  /// The path of the property through the records that hold it; `[]` stands for each element of a
  /// list.
  public var name: String
  /// The name of the property in replies, where it differs; else empty.
  public var answer: String
  /// The meaning of the parameter's default where the property is left out; empty where absence has
  /// no meaning.
  public var absence: String
}

/// A word in documents that describe configurations, and the parameter value that it stands for.
public struct DocumentWord: Sendable {
  /// The kind of document that contains the word, by the model's name for it.
  public var document: String
  /// The slot of the parameter.
  public var parameter: Int
  /// The word as documents spell it.
  public var word: String
  /// The member of the parameter's enum; nil where the word has no counterpart in the model.
  public var member: String?
  /// Where the word is declared.
  public var location: SourceLocation
}
