import Testing
import TransitionTables

/// JSON by RFC 8259: what is read, where it stands, and how each mistake is reported.
@Suite struct JSONReaderTests {
  private func parse(_ text: String) throws(DiagnosticList) -> LocatedNode {
    try LocatedDocument(parsing: text, file: "a.json").root
  }

  private func fault(_ text: String) -> Diagnostic? {
    do throws(DiagnosticList) {
      _ = try parse(text)
      return nil
    } catch {
      return error.diagnostics.first
    }
  }

  @Test func readsTabsAndEscapedSlashes() throws {
    let root = try parse("{\n\t\"a\":\t\"x\\/y\",\n\t\"b\": [1, true, null]\n}")
    #expect(root["a"]?.text == "x/y")
    #expect(root["b"]?.elements?.map(\.text) == ["1", "true", "null"])
    #expect(root["b"]?.elements?.last?.isNull == true)
  }

  @Test func decodesEveryEscape() throws {
    let root = try parse(#"["\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"]"#)
    #expect(root.elements?.first?.text == "\"\\/\u{8}\u{C}\n\r\té😀")
  }

  @Test func knowsThePlaceOfEachValueCountingScalars() throws {
    let root = try parse("{\"é😀\": 1,\r\n \"b\": {}}")
    #expect(root.entries?[0].value.location == SourceLocation(file: "a.json", line: 1, column: 8))
    #expect(root.entries?[1].keyLocation == SourceLocation(file: "a.json", line: 2, column: 2))
  }

  @Test func tellsAQuotedWordFromABareOne() throws {
    let root = try parse(#"{"a": "null", "b": null}"#)
    #expect(root["a"]?.isNull == false)
    #expect(root["b"]?.isNull == true)
  }

  @Test(arguments: ["0", "-0", "12", "1.5", "1e9", "-1.25E-3"])
  func readsNumber(_ text: String) throws {
    #expect(try parse("{\"a\": \(text)}")["a"]?.text == text)
  }

  @Test(arguments: ["01", "1.", ".5", "+1", "1e", "0x1", "NaN", "True", "-"])
  func refusesWhatIsNoNumber(_ text: String) {
    #expect(fault("{\"a\": \(text)}")?.code == "document.not-json")
  }

  @Test(arguments: [
    (#"{"a": 1,}"#, 1, 9, "this is not JSON: a comma stands before `}`"),
    (#"{"a": [1,]}"#, 1, 10, "this is not JSON: a comma stands before `]`"),
    (#"{"a" 1}"#, 1, 6, "this is not JSON: `:` is missing"),
    (#"{"a": 1 "b": 2}"#, 1, 9, "this is not JSON: `,` is missing"),
    (#"{"a": 1, b: 2}"#, 1, 10, "this is not JSON: a key in double quotes is expected here"),
    (#"{"a": OFF}"#, 1, 7, "this is not JSON: `OFF` is no value of JSON"),
    (#"{"a": }"#, 1, 7, "this is not JSON: `}` is no value of JSON"),
    (#"{"a": "x"#, 1, 7, "this is not JSON: a string is not closed"),
    (#"{"a": 1"#, 1, 8, "this is not JSON: the document ends in the middle"),
    (#"{"a": "\x"}"#, 1, 8, "this is not JSON: an unknown escape in a string"),
    (#"{"a": "\u12"}"#, 1, 8, #"this is not JSON: `\u` needs four hexadecimal digits"#),
    (#"{"a": "\uD800"}"#, 1, 8, "this is not JSON: half of a surrogate pair"),
    (
      "{\"a\": \"x\ny\"}", 1, 9,
      "this is not JSON: a string holds a line break or control character"
    ),
    ("{\"a\": 1}\n}", 2, 1, "this is not JSON: something follows the end of the document"),
  ])
  func reportsTheSlipWhereItStands(_ text: String, line: Int, column: Int, message: String) {
    let fault = fault(text)
    #expect(fault?.code == "document.not-json")
    #expect(fault?.message == message)
    #expect(fault?.location == SourceLocation(file: "a.json", line: line, column: column))
  }

  @Test func refusesARepeatedKey() {
    let fault = fault("{\"a\": 1,\n \"a\": 2}")
    #expect(fault?.code == "document.duplicate-key")
    #expect(fault?.location == SourceLocation(file: "a.json", line: 2, column: 2))
  }

  @Test func readsSixtyFourLevelsAndNoMore() {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
    }
    #expect(fault(nested(64)) == nil)
    #expect(fault(nested(65))?.code == "document.too-deep")
    #expect(fault(String(repeating: "[", count: 100_000))?.code == "document.too-deep")
  }

  @Test func refusesMoreThanTwoHundredThousandValues() {
    let text = "[" + String(repeating: "1,", count: 200_000) + "1]"
    #expect(fault(text)?.code == "document.too-many-values")
  }

  @Test func leavesUnquotedKeysToYAML() throws {
    #expect(try parse("{ pool: retail }")["pool"]?.text == "retail")
    #expect(try parse("[ a, b ]").elements?.count == 2)
  }
}
