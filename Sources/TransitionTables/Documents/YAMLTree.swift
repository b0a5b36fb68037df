import CYaml

/// Builds located nodes of libyaml's events.
///
/// What an alias repeats is shared, so a few hundred bytes can stand for billions of values; all of
/// them are counted, and nothing is read past ``LocatedDocument/mostValues``, or where the texts of
/// all values are longer than any document. The nesting is counted too, before it takes the stack.
struct YAMLTree {
  private let events: YAMLEvents
  private let lines: [String]
  /// What was read and is to be refused: keys that are no words.
  private(set) var complaints: [Diagnostic] = []
  /// The keys that stand twice, of which the last one counts.
  private(set) var repeated: [Diagnostic] = []
  private var anchors: [String: Anchored] = [:]
  private var values = 0
  private var bytes = 0

  /// A value that aliases may repeat, and what it holds.
  private struct Anchored {
    var node: LocatedNode
    var values: Int
    var bytes: Int
    var height: Int
  }

  /// The most bytes of all texts together; only aliases can bring more than the document has.
  private static let mostBytes = 2 * LocatedDocument.largestSize

  init(_ text: String, file: String, lines: [String]) {
    events = YAMLEvents(text, file: file)
    self.lines = lines
  }

  /// The root of the next document; nil where there is no other.
  mutating func next() throws(YAMLFault) -> LocatedNode? {
    repeat { try events.advance() } while events.kind == YAML_STREAM_START_EVENT
    guard events.kind == YAML_DOCUMENT_START_EVENT else { return nil }
    anchors = [:]
    try events.advance()
    var height = 0
    let root = try node(depth: 0, height: &height)
    try events.advance()
    return root
  }

  /// Where the document begins behind the one that was read; nil where there is none.
  mutating func placeOfAnother() throws(YAMLFault) -> SourceLocation? {
    try events.advance()
    return events.kind == YAML_DOCUMENT_START_EVENT ? events.start : nil
  }

  // MARK: Values

  /// The value that begins with this event, whose last one it goes on to.
  /// - Parameter height: raised to the depth of the deepest value in it.
  private mutating func node(depth: Int, height: inout Int) throws(YAMLFault) -> LocatedNode {
    let place = events.start
    if events.kind == YAML_ALIAS_EVENT { return try alias(at: place, depth: depth, &height) }
    height = max(height, depth)
    let (valuesBefore, bytesBefore) = (values, bytes)
    let tag = events.tag
    try count(values: 1, bytes: tag?.utf8.count ?? 0, depth: depth, at: place)
    let anchor = events.anchor
    var deepest = depth
    var node = LocatedNode(.sequence([]), at: place)
    // YAML's own tags are nobody's.
    if let tag, tag.hasPrefix("!"), tag != "!" { node.tag = tag }
    switch events.kind {
    case YAML_SEQUENCE_START_EVENT:
      node.content = .sequence(try elements(depth: depth, height: &deepest))
    case YAML_MAPPING_START_EVENT:
      node.content = .mapping(try entries(depth: depth, height: &deepest))
    default:
      let text = events.scalar
      try count(values: 0, bytes: text.utf8.count, depth: depth, at: place)
      node.content = .scalar(text, quoted: isQuoted)
      // Most scalars are nothing but their signs in one line, one after the other.
      if events.isBroken || isBlock || tag != nil || anchor != nil {
        node.pieces = TextPlace.pieces(
          of: text, in: events.source, events.range, isBlock: isBlock,
          isQuoted: isQuoted && !isBlock)
      }
    }
    height = max(height, deepest)
    if let anchor {
      anchors[anchor] = Anchored(
        node: node, values: values - valuesBefore, bytes: bytes - bytesBefore,
        height: deepest - depth)
    }
    return node
  }

  private mutating func alias(
    at place: SourceLocation, depth: Int, _ height: inout Int
  ) throws(YAMLFault) -> LocatedNode {
    guard let anchored = anchors[events.anchor ?? ""] else {
      throw .syntax("found undefined alias", place)
    }
    let deepest = depth + anchored.height
    height = max(height, deepest)
    try count(values: anchored.values, bytes: anchored.bytes, depth: deepest, at: place)
    return anchored.node
  }

  private mutating func elements(depth: Int, height: inout Int) throws(YAMLFault) -> [LocatedNode] {
    var elements: [LocatedNode] = []
    try events.advance()
    while events.kind != YAML_SEQUENCE_END_EVENT {
      elements.append(try node(depth: depth + 1, height: &height))
      try events.advance()
    }
    return elements
  }

  private mutating func entries(
    depth: Int, height: inout Int
  ) throws(YAMLFault) -> [LocatedNode.Entry] {
    var entries = UniqueEntries()
    try events.advance()
    while events.kind != YAML_MAPPING_END_EVENT {
      let place = events.start
      let isQuoted = isQuoted
      let key = try key(at: place, depth: depth, height: &height)
      try events.advance()
      let value = try node(depth: depth + 1, height: &height)
      try events.advance()
      guard let key else { continue }
      var entry = LocatedNode.Entry(key: key, keyLocation: place, value: value)
      entry.isQuoted = isQuoted
      entries.append(entry, lines: lines, repeated: &repeated)
    }
    return entries.all
  }

  /// A key as a word; nil, and a complaint, where it is none.
  private mutating func key(
    at place: SourceLocation, depth: Int, height: inout Int
  ) throws(YAMLFault) -> String? {
    if events.kind == YAML_SCALAR_EVENT, events.anchor == nil {
      let text = events.scalar
      let bytes = text.utf8.count + (events.tag?.utf8.count ?? 0)
      try count(values: 0, bytes: bytes, depth: depth, at: place)
      return text
    }
    if let text = try node(depth: depth + 1, height: &height).text { return text }
    let fault = Diagnostic(
      "document.not-yaml", at: place, "a key is not a word", remedy: "write plain words as keys")
    // Of a line that has thousands, few are shown.
    let isShown = complaints.count < DiagnosticList.mostShown
    complaints.append(isShown ? fault.pointing(into: lines) : fault)
    return nil
  }

  /// Whether a scalar is more than plain words.
  private var isQuoted: Bool {
    events.kind == YAML_SCALAR_EVENT && events.style != YAML_PLAIN_SCALAR_STYLE
  }

  /// Whether a scalar stands in the lines below its indicator.
  private var isBlock: Bool {
    [YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE].contains(events.style)
  }

  // MARK: Limits

  private mutating func count(
    values more: Int, bytes moreBytes: Int, depth: Int, at place: SourceLocation
  ) throws(YAMLFault) {
    values += more
    bytes += moreBytes
    if depth > LocatedDocument.deepestNesting { throw refused(.tooDeep(at: place)) }
    if values > LocatedDocument.mostValues {
      let remedy = "write out what its aliases repeat, or give a smaller document"
      throw refused(.tooManyValues(at: place, remedy: remedy))
    }
    if bytes > Self.mostBytes { throw refused(.tooManyBytes(Self.mostBytes, at: place)) }
  }

  private func refused(_ reason: Diagnostic) -> YAMLFault {
    .refused(DiagnosticList(complaints + [reason.pointing(into: lines)]))
  }
}
