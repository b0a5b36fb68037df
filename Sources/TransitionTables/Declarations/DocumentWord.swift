/// A word of documents that describe configurations, and the value of a parameter that it means.
public struct DocumentWord: Sendable {
  /// Which documents have it, by the model's name for them.
  public var document: String
  /// The slot of the parameter.
  public var parameter: Int
  /// As the documents spell it.
  public var word: String
  /// A member of the parameter's enum; nil where the word says nothing of the model.
  public var member: String?
  /// Where it is declared.
  public var location: SourceLocation
}
