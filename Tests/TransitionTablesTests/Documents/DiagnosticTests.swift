import Testing
import TransitionTables

/// How a complaint looks on a terminal.
@Suite struct DiagnosticTests {
  private func rendered(line: String, column: Int) -> String {
    Diagnostic(
      "a.code", at: SourceLocation(file: "f", line: 1, column: column), "wrong", remedy: "right",
      sourceLine: line
    ).rendered
  }

  @Test func showsPlaceLineCaretAndRemedy() {
    #expect(
      rendered(line: "a: é: b", column: 4)
        == "f:1:4: error: wrong [a.code]\n  a: é: b\n     ^\n  → right\n")
  }

  @Test func keepsTabsBeforeTheCaret() {
    #expect(rendered(line: "\ta", column: 2).contains("\n  \t^\n"))
  }

  @Test func showsOfALongLineThePartAroundTheCaret() {
    let line = String(repeating: "x", count: 500) + "!" + String(repeating: "y", count: 500)
    let lines = rendered(line: line, column: 501).split(separator: "\n")
    #expect(lines[1].unicodeScalars.count == 2 + 1 + 60 + 1)
    let caret = lines[2].unicodeScalars.count - 1
    #expect(Array(lines[1].unicodeScalars)[caret] == "!")
  }

  @Test func `a long name stands in a complaint without its middle`() {
    let place = SourceLocation(file: "f", line: 1, column: 1)
    let name = String(repeating: "é", count: 100_000)
    let long = Diagnostic("a.code", at: place, "`\(name)` is no name", remedy: "not `\(name)`")
    #expect(long.message.count == 400 + 3 + 200)
    #expect(long.message.hasPrefix("`éé"))
    #expect(long.message.hasSuffix("éé` is no name"))
    #expect(long.remedy.count == 400 + 3 + 200)
    let short = String(repeating: "é", count: 2_000)
    #expect(Diagnostic("a.code", at: place, short).message == short)
    // What went wrong in the program keeps all its words.
    #expect(Diagnostic("system.fault", at: place, name).message == name)
  }

  @Test(arguments: [
    ([0x0D, 0x8A], 2, 1), ([0x61, 0x0D, 0x0A, 0x62, 0x8A], 2, 2), ([0x0A, 0x0D, 0xFF], 3, 1),
  ])
  func `what is no text is pointed at by its line and column`(
    bytes: [UInt8], line: Int, column: Int
  ) {
    let error = #expect(throws: DiagnosticList.self) {
      try LocatedDocument(bytes: bytes, file: "f")
    }
    let place = SourceLocation(file: "f", line: line, column: column)
    #expect(error?.diagnostics.map(\.location) == [place])
  }

  @Test func keepsControlCharactersAwayFromTheTerminal() {
    #expect(!rendered(line: "a\u{1B}[31m", column: 1).contains("\u{1B}"))
  }

  @Test func listsDiagnosticsByPlaceWithoutRepetitions() {
    let second = Diagnostic("b", at: SourceLocation(file: "f", line: 2), "x")
    let first = Diagnostic("c", at: SourceLocation(file: "f", line: 1), "y")
    #expect(DiagnosticList([second, first, second]).diagnostics == [first, second])
  }

  @Test func `names that differ in an index are listed as one`() {
    let names = ["mfa", "define[start]", "define[end]", "tier", "define[late]", "mfa"]
    #expect(names.withoutIndices == ["mfa", "define[…]", "tier"])
  }
}
