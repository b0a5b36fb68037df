import SafeText

/// Reads JSON into located nodes: strings become quoted scalars; numbers, `true`, `false` and
/// `null` become plain scalars with the text as written. The last value of a repeated key is kept;
/// the caller decides whether repeated keys are an error.
struct JSONReader {
  let file: String
  let lines: [String]

  /// Whether the text begins as JSON: a bracket, followed by a character that YAML would rarely
  /// have.
  ///
  /// A key of JSON is quoted, so `{ pool: retail }` can only be YAML's flow style.
  static func isJSON(_ text: String) -> Bool {
    var previous: UInt8?
    for byte in text.utf8 where !" \t\r\n".utf8.contains(byte) {
      switch (previous, byte) {
      case (nil, UInt8(ascii: "{")), (nil, UInt8(ascii: "[")): previous = byte
      case (nil, _): return false
      case (UInt8(ascii: "{"), UInt8(ascii: "\"")), (UInt8(ascii: "{"), UInt8(ascii: "}")):
        return true
      case (UInt8(ascii: "["), _): return "[{\"]-0123456789".utf8.contains(byte)
      default: return false
      }
    }
    return previous != nil
  }

  /// Returns the root of a text; the last value of a repeated key is kept.
  /// - Parameter repeated: receives the diagnostics of repeated keys.
  /// - Throws: a ``DiagnosticList`` with one diagnostic.
  static func read(
    _ text: String, file: String, lines: [String], repeated: inout [Diagnostic]
  ) throws(DiagnosticList) -> LocatedNode {
    let reader = JSONReader(file: file, lines: lines)
    let tree: JSONTree
    do throws(JSONFault) {
      tree = try JSONParser.parse(
        Array(text.utf8), deepest: LocatedDocument.deepestNesting,
        mostValues: LocatedDocument.mostValues)
    } catch {
      throw DiagnosticList([reader.diagnostic(error)])
    }
    return reader.node(tree, &repeated)
  }

  private func node(_ tree: JSONTree, _ repeated: inout [Diagnostic]) -> LocatedNode {
    let place = location(tree.place)
    switch tree.content {
    case .string(let text): return LocatedNode(.scalar(text, quoted: true), at: place)
    case .word(let word): return LocatedNode(.scalar(word, quoted: false), at: place)
    case .array(let elements):
      return LocatedNode(.sequence(elements.map { node($0, &repeated) }), at: place)
    case .object(let members):
      var entries = UniqueEntries()
      for member in members {
        let entry = LocatedNode.Entry(
          key: member.name, keyLocation: location(member.place),
          value: node(member.value, &repeated))
        entries.append(entry, lines: lines, repeated: &repeated)
      }
      return LocatedNode(.mapping(entries.all), at: place)
    }
  }

  private func location(_ place: JSONTree.Place) -> SourceLocation {
    SourceLocation(file: file, line: place.line, column: place.column)
  }

  private func diagnostic(_ fault: JSONFault) -> Diagnostic {
    let place = location(fault.place)
    switch fault.kind {
    case .tooDeep: return .tooDeep(at: place)
    case .tooManyValues: return .tooManyValues(at: place)
    case .notJSON:
      return Diagnostic(
        "document.not-json", at: place, "this is not JSON: \(fault.problem)",
        remedy: fault.remedy
      ).pointing(into: lines)
    }
  }
}
