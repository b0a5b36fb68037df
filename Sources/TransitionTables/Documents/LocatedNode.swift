/// A value of a YAML or JSON document with its place.
///
/// Scalars keep their text as written: `off`, `no` and `0010` are not converted to booleans or
/// numbers, since the caller knows the expected type. `tag` keeps an explicit tag such as `!Ref`
/// without interpreting it.
public struct LocatedNode: Sendable {
  /// The content of a node, by its kind.
  public enum Content: Sendable {
    /// Text; `quoted` distinguishes `"off"` from `off`.
    case scalar(String, quoted: Bool)
    case sequence([LocatedNode])
    /// The entries in the order of the document; keys are unique.
    case mapping([Entry])
  }

  /// One key of a mapping with its value.
  public struct Entry: Sendable {
    /// The text of the key.
    public var key: String
    /// The place of the key.
    public var keyLocation: SourceLocation
    /// The value of the key.
    public var value: LocatedNode
    /// Whether the key is quoted, which shifts its text by one column.
    var isQuoted = false

    /// An entry at the place of its key.
    public init(key: String, keyLocation: SourceLocation, value: LocatedNode) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  /// The content of the node.
  public var content: Content
  /// The place where the node begins.
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

  /// The places of a scalar's characters.
  var textPlace: TextPlace {
    var start = location
    if case .scalar(_, quoted: true) = content { start = start.advanced(by: 1) }
    return TextPlace(start: start, pieces: pieces)
  }

  /// Returns the place of a character in a scalar, by its offset in Unicode scalars.
  public func place(ofCharacter offset: Int) -> SourceLocation { textPlace.location(at: offset) }

  /// The text of a scalar; nil for other nodes.
  public var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether the node is a plain empty scalar, `~` or `null`: YAML's null.
  public var isNull: Bool {
    if case .scalar(let text, quoted: false) = content {
      return ["", "~", "null", "Null", "NULL"].contains(text)
    }
    return false
  }

  /// The elements of a sequence; nil for other nodes.
  public var elements: [LocatedNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The entries of a mapping in the document's order; nil for other nodes.
  public var entries: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// Returns the value of a key of a mapping, or nil. Linear in the number of keys.
  public subscript(key: String) -> LocatedNode? {
    entries?.first { $0.key == key }?.value
  }
}
