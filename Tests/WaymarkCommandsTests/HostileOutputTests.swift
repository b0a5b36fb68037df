import Foundation
import SafeText
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// All texts of ``HostileTextTests`` as the name and the documentation of two pools and of a
/// scenario, in whatever verbs print and write: each output has the shape that a harmless name gives it.
@Suite struct HostileOutputTests {
  /// A command line over the pools `OLD` and `NEW` and a scenario, with a folder `OUT` for files.
  struct Line: CustomTestStringConvertible, Sendable {
    /// What the result is, by the ending that a file of it would have.
    var kind: String
    var words: [String]
    var testDescription: String { words.joined(separator: " ") }

    init(_ kind: String, _ line: String) {
      self.kind = kind
      words = line.split(separator: " ").map(String.init)
    }
  }

  private static let lines = [
    Line("txt", "explore OLD --no-try-assumptions --output OUT"), Line("txt", "diff OLD NEW"),
    Line("json", "diff OLD NEW --format json"), Line("txt", "compare OLD NEW"),
    Line("md", "compare OLD NEW --format markdown"), Line("txt", "plan OLD NEW"),
    Line("md", "plan OLD NEW --format markdown"), Line("txt", "playbook OLD"),
    Line("md", "playbook OLD --format markdown"),
    Line("json", "playbook OLD --format json"), Line("txt", "lockouts OLD"),
    Line("md", "lockouts OLD --format markdown"), Line("md", "attacks OLD --format markdown"),
    Line("txt", "ask OLD exists:status==confirmed"), Line("yaml", "import OLD"),
    Line("ts", "paths OLD --as playwright"), Line("pml", "export OLD --as promela"),
    Line("md", "draw OLD --view trace --path 1 --as prose"), Line("d2", "draw OLD --as d2"),
    Line("md", "draw OLD --as markdown --into OUT/guide.md"), Line("swift", "draw OLD --as swift"),
    Line("svg", "draw OLD --view trace --path 1 --as svg --links https://rows/{row}"),
    Line("mmd", "draw OLD --view account --as mermaid"),
    Line("puml", "draw OLD --view diff --against NEW --as plantuml"),
    Line("dot", "draw OLD --view diff --against NEW --as dot"), Line("tla", "export OLD --as tla"),
    Line("smv", "export OLD --as smv"), Line("dot", "export OLD --as dot"),
    Line("txt", "explore OLD --transcript --output OUT"),
    Line("txt", "sweep OLD --output OUT/sweep.json"), Line("sarif", "check OLD NEW --format sarif"),
    Line("yaml", "import TEMPLATE"), Line("md", "check TEMPLATE --format markdown"),
    Line("sarif", "check TEMPLATE --format sarif --no-try-assumptions"),
    Line("txt", "check TEMPLATE --no-try-assumptions"),
    Line("md", "check SPOILED --format markdown"), Line("sarif", "check SPOILED --format sarif"),
    Line("github", "check SPOILED --format github"), Line("junit", "check SPOILED --format junit"),
    Line("txt", "run SCENARIO --verbose"), Line("json", "run SCENARIO --format json"),
    Line("txt", "run SCENARIO --transcript"),
  ]

  private static let text =
    "::error file=a::b\n" + HostileTextTests.texts.joined(separator: "\n")

  /// The first line of each kind.
  private static let sample: [Line] = {
    var kinds: Set<String> = []
    return lines.filter { kinds.insert($0.kind).inserted }
  }()

  @Test(.optimised, arguments: Effort.isSampled ? sample : lines)
  func `no name of a pool is more than text`(line: Line) throws {
    let harmless = try Self.output(of: line, named: "harmless")
    #expect((harmless.text + harmless.stderr + Self.content(harmless)).contains("harmless"))
    let found = try Self.output(of: line, named: Self.text)
    #expect(found.status == harmless.status, "\(found.stderr)")
    for (part, sample) in [(found.text, harmless.text), (found.stderr, harmless.stderr)] {
      let isCommand = { HostileTextTests.lines($0, beginning: "::") }
      #expect(line.kind == "pml" || isCommand(part) == isCommand(sample))
      #expect(!part.contains("##["))
    }
    let all = found.text + found.stderr + Self.content(found)
    #expect(!all.unicodeScalars.contains { $0.isObeyed })
    Self.check(found.text, harmless.text, as: line.kind)
    #expect(found.files.count == harmless.files.count)
    for (file, sample) in zip(found.files, harmless.files) {
      Self.check(
        String(decoding: file.bytes, as: UTF8.self), String(decoding: sample.bytes, as: UTF8.self),
        as: sample.path.split(separator: ".").last.map(String.init) ?? "")
    }
  }

