import CYaml

/// Builds located nodes from libyaml's events.
///
/// Nodes that an alias repeats are shared, so a few hundred bytes can stand for billions of values.
/// All of them are counted; reading stops at ``LocatedDocument/mostValues``, or when the texts of
/// all values are longer than any document may be. The nesting is checked before it exhausts the
/// stack.
struct YAMLTree {
  private let events: YAMLEvents
  private let lines: [String]
  /// The diagnostics of keys that are not scalars.
  private(set) var complaints: [Diagnostic] = []
  /// The diagnostics of repeated keys, of which the last value is kept.
  private(set) var repeated: [Diagnostic] = []
  private var anchors: [String: Anchored] = [:]
  private var values = 0
  private var bytes = 0

  /// A value that aliases may repeat, with its counts.
  private struct Anchored {
    var node: LocatedNode
    var values: Int
    var bytes: Int
    var height: Int
  }

  /// The most bytes of all texts together; only aliases can make them longer than the document.
  private static let mostBytes = 2 * LocatedDocument.largestSize

  init(_ text: String, file: String, lines: [String]) {
    events = YAMLEvents(text, file: file)
    self.lines = lines
  }

  /// Returns the root of the next document; nil where there is none.
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

  /// Returns the place where the next document begins; nil where there is none.
  mutating func placeOfAnother() throws(YAMLFault) -> SourceLocation? {
    try events.advance()
    return events.kind == YAML_DOCUMENT_START_EVENT ? events.start : nil
  }

  // MARK: Values

  /// Returns the value that begins with the current event, and advances to its last event.
  /// - Parameter height: raised to the depth of the deepest value inside.
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
    // YAML's own tags are not kept.
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
      // Most scalars are a single line of plain characters, whose places need no search.
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

  /// Returns the text of a key; nil, and a diagnostic, where it is not a scalar.
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
    // A line with thousands of faults is shown only a few times.
    let isShown = complaints.count < DiagnosticList.mostShown
    complaints.append(isShown ? fault.pointing(into: lines) : fault)
    return nil
  }

  /// Whether a scalar is not plain.
  private var isQuoted: Bool {
    events.kind == YAML_SCALAR_EVENT && events.style != YAML_PLAIN_SCALAR_STYLE
  }

  /// Whether a scalar's text is on the lines below its indicator.
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
