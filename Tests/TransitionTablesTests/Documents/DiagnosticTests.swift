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
