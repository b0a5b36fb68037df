import Foundation
import SafeText
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Names, documentation and file names that try to be more than text, in every format: what comes
/// out has the shape that a harmless name gives it.
@Suite struct HostileTextTests {
  static let texts: [String] = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</title><svg onload=alert(1)>",
    "[click](javascript:alert(1))", "![x](https://evil.example/x.png)", "<https://evil.example>",
    "https://evil.example/a", "www.evil.example", "@octocat and @org/team", "#12 and org/repo#3",
    "someone@evil.example", "\n# Heading", "\n## Heading\ntext", "\n```\nout\n```\n", "```",
    "`code` and ``more``", "`", "| a | b |", "\n|---|---|", "\n- item", "1. item", "\n> quote",
    "\n---\n", "***bold***", "__x__ _y_", "~~gone~~", "$x^2$", "&lt;b&gt; &#64;",
    "\\<b\\>", "::error file=a::b", "\n::error::x", "\n  ::set-output name=a::b", "##[error]x",
    "\u{A0}::error::x", "\n \u{3000}::error::x",
    "%0A::error::x", "a,b:c%d", "\u{1B}[31mred\u{1B}[0m", "\u{1B}]0;title\u{7}", "\u{202E}txt.exe",
    "a\rb\u{8}c\u{9B}31m", "]]> <!-- --> <![CDATA[", "\"';--", "[a](0) and [b](1)",
    "GH-12 and org/repo@0123abc", "\u{1B}]8;;https://evil.example\u{1B}\\a\u{1B}]8;;\u{1B}\\",
    "\u{85}a\u{90}b\u{9D}", "\u{2066}a\u{2069}\u{202B}b", "a\u{200B}b\u{AD}c\u{2061}d\u{FFF9}",
    "\u{2028}# a\u{2029}", "a\u{0}b", "\u{E0041}\u{E0042}", "${{ secrets.TOKEN }} {{ a }} %{b}",
    String(repeating: "`", count: 40), String(repeating: "long", count: 1_000),
    "*/ (* *) // --", "\n@enduml\n!include /etc/passwd", "\n%%{init: {}}%%\nclick A call b()",
    "|md # a |", "\\u0000 \\ud800 \\(1)", "\n  end\n  a->>b: c",
  ]

  private static let formats = ["text", "json", "sarif", "junit", "markdown", "github"]

  /// Where the text of a document, or what somebody else has named, gets into a report.
  enum Place: String, CaseIterable, Sendable {
    case name, value, key, list, path, setting

    /// A document with the text, in quotes, and the options that come with it.
    func pool(_ quoted: String) -> String {
      switch self {
      case .name:
        "{\"pool\": \(quoted), \"doc\": \(quoted), "
          + "\"configuration\": {\"recovery\": \"adminOnly\"}}"
      case .value: "{\"pool\": \"p\", \"configuration\": {\"recovery\": \(quoted)}}"
      case .key: "{\"pool\": \"p\", \(quoted): 1, \"configuration\": {\(quoted): 1}}"
      case .list: "{\"pool\": \"p\", \"open\": [\(quoted)]}"
      case .path: "{\"pool\": \"p\", \"configuration\": {\"recovery\": \"adminOnly\"}}"
      case .setting: "{\"pool\": \"p\"}"
      }
    }
  }

  /// What `check` says of a pool with the text in one place.
  private static func output(
    _ text: String, _ format: String, _ place: Place
  ) throws -> CommandOutput {
    // What no name of a file can be is left to the other places.
    let name = text.replacing("/", with: "|").replacing("\u{0}", with: "|").prefix(80)
    let file = place == .path ? String(name) + ".yaml" : "p.yaml"
    let folder = try Folder([file: place.pool(try quoted(text))])
    let options = place == .setting ? ["--set", "recovery=\(text)"] : []
    return WaymarkTool.output(
      for: ["check", folder[file], "--format", format, "--no-try-assumptions"] + options,
      in: SmallTable.environment())
  }

  static func quoted(_ text: String) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed),
      as: UTF8.self)
  }

  /// The lines that begin like this; GitHub passes over all white space before.
  static func lines(_ text: String, beginning start: String) -> Int {
    text.split(separator: "\n").count { $0.drop(while: \.isWhitespace).hasPrefix(start) }
  }

  @Test(arguments: formats, Place.allCases)
  func `no text of a document is more than text`(format: String, place: Place) throws {
    let sample = try Self.output("harmless", format, place)
    let harmless = sample.text
    #expect((harmless + sample.stderr).contains("harmless"))
    for text in Self.texts {
      let output = try Self.output(text, format, place)
      let found = output.text
      #expect(output.status == sample.status, "\(text.debugDescription)")
      for part in [found, output.stderr] {
        #expect(!part.unicodeScalars.contains { $0.isObeyed }, "\(text.debugDescription)")
        let commands = part == found ? Self.lines(harmless, beginning: "::") : 0
        #expect(Self.lines(part, beginning: "::") == commands)
        #expect(!part.contains("##["))
      }
      switch format {
      case "markdown": Self.checkMarkdown(found, harmless, text)
      case "junit":
        for sign in ["<", ">", "\""] {
          #expect(Self.count(sign, found) == Self.count(sign, harmless))
        }
      case "json", "sarif":
        if !harmless.isEmpty {
          #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(found.utf8)) }
        }
        if format == "sarif" {
          let messages = found.split(separator: "\n").filter { $0.contains("\"text\":") }
          #expect(!messages.contains { $0.firstMatch(of: /[^\\]\]\(/) != nil }, "\(found)")
        }
      default: break
      }
    }
  }

  static func count(_ sign: String, _ text: String) -> Int {
    text.components(separatedBy: sign).count - 1
  }

  /// What is drawn of a pool with the text as its name: the file's text.
  private static func drawing(_ text: String, _ format: String) throws -> String {
    let folder = try Folder(["p.yaml": Place.name.pool(try quoted(text))])
    let output = WaymarkTool.output(
      for: ["draw", folder["p.yaml"], "--as", format, "--output", folder.path],
      in: SmallTable.environment())
    #expect(output.status == .allHold, "\(text.debugDescription): \(output.stderr)")
    return output.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }

  private static let drawn = [
    "dot", "svg", "mermaid", "mermaid-state", "plantuml", "d2", "markdown",
  ]

  @Test(arguments: drawn)
  func `a drawing has the lines and signs of a harmless one`(format: String) throws {
    let harmless = try Self.drawing("harmless", format)
    #expect(harmless.contains("harmless"))
    for text in Self.texts {
      let found = try Self.drawing(text, format)
      let comment = Comment(rawValue: text.debugDescription)
      #expect(!found.unicodeScalars.contains { $0.isObeyed }, comment)
      // A name that does not fit has its whole text in an element of its own.
      if format == "svg", text.count > 500 { continue }
      #expect(found.split(separator: "\n").count == harmless.split(separator: "\n").count, comment)
      if format == "svg" { #expect(Self.count("<", found) == Self.count("<", harmless), comment) }
      if format == "markdown" { Self.checkMarkdown(found, harmless, text) }
    }
  }

  static func checkMarkdown(_ found: String, _ harmless: String, _ text: String) {
    let comment = Comment(rawValue: text.debugDescription)
    for start in ["#", "```", "|", "- ", ">", "---", "1. "] {
      #expect(lines(found, beginning: start) == lines(harmless, beginning: start), comment)
    }
    // Outside code nothing is left that Markdown, HTML or GitHub reads.
    let (prose, sample) = (
      withoutCode(found).replacing("<!-- -->", with: "\u{0}"),
      withoutCode(harmless).replacing("<!-- -->", with: "\u{0}")
    )
    #expect(prose.count { $0 == "<" } == sample.count { $0 == "<" }, comment)
    #expect(prose.firstMatch(of: /[^\\]\]\(|[^\\]!?\[|@\w|[^\\]#\w|:\/\/|www\.\w/) == nil, comment)
    #expect(prose.firstMatch(of: /GH-\d/) == nil, comment)
  }

  /// The text without its blocks of code, and without code in its lines.
  private static func withoutCode(_ text: String) -> String {
    text.replacing(/(?s)\n(`{3,})[a-z]+\n.*?\n\1\n/, with: "\n")
      .replacing(/(`+)[^`].*?[^`]?\1/, with: "")
  }

  @Test func `a shell reads each text back, and a terminal obeys none`() throws {
    // No argument of a command holds a zero.
    let texts = Self.texts.filter { !$0.contains("\u{0}") }
    let words = texts.map(ShellText.quoted)
    #expect(!words.contains { $0.unicodeScalars.contains { $0.isObeyed || $0 == "\n" } })
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "printf '%s\\0' " + words.joined(separator: " ")]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let read = pipe.fileHandleForReading.readDataToEndOfFile()
    #expect(String(decoding: read, as: UTF8.self) == texts.map { $0 + "\0" }.joined())
  }

  @Test func `an answered probe gives options that a shell reads back`() throws {
    let hostile = #""x'; touch y; '\u001b[31m\n::error::z""#
    let experiment = #"{"assumption": \#(hostile), "outcomes": {"a": {"k": 1}, "b": {"k": 2}}}"#
    let folder = try Folder([
      "1.json": experiment, "1.answer.json": #"{"k": 1}"#,
      "2.json": experiment, "2.answer.json": #"{"k": \#(hostile)}"#,
    ])
    let output = WaymarkTool.output(
      for: ["probe", "--answers", folder.path], in: SmallTable.environment())
    #expect(output.status == .allHold)
    let lines = output.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == #"--assume $'x\'; touch y; \'\033[31m\012::error::z=a'"#)
    #expect(lines.last?.hasPrefix("# x'; touch y; '\u{FFFD}[31m ::error::z: neither") == true)
  }

  @Test func `a block of code ends where we end it`() {
    for text in Self.texts {
      let block = MarkdownText.block("a\n\(text)\nb", language: "sh")
      let fence = block.prefix { $0 == "`" }
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.filter { $0.hasPrefix(fence) }.count == 2)
      #expect(lines.dropLast().last.map { $0 == fence } == true)
    }
  }

  @Test func `no line of a log is a command, behind whatever white space`() {
    for blank in [" ", "\t", "\u{A0}", "\u{1680}", "\u{2003}", "\u{3000}"] {
      let log = GitHubText.log("a: ::b\n \(blank)::error::x")
      #expect(log == "a: ::b\n \(blank)\u{2060}::error::x")
    }
  }

  @Test func `a catalogue, a table and prose carry the same text`() {
    for text in Self.texts {
      let escaped = MarkdownText.escaped(text)
      #expect(!escaped.contains("\n"))
      #expect(!escaped.unicodeScalars.contains { $0.isObeyed })
      #expect(escaped.replacing("<!-- -->", with: "").firstMatch(of: /<|[^\\]\]\(|^[-#>|]/) == nil)
    }
  }
}
