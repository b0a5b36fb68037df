/// Reads YAML 1.1 into located nodes, and converts libyaml's errors to diagnostics.
struct YAMLReader {
  let file: String
  let lines: [String]

  /// The most lines that may begin like directives, such as `%TAG`: libyaml compares each with all
  /// earlier ones.
  private static let mostDirectives = 1_000

  /// Returns the root of a text; the last value of a repeated key is kept.
  /// - Parameter repeated: receives the diagnostics of repeated keys.
  /// - Throws: a ``DiagnosticList`` with a code listed at
  ///   ``LocatedDocument/init(parsing:file:takesLast:)``.
  static func read(
    _ text: String, file: String, lines: [String], repeated: inout [Diagnostic]
  ) throws(DiagnosticList) -> LocatedNode {
    let reader = YAMLReader(file: file, lines: lines)
    return try reader.read(text, repeated: &repeated) { tree throws(YAMLFault) in
      guard let root = try tree.next() else {
        throw .refused(DiagnosticList([.empty(file: file)]))
      }
      if let second = try tree.placeOfAnother() { throw reader.several(at: second) }
      return root
    }
  }

  /// Returns the roots of the documents in a stream; all places refer to the stream.
  /// - Throws: a ``DiagnosticList`` with a code listed at
  ///   ``LocatedDocument/init(parsing:file:takesLast:)``.
  static func readStream(
    _ lines: [String], file: String
  ) throws(DiagnosticList) -> [LocatedNode] {
    let reader = YAMLReader(file: file, lines: lines)
    var repeated: [Diagnostic] = []
    let roots = try reader.read(lines.joined(separator: "\n"), repeated: &repeated) {
      tree throws(YAMLFault) in
      var roots: [LocatedNode] = []
      while let root = try tree.next() { roots.append(root) }
      return roots
    }
    if let fault = repeated.first { throw DiagnosticList([fault]) }
    return roots
  }

  private func read<Value>(
    _ text: String, repeated: inout [Diagnostic],
    _ body: (inout YAMLTree) throws(YAMLFault) -> Value
  ) throws(DiagnosticList) -> Value {
    try refuseDirectives()
    var tree = YAMLTree(text, file: file, lines: lines)
    let value: Value
    do throws(YAMLFault) {
      value = try body(&tree)
    } catch {
      throw diagnostics(error)
    }
    guard tree.complaints.isEmpty else { throw DiagnosticList(tree.complaints) }
    repeated = tree.repeated
    return value
  }

  private func refuseDirectives() throws(DiagnosticList) {
    var rest = Self.mostDirectives
    let excess = lines.firstIndex { line in
      guard line.utf8.contains(UInt8(ascii: "%")) else { return false }
      // libyaml knows further line ends.
      rest -= line.unicodeScalars.split(whereSeparator: \.isLineEnd).count { $0.first == "%" }
      return rest < 0
    }
    guard let excess else { return }
    let place = SourceLocation(file: file, line: excess + 1)
    let fault = Diagnostic.tooManyValues(
      at: place, "more than \(Self.mostDirectives) lines begin with `%`, as directives do",
      remedy: "take the directives out, or indent the lines")
    throw DiagnosticList([fault.pointing(into: lines)])
  }

  private func several(at place: SourceLocation) -> YAMLFault {
    let fault = Diagnostic(
      "document.several", at: place, "a second document begins here",
      remedy: "keep one document in a file")
    return .refused(DiagnosticList([fault.pointing(into: lines)]))
  }

  private func diagnostics(_ fault: YAMLFault) -> DiagnosticList {
    switch fault {
    case .refused(let list): return list
    case .noCharacter(let problem, let place):
      return DiagnosticList([notYAML(problem, at: place)])
    // libyaml's own nesting limit may be reached before any event, where it looks ahead.
    case .syntax(let problem, let place) where problem.hasPrefix("Maximum nesting level"):
      return DiagnosticList([Diagnostic.tooDeep(at: place).pointing(into: lines)])
    case .syntax(let problem, let place):
      return DiagnosticList([indentingTab(line: place.line) ?? notYAML(problem, at: place)])
    }
  }

  private func notYAML(_ problem: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      "document.not-yaml", at: place, "the file is not YAML or JSON: \(problem)",
      remedy: "correct the syntax; `waymark explain document.not-yaml` lists common mistakes"
    ).pointing(into: lines)
  }

  /// Returns the diagnostic of a tab in the indentation of a line, the usual cause of a scanner
  /// error.
  private func indentingTab(line: Int) -> Diagnostic? {
    guard lines.indices.contains(line - 1) else { return nil }
    let indentation = lines[line - 1].unicodeScalars.prefix { $0 == " " || $0 == "\t" }
    guard let place = Array(indentation).firstIndex(of: "\t") else { return nil }
    return Diagnostic(
      "document.tab", at: SourceLocation(file: file, line: line, column: place + 1),
      "a tab indents this line; YAML takes spaces alone", remedy: "write two spaces for each level"
    ).pointing(into: lines)
  }
}
