import Testing
import TransitionTables

/// YAML with places, and the texts that must be refused before they cost anything.
@Suite struct LocatedDocumentTests {
  private func fault(_ text: String) -> Diagnostic? { fault(Array(text.utf8)) }

  private func fault(_ bytes: [UInt8]) -> Diagnostic? {
    do throws(DiagnosticList) {
      _ = try LocatedDocument(bytes: bytes, file: "a.yaml")
      return nil
    } catch {
      return error.diagnostics.first
    }
  }

  /// Nine lines that stand for nine to the twelfth values.
  private let laughs =
    "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    + (1..<12).map { level in
      "a\(level): &a\(level) [" + String(repeating: "*a\(level - 1), ", count: 9) + "]\n"
    }.joined()

  @Test func knowsThePlaceOfKeysAndValues() throws {
    let document = try LocatedDocument(parsing: "a:\n  bé: [x, 'y']\n", file: "a.yaml")
    let entry = try #require(document.root["a"]?.entries?.first)
    #expect(entry.keyLocation == SourceLocation(file: "a.yaml", line: 2, column: 3))
    #expect(
      entry.value.elements?[1].location == SourceLocation(file: "a.yaml", line: 2, column: 11))
  }

  @Test func splitsLinesAtEveryKindOfEnd() throws {
    let document = try LocatedDocument(parsing: "a: 1\r\nb: 2\nc: 3\rd: 4", file: "a.yaml")
    #expect(document.lines == ["a: 1", "b: 2", "c: 3", "d: 4"])
    #expect(document.root["d"]?.location.line == 4)
  }

  /// libyaml ends lines there, an editor does not.
  @Test(arguments: ["\u{85}", "\u{2028}", "\u{2029}"])
  func `counts lines as an editor does`(end: String) throws {
    let text = "# x\(end)a: \"x\(end)y\"\(end)b: 1\nc: 2\n"
    let document = try LocatedDocument(parsing: text, file: "a.yaml")
    #expect(document.lines == ["# x\(end)a: \"x\(end)y\"\(end)b: 1", "c: 2", ""])
    #expect(document.root.entries?.map(\.keyLocation.line) == [1, 1, 2])
    #expect(document.root.entries?.map(\.keyLocation.column) == [5, 14, 1])
    let found = fault(text + "c: [\n")
    #expect(found?.location == SourceLocation(file: "a.yaml", line: 3, column: 5))
    #expect(fault(text + "c: 3\n")?.message == "the key `c` stands twice; it stands first at 2:1")
  }

  @Test(arguments: [
    ("a: 'x y'", 2, 1, 7), ("a: x\n  y z\n\n  w", 4, 2, 5), ("a: x\n  y z\n\n  w", 6, 4, 3),
    ("a: |2-  # b\r\n   x\r\n\r\n  y", 4, 4, 3), ("a: |\r  x\r  y", 2, 3, 3),
    ("a: \"x\nb\"", 2, 2, 1), ("a: \"x\n  \\ty\n z\"", 0, 1, 5),
    // Behind a tag or an anchor.
    ("a: !Sub 'x y'", 2, 1, 12), ("a: &b x y", 2, 1, 9), ("a: &b !Sub\n  x\n  y", 2, 3, 3),
    ("a: !Sub |\n  x\n   y", 3, 3, 4), ("a: &b 'x'\n", 0, 1, 8), ("a: &b # !x\n  y", 0, 2, 3),
    // What goes on behind an end of libyaml's alone.
    ("a: 'x \u{2028}  y z'", 2, 1, 10), ("a: 'x \u{2028}  y z'", 4, 1, 12),
    ("a: >\n  x\u{85}  y", 2, 2, 7),
  ])
  func `knows the place of every character of a scalar`(
    text: String, offset: Int, line: Int, column: Int
  ) throws {
    let value = try #require(try LocatedDocument(parsing: text, file: "a.yaml").root["a"])
    #expect(
      value.place(ofCharacter: offset)
        == SourceLocation(file: "a.yaml", line: line, column: column))
  }

  @Test func readsBehindAByteOrderMark() throws {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("a: 1".utf8)
    #expect(try LocatedDocument(bytes: bytes, file: "a.yaml").root["a"]?.text == "1")
  }

  @Test func repeatsWhatAnAliasStandsFor() throws {
    let document = try LocatedDocument(parsing: "a: &x [1]\nb: *x\n", file: "a.yaml")
    #expect(document.root["b"]?.elements?.first?.text == "1")
  }

  @Test func refusesABillionLaughs() {
    #expect(fault(laughs)?.code == "document.too-many-values")
    #expect(fault(laughs)?.remedy.contains("aliases") == true)
  }

  @Test func refusesDirectivesByTheThousand() {
    let directives = (0...1_000).map { "%TAG !a\($0)! tag:x,2000:\n" }.joined()
    let found = fault(directives + "--- 1\n")
    #expect(found?.code == "document.too-many-values")
    #expect(found?.message == "more than 1000 lines begin with `%`, as directives do")
    #expect(found?.location.line == 1_001)
    #expect(fault((0..<1_000).map { "%A\($0)\n" }.joined() + "--- 1\n")?.code != found?.code)
    // They end with what no line of an editor does.
    let hidden = fault("# x\n" + directives.replacing("\n", with: "\u{85}") + "\n--- 1\n")
    #expect(hidden?.message == found?.message)
    #expect(hidden?.location.line == 2)
  }

  @Test(arguments: ["? *a11\n: 1\n", "*a11 : 1\n", "{[*a11]: 1}\n", "? - *a11\n: 1\n"])
  func refusesABillionLaughsInAKey(_ key: String) {
    let text = laughs + "b:\n  " + key.split(separator: "\n").joined(separator: "\n  ") + "\n"
    #expect(fault(text)?.code == "document.too-many-values")
  }

  @Test(arguments: ["*rules : 1\n", "? *rules\n: 1\n", "{[*rules]: 1} : 2\n", "[a]: 1\n"])
  func `a key is a word, or an alias of one`(_ line: String) throws {
    let found = try #require(fault("rules: &rules {a: 1}\n" + line))
    #expect(found.code == "document.not-yaml")
    #expect(found.message == "a key is not a word")
    #expect(found.location.line == 2)
    let named = try LocatedDocument(parsing: "a: &name b\n*name : 1\n", file: "a.yaml")
    #expect(named.root["b"]?.text == "1")
  }

  @Test func `of keys that are no words, few are shown with their line`() {
    let keys = Array(repeating: "[a]: 1", count: 300).joined(separator: ", ")
    let found = #expect(throws: DiagnosticList.self) {
      _ = try LocatedDocument(parsing: "a: {\(keys)}\n", file: "a.yaml")
    }
    #expect(found?.diagnostics.count == DiagnosticList.mostShown + 1)
  }

  @Test func `what an alias repeats is counted by its depth, too`() {
    let nested = (0..<40).reduce("1") { text, _ in "[\(text)]" }
    let text = "a: &a \(nested)\nb: "
    #expect(fault(text + "*a\n") == nil)
    #expect(fault(text + nested.replacing("1", with: "*a") + "\n")?.code == "document.too-deep")
  }

  @Test(arguments: [
    "[*a, *a, *a]", "[!e!k b, !e!k b, !e!k b]", "{!e!k b: 1, !e!k d: 1, !e!k e: 1}",
  ])
  func `what aliases and directives make of tags is counted`(_ value: String) {
    let name = String(repeating: "x", count: LocatedDocument.largestSize * 3 / 4)
    let text = "%TAG !e! !\(name)\n--- {a: &a !e!a b, c: \(value)}\n"
    let found = fault(text)
    #expect(found?.code == "document.too-many-values")
    #expect(
      found?.message
        == "with what its aliases and tags repeat the document holds more than 4194304 bytes")
    #expect(fault(text.replacing(name, with: "x")) == nil)
  }

  @Test func `of a key that stands twice the last value counts where that is asked for`() throws {
    let text = "a: 1\nb: 2\na: {c: 3, c: 4}\n"
    let document = try LocatedDocument(parsing: text, file: "a.yaml", takesLast: true)
    #expect(document.root.entries?.map(\.key) == ["b", "a"])
    #expect(document.root["a"]?["c"]?.text == "4")
    #expect(document.repeated.map(\.location.column) == [11, 1])
    let many = (0..<40).map { "k\($0 % 20): \($0)\n" }.joined()
    let last = try LocatedDocument(parsing: many, file: "a.yaml", takesLast: true)
    #expect(last.root.entries?.compactMap(\.value.text) == (20..<40).map(String.init))
    #expect(last.repeated.count == 20)
  }

  @Test func leavesTextThatLooksLikeAliasesAlone() throws {
    let text = "code: |\n" + String(repeating: "  f(a, *b) {x}: y &b\n", count: 6)
    #expect(fault(text) == nil)
  }

  @Test(arguments: ["[", "[\n", "[\na: ", "- ", "? ", "{a: "])
  func refusesDeepNesting(_ piece: String) {
    let nested = String(repeating: piece, count: 50_000)
    #expect(fault(nested)?.code == "document.too-deep")
    #expect(fault("a:\n  " + nested)?.code == "document.too-deep")
  }

  @Test func `brackets in prose are text`() throws {
    let text = (0..<100).map { "key\($0): in the interval [0, 5)\n" }.joined()
    #expect(fault(text) == nil)
  }

  @Test func refusesDeepIndentation() {
    let text = (0..<200).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(fault(text)?.code == "document.too-deep")
  }

  @Test func refusesASecondDocument() {
    let fault = fault("a: 1\n---\nb: 2\n")
    #expect(fault?.code == "document.several")
    #expect(fault?.location == SourceLocation(file: "a.yaml", line: 2, column: 1))
  }

  @Test(arguments: ["", " \n\t\n", "# nothing\n", "\u{FEFF}"]) func refusesEmptiness(_ text: String)
  {
    #expect(fault(text)?.code == "document.empty")
  }

  @Test(arguments: [true, false])
  func `reads UTF-16 with a byte order mark`(isLittle: Bool) throws {
    let units = "\u{FEFF}a: 1\nb: é".utf16
    let bytes = units.flatMap { unit in
      isLittle
        ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    let document = try LocatedDocument(bytes: bytes, file: "a.yaml")
    #expect(document.root["b"]?.text == "é")
    #expect(document.root["b"]?.location == SourceLocation(file: "a.yaml", line: 2, column: 4))
  }

  @Test func refusesBytesThatAreNoText() {
    #expect(fault([0x61, 0, 0x62])?.message == "the file is binary: it holds a zero byte")
    #expect(fault([0xFF, 0xFE, 0x61])?.message == "the file begins as UTF-16 and is none")
    #expect(fault([0xFF, 0xFE, 0, 0xD8])?.message == "the file begins as UTF-16 and is none")
    let latin = fault(Array("a: 1\nb: caf".utf8) + [0xE9, 0x0A])
    #expect(latin?.code == "document.not-text")
    #expect(latin?.location == SourceLocation(file: "a.yaml", line: 2, column: 7))
  }

  @Test func refusesControlCharactersAtTheirPlace() {
    let fault = fault("a: 1\nb: \u{1}\n")
    #expect(fault?.code == "document.not-yaml")
    #expect(fault?.location == SourceLocation(file: "a.yaml", line: 2, column: 4))
    let later = self.fault("a: 1\r\nb: é\r\nc: \u{1}\r\n")
    #expect(later?.location == SourceLocation(file: "a.yaml", line: 3, column: 4))
  }

  @Test func refusesMoreThanTwoMegabytes() {
    let fault = fault([UInt8](repeating: 0x61, count: LocatedDocument.largestSize + 1))
    #expect(fault?.code == "document.too-large")
  }

  @Test func refusesARepeatedKey() {
    #expect(fault("a: 1\na: 2\n")?.code == "document.duplicate-key")
  }

  @Test(arguments: [
    ("a:\n  b: 1\n  c: {b: 2}\n  # b: 3\n\n  'b': 4\n", 6, 3, "2:3"),
    ("a: {b: 1, c: {b: 2}, x: \"{b: 3\", b: 4}\n", 1, 34, "1:5"),
    ("a: {\n  b: 1,\n  \"b\": 2}\n", 3, 3, "2:3"),
    ("- b: 1\n  c: 2\n  b: 3\n- b: 4\n", 3, 3, "1:3"),
  ])
  func `a repeated key is shown at its second place, with the first named`(
    text: String, line: Int, column: Int, first: String
  ) {
    let fault = fault(text)
    #expect(fault?.location == SourceLocation(file: "a.yaml", line: line, column: column))
    #expect(fault?.message == "the key `b` stands twice; it stands first at \(first)")
  }

  @Test func `a tab that indents is named as what it is`() {
    let fault = fault("a:\n  b: 1\n \tc: 2\n")
    #expect(fault?.code == "document.tab")
    #expect(fault?.location == SourceLocation(file: "a.yaml", line: 3, column: 2))
    #expect(self.fault("a: \"x\ty\"\n") == nil)
  }
}
