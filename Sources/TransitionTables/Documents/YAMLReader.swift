import Yams

/// Reads YAML 1.1 into located nodes with Yams, and turns its complaints into diagnostics.
enum YAMLReader {
  /// The root of the text, of a key that stands twice the last value.
  ///
  /// The parser refuses such a text as a whole, so each earlier key is given a name that nobody
  /// writes, of the same length, and left out of what was read.
  /// - Parameter repeated: the keys that stand twice, as the diagnostics that they would be.
  /// - Throws: a ``DiagnosticList``; the codes stand at
  ///   ``LocatedDocument/init(parsing:file:takesLast:)``.
  static func readLast(
    _ text: String, file: String, lines: [String], repeated: inout [Diagnostic]
  ) throws(DiagnosticList) -> LocatedNode {
    var changed = lines
    while true {
      do throws(DiagnosticList) {
        let text = repeated.isEmpty ? text : changed.joined(separator: "\n")
        return try read(text, file: file, lines: changed, leavesMarkedOut: !repeated.isEmpty)
      } catch {
        guard let fault = error.diagnostics.first, let first = fault.related,
          repeated.count < min(Self.mostRepeated, Self.mostBytes / max(1, text.utf8.count))
        else { throw error }
        var line = Array(changed[first.line - 1].unicodeScalars)
        let column = "\"'".unicodeScalars.contains(line[first.column - 1]) ? 0 : 1
        line[first.column - column] = NodeConverter.marks[repeated.count]
        changed[first.line - 1] = String(String.UnicodeScalarView(line))
        repeated.append(fault)
      }
    }
  }

  /// The most keys that may stand twice, and how many bytes may be parsed: for each key the text is
  /// parsed once more.
  private static let mostRepeated = 20
  private static let mostBytes = 2_000_000

  /// The root of the text.
  /// - Throws: a ``DiagnosticList``; the codes stand at
  ///   ``LocatedDocument/init(parsing:file:takesLast:)``.
  static func read(
    _ text: String, file: String, lines: [String], leavesMarkedOut: Bool = false
  ) throws(DiagnosticList) -> LocatedNode {
    if let danger = YAMLHazards.first(in: lines, file: file) { throw DiagnosticList([danger]) }
    do {
      guard let node = try Yams.compose(yaml: text, .basic) else {
        throw DiagnosticList([.empty(file: file)])
      }
      var converter = NodeConverter(file: file, lines: lines, leavesMarkedOut: leavesMarkedOut)
      let root = converter.convert(
        node, fallback: SourceLocation(file: file, line: 1), depth: 0)
      guard converter.diagnostics.isEmpty else { throw DiagnosticList(converter.diagnostics) }
      return root
    } catch let list as DiagnosticList {
      throw list
    } catch {
      throw DiagnosticList([diagnostic(for: error, file: file, lines: lines)])
    }
  }

  /// The roots of the documents of a stream, all in the places of the stream.
  /// - Throws: a ``DiagnosticList``; the codes stand at
  ///   ``LocatedDocument/init(parsing:file:takesLast:)``.
  static func readStream(
    _ lines: [String], file: String
  ) throws(DiagnosticList) -> [LocatedNode] {
    if let danger = YAMLHazards.first(in: lines, file: file) { throw DiagnosticList([danger]) }
    var converter = NodeConverter(file: file, lines: lines)
    var roots: [LocatedNode] = []
    do {
      let parser = try Parser(yaml: lines.joined(separator: "\n"), resolver: .basic)
      while let node = try parser.nextRoot() {
        let start = SourceLocation(file: file, line: 1)
        roots.append(converter.convert(node, fallback: start, depth: 0))
      }
    } catch {
      throw DiagnosticList([diagnostic(for: error, file: file, lines: lines)])
    }
    guard converter.diagnostics.isEmpty else { throw DiagnosticList(converter.diagnostics) }
    return roots
  }

  private static func diagnostic(for error: any Error, file: String, lines: [String]) -> Diagnostic
  {
    var location = SourceLocation(file: file)
    var message = "the file is not YAML or JSON"
    if let yaml = error as? YamlError {
      switch yaml {
      case .composer(_, "but found another document", let mark, _):
        return Diagnostic(
          "document.several", at: SourceLocation(file: file, line: mark.line, column: mark.column),
          "a second document begins here", remedy: "keep one document in a file"
        ).pointing(into: lines)
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        location = SourceLocation(file: file, line: mark.line, column: mark.column)
        if let tab = indentingTab(in: lines, line: mark.line, file: file) { return tab }
        message += ": \(problem)"
      case .reader(let problem, let offset, _, _):
        location = place(ofByte: offset, file: file, lines: lines)
        message += ": \(problem)"
      case .duplicatedKeysInMapping(let duplicates, let context):
        let start = SourceLocation(
          file: file, line: context.mark.line, column: context.mark.column)
        return twice(duplicates.sorted(), in: start, lines: lines)
      default:
        break
      }
    }
    return Diagnostic(
      "document.not-yaml", at: location, message,
      remedy: "correct the syntax; `waymark explain document.not-yaml` lists common mistakes"
    ).pointing(into: lines)
  }

  /// A key that stands twice, at the second place where both are found.
  private static func twice(
    _ keys: [String], in mapping: SourceLocation, lines: [String]
  ) -> Diagnostic {
    let key = keys.first ?? ""
    let found = DuplicateKey(lines: lines, key: key).places(inMappingAt: mapping)
    return Diagnostic.duplicateKey(key, at: found?.second ?? mapping, first: found?.first)
      .pointing(into: lines)
  }

  /// A tab among the blanks that indent a line, which is what the scanner stumbles over there.
  private static func indentingTab(in lines: [String], line: Int, file: String) -> Diagnostic? {
    guard lines.indices.contains(line - 1) else { return nil }
    let indentation = lines[line - 1].unicodeScalars.prefix { $0 == " " || $0 == "\t" }
    guard let place = Array(indentation).firstIndex(of: "\t") else { return nil }
    return Diagnostic(
      "document.tab", at: SourceLocation(file: file, line: line, column: place + 1),
      "a tab indents this line; YAML takes spaces alone", remedy: "write two spaces for each level"
    ).pointing(into: lines)
  }

  /// Where the byte with this offset stands; the last place of the text where it is beyond.
  private static func place(ofByte offset: Int?, file: String, lines: [String]) -> SourceLocation {
    guard var rest = offset else { return SourceLocation(file: file) }
    for (index, line) in lines.enumerated() {
      if rest <= line.utf8.count {
        let column = String(decoding: line.utf8.prefix(rest), as: UTF8.self).unicodeScalars.count
        return SourceLocation(file: file, line: index + 1, column: column + 1)
      }
      rest -= line.utf8.count + 1
    }
    return SourceLocation(file: file, line: lines.count)
  }
}
