import CYaml

/// The events that libyaml parses from a text: a scalar, the start or the end of a collection, an
/// alias.
///
/// libyaml scans at most one line ahead of the current event, so a caller that stops early has paid
/// for little more than it read.
final class YAMLEvents {
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let text: UnsafeMutableBufferPointer<UInt8>
  private var event = yaml_event_t()
  /// The characters of the text.
  let source: NumberedText

  /// The events of a text; the first is available after ``advance()``.
  init(_ text: String, file: String) {
    source = NumberedText(text, file: file)
    self.text = .allocate(capacity: text.utf8.count + 1)
    _ = self.text.initialize(from: text.utf8)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, self.text.baseAddress, text.utf8.count)
  }

  deinit {
    yaml_event_delete(&event)
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  /// Advances to the next event.
  /// - Throws: a syntax error, with its place.
  func advance() throws(YAMLFault) {
    yaml_event_delete(&event)
    guard yaml_parser_parse(parser, &event) == 0 else { return }
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
    let isUnreadable = parser.pointee.error == YAML_READER_ERROR
    guard isUnreadable else { throw .syntax(problem, place(parser.pointee.problem_mark)) }
    let before = text.prefix(parser.pointee.problem_offset)
    throw .noCharacter(problem, source.place(of: before.count { !UTF8.isContinuation($0) }))
  }

  /// The kind of the current event.
  var kind: yaml_event_type_t { event.type }

  /// The place where the current event begins.
  var start: SourceLocation { place(event.start_mark) }

  /// The range of the current event's characters.
  var range: Range<Int> { event.start_mark.index..<event.end_mark.index }

  /// Whether the current event spans several lines.
  var isBroken: Bool { event.start_mark.line != event.end_mark.line }

  /// The text of a scalar.
  var scalar: String {
    let scalar = event.data.scalar
    return String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
  }

  /// The style in which a scalar is written.
  var style: yaml_scalar_style_t { event.data.scalar.style }

  /// The anchor that an alias repeats, or that a scalar or collection defines.
  var anchor: String? {
    switch kind {
    case YAML_ALIAS_EVENT: Self.word(event.data.alias.anchor)
    case YAML_SCALAR_EVENT: Self.word(event.data.scalar.anchor)
    case YAML_SEQUENCE_START_EVENT: Self.word(event.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: Self.word(event.data.mapping_start.anchor)
    default: nil
    }
  }

  /// The tag of a scalar or collection, expanded by directives.
  var tag: String? {
    switch kind {
    case YAML_SCALAR_EVENT: Self.word(event.data.scalar.tag)
    case YAML_SEQUENCE_START_EVENT: Self.word(event.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT: Self.word(event.data.mapping_start.tag)
    default: nil
    }
  }

  private static func word(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    characters.map { String(cString: $0) }
  }

  private func place(_ mark: yaml_mark_t) -> SourceLocation {
    source.place(of: mark.index)
  }
}

/// The reason why a text is not parsed to its end; the problems are in libyaml's words.
enum YAMLFault: Error {
  /// A syntax error that libyaml detected at this place.
  case syntax(String, SourceLocation)
  /// A character at this place that YAML does not permit.
  case noCharacter(String, SourceLocation)
  /// The text is too large, too deep or otherwise refused.
  case refused(DiagnosticList)
}
