/// The description of a drawing for a reader who cannot see it, in an SVG's `<title>` and `<desc>`.
public struct TextAlternative: Sendable, Hashable {
  /// The drawing's name, the start of the ids of the two elements; a valid XML id.
  public var id: String
  /// One line.
  public var title: String
  /// One or two sentences.
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

  /// Nothing to describe.
  public static let none = TextAlternative(id: "diagram", title: "")
}
