/// A value of a YAML or JSON document that knows where it stands.
///
/// Scalars keep their text as written: `off`, `no` and `0010` are never turned into booleans or
/// numbers behind the author's back, the reader decides by the type it expects. `tag` keeps an
/// explicit tag such as `!Ref`, without interpreting it.
public struct LocatedNode: Sendable {
  /// What kind of value it is.
  public enum Content: Sendable {
    /// Text; `quoted` distinguishes `"off"` from `off`.
    case scalar(String, quoted: Bool)
    case sequence([LocatedNode])
    /// In the order of the document; keys are unique.
    case mapping([Entry])
  }

  /// One key with its value.
  public struct Entry: Sendable {
    /// The key as a word.
    public var key: String
    /// Where the key stands.
    public var keyLocation: SourceLocation
    /// What stands under the key.
    public var value: LocatedNode
    /// Whether the key stands in quotes, which move its text by one column.
    var isQuoted = false

    /// An entry at the place of its key.
    public init(key: String, keyLocation: SourceLocation, value: LocatedNode) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  /// The value itself.
  public var content: Content
  /// Where it begins.
  public var location: SourceLocation
  /// An explicit local tag such as `!Ref`, or nil.
  public var tag: String?
  /// The lines of a scalar that runs over several; see ``TextPlace``.
  var pieces: [TextPlace.Piece] = []

  /// A node at a place of a document.
  public init(_ content: Content, at location: SourceLocation, tag: String? = nil) {
    self.content = content
    self.location = location
    self.tag = tag
  }

  /// Where the characters of a scalar stand.
  var textPlace: TextPlace {
    var start = location
    if case .scalar(_, quoted: true) = content { start = start.advanced(by: 1) }
    return TextPlace(start: start, pieces: pieces)
  }

  /// Where a character of a scalar stands, by its number of Unicode scalars from the start.
  public func place(ofCharacter offset: Int) -> SourceLocation { textPlace.location(at: offset) }

  /// The text of a scalar, else nil.
  public var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether it is a plain empty scalar, `~` or `null`: what YAML writes for "nothing".
  public var isNull: Bool {
    if case .scalar(let text, quoted: false) = content {
      return ["", "~", "null", "Null", "NULL"].contains(text)
    }
    return false
  }

  /// The elements of a sequence, else nil.
  public var elements: [LocatedNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The entries of a mapping in the document's order, else nil.
  public var entries: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The value of a key of a mapping, or nil. Linear in the number of keys.
  public subscript(key: String) -> LocatedNode? {
    entries?.first { $0.key == key }?.value
  }
}
