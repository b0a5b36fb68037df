/// The description of a drawing for a reader who cannot see it, in an SVG's `<title>` and `<desc>`.
public struct TextAlternative: Sendable, Hashable {
  /// The drawing's name, which is the prefix of the ids of both elements; a valid XML id.
  public var id: String
  /// The title, in one line.
  public var title: String
  /// The description, in one or two sentences.
  public var description: String
  /// The language of title, description and labels, as in `xml:lang`.
  public var language: String

  /// Makes an alternative; parts that are empty are left out of the SVG.
  public init(id: String, title: String, description: String = "", language: String = "en") {
    self.id = id
    self.title = title
    self.description = description
    self.language = language
  }

  /// An empty alternative.
  public static let none = TextAlternative(id: "diagram", title: "")
}