  private static func check(_ found: String, _ harmless: String, as kind: String) {
    let comment: Comment = "\(kind): \(found.prefix(3_000))"
    switch kind {
    case "md" where !harmless.isEmpty: HostileTextTests.checkMarkdown(found, harmless, text)
    case "json" where !harmless.isEmpty, "sarif":
      #expect(throws: Never.self, comment) {
        try JSONSerialization.jsonObject(with: Data(found.utf8))
      }
    case "html", "svg":
      // The end of a character section of XML is text in HTML.
      let tags = ["<script", "</script", "<img", "<a ", "<style", "<title", "<!--"]
      for tag in tags + (kind == "svg" ? ["]]>"] : []) {
        let count = HostileTextTests.count(tag, harmless)
        #expect(HostileTextTests.count(tag, found) == count, "\(tag) in \(kind)")
      }
    case "junit":
      for sign in ["<", ">", "\""] {
        #expect(HostileTextTests.count(sign, found) == HostileTextTests.count(sign, harmless))
      }
    case "yaml", "ts", "pml", "tla", "smv", "dot", "mmd", "puml", "d2", "swift":
      let count = HostileTextTests.count("\n", harmless)
      #expect(HostileTextTests.count("\n", found) == count, comment)
    default: break
    }
  }

  /// The text of all files.
  private static func content(_ output: CommandOutput) -> String {
    output.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }

  /// A template with a text, in quotes, wherever one of its author's can stand.
  private static func template(_ text: String, more: String = "") -> String {
    """
    {"Description": \(text), "Parameters": {"P": {"Type": "String", "Default": \(text)}},
     "Resources": {
      "Pool": {"Type": "AWS::Cognito::UserPool", "Metadata": {\(text): \(text)}, "Properties": {
        "UserPoolName": \(text), "UserPoolTags": {\(text): \(text)},
        "EmailVerificationSubject": {"Ref": "P"},
        "Schema": [{"Name": \(text), "AttributeDataType": "String"}],
        "LambdaConfig": {"PostConfirmation": \(text)}\(more)}},
      "Client": {"Type": "AWS::Cognito::UserPoolClient", "Properties": {
        "UserPoolId": {"Ref": "Pool"}, "ClientName": \(text), "CallbackURLs": [\(text)],
        "ReadAttributes": [\(text)], "ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH"]}},
      "Group": {"Type": "AWS::Cognito::UserPoolGroup", "Properties": {
        "UserPoolId": {"Ref": "Pool"}, "GroupName": \(text), "Description": \(text)}}}}
    """
  }

  private static func output(of line: Line, named text: String) throws -> CommandOutput {
    let name = try HostileTextTests.quoted(text)
    func pool(_ more: String) -> String {
      """
      {"pool": \(name), "doc": \(name), "configuration":
        {"flows": ["userPassword", "refresh"], "selfSignUp": false, "recovery": "adminOnly",
         "administratorActs": ["creates"]\(more)}}
      """
    }
    let folder = try Folder([
      "old.yaml": pool(""), "new.yaml": pool(#", "mfa": "optional", "mfaMethods": ["totp"]"#),
      "template.json": template(name),
      "bad.json": template(name, more: ", \(name): 1, \"MfaConfiguration\": \(name)"),
      "scenario.yaml": """
      {"scenario": \(name), "doc": \(name), "pool": "old.yaml", "steps": [
        {"call": "createUser(givesEmail: true)", "leaves": {"status": "confirmed"}}]}
      """,
      "out/guide.md": """
      <!-- waymark:begin \(CommandOutput.folderName(text))/next-steps -->
      <!-- waymark:end -->

      """,
    ])
    let words = line.words.map {
      $0.replacing("OLD", with: folder["old.yaml"]).replacing("NEW", with: folder["new.yaml"])
        .replacing("OUT", with: folder["out"])
        .replacing("TEMPLATE", with: folder["template.json"])
        .replacing("SPOILED", with: folder["bad.json"])
        .replacing("SCENARIO", with: folder["scenario.yaml"])
    }
    return WaymarkTool.output(for: words, in: ToolEnvironment())
  }
}
