/// The property of documents that states a parameter.
public struct DocumentProperty: Sendable, Hashable {
  /// What has the property, as the model calls it.
  public var owner: String
  /// Its name with the records that hold it; `[]` stands for each element of a list.
  public var name: String
  /// What it is called in answers, where that is another name; else empty.
  public var answer: String
  /// What the parameter's default means where the property is left out; empty where absence says
  /// nothing.
  public var absence: String
}

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
