import Diagrams
import Findings
import Foundation
import SignIn
import Testing
import TransitionTables

@testable import Atlas
@testable import PoolAnalysis

@Suite struct DrawingTests {
  private func call(_ call: String, _ step: String) -> PathReport.Call {
    PathReport.Call(call, step: step)
  }

  private func report(_ name: String, paths: [(String, [PathReport.Call])]) -> PoolReport {
    var report = PoolReport(
      pool: name, configuration: ConfigurationReport(closed: []),
      coverage: .init(states: 1, transitions: 1, depth: 1))
    report.paths = paths.map { id, calls in
      var path = PathReport(id: id, calls: calls, outcome: "done")
      path.trace = [AtlasSample.signIn]
      return path
    }
    return report
  }

  private var shop: PoolReport {
    report(
      "shop",
      paths: [
        (
          "userSRP.sms",
          [
            call("signIn(userSRP)", "confirmSignInWithSMSMFACode"),
            call("confirmSignIn(right answer)", "done"),
          ]
        ), ("userSRP", [call("signIn(userSRP)", "done")]),
      ])
  }

  private var tower: PoolReport {
    report(
      "tower",
      paths: [
        (
          "userSRP.totp",
          [
            call("signIn(userSRP)", "confirmSignInWithTOTPCode"),
            call("confirmSignIn(right answer)", "done"),
          ]
        ), ("userSRP", [call("signIn(userSRP)", "done")]),
      ])
  }

  // MARK: Views

  @Test func `a difference says what is gained and lost, by sign and line`() {
    let diagram = DifferenceDiagram(old: shop, new: tower).diagram()
    #expect(
      diagram.nodes.map { "\($0.emphasis) \($0.id)" } == [
        "plain start", "added confirmSignInWithTOTPCode", "plain done",
        "removed confirmSignInWithSMSMFACode",
      ])
    #expect(
      diagram.edges.map { "\($0.emphasis) \($0.from)>\($0.to)" } == [
        "added start>confirmSignInWithTOTPCode", "added confirmSignInWithTOTPCode>done",
        "plain start>done", "removed start>confirmSignInWithSMSMFACode",
        "removed confirmSignInWithSMSMFACode>done",
      ])
    let dot = DOTEmitter().emit(diagram)
    for wanted in ["+ confirmSignIn", "− confirmSignIn", "style=dotted", "style=bold"] {
      #expect(dot.contains(wanted), "\(wanted)")
    }
  }

  @Test func `a step that asks for something else is changed`() {
    var other = shop
    other.paths[0].calls[0].fields = "medium: sms"
    let diagram = DifferenceDiagram(old: shop, new: other).diagram()
    let changed = diagram.nodes.filter { $0.emphasis == .changed }
    #expect(changed.map(\.id) == ["confirmSignInWithSMSMFACode"])
    #expect(changed[0].details == ["+ medium: sms"])
  }

  @Test func `an error that one pool alone refuses with is a change, and stands in the table`() {
    var other = shop
    var mismatch = PathReport.Call("confirmSignIn(wrong answer)", step: "codeMismatch")
    mismatch.isError = true
    other.sideSteps.append(
      SideStepReport(
        id: "s", from: "confirmSignInWithSMSMFACode", to: "confirmSignInWithSMSMFACode",
        call: mismatch))
    let diagram = DifferenceDiagram(old: shop, new: other).diagram()
    #expect(
      diagram.nodes.filter { $0.emphasis == .changed }.map(\.details)
        == [["+ ↺ wrong answer → codeMismatch"]])
    let drawn = diagram.folded()
    #expect(drawn.nodes.allSatisfy { !$0.details.contains { $0.contains("↺") } })
    #expect(drawn.notes.map(\.lines) == [["+ ↺ wrong answer → codeMismatch"]])
  }

  @Test func `a factor's picture has its paths and says how many it leaves out`() throws {
    let diagram = try FactorDiagram(report: shop, factor: "sms").diagram()
    #expect(diagram.nodes.map(\.id) == ["start", "confirmSignInWithSMSMFACode", "done"])
    #expect(diagram.notes.map(\.lines) == [["1 of 2 paths do not speak of sms"]])
  }

  @Test(arguments: ["totp", "pigeon"])
  func `a factor that is not there is refused`(factor: String) {
    #expect(throws: CommandFailure.self) {
      try FactorDiagram(report: shop, factor: factor).diagram()
    }
  }

  @Test(arguments: [
    ("2", "path-userSRP"), ("userSRP", "path-userSRP"), ("sms", "path-userSRP.sms"),
  ])
  func `a path is named by number, id or part`(word: String, id: String) throws {
    let choice = TraceChoice(report: shop, model: try BundledTable.signIn())
    #expect(try choice.path(word).id == id)
  }

  @Test func `a counterexample is drawn to the refusal that the user meets`() throws {
    var report = AtlasSample.report()
    report.properties[0].refusal = [
      AtlasSample.step("app", "signIn()", answer: "mfaMethodNotFound")
    ]
    let drawn = try TraceChoice(report: report, model: BundledTable.signIn())
      .counterexample(of: "session.short")
    #expect(drawn.steps.count == 3)
    #expect(drawn.steps.last?.messages.last?.text == "mfaMethodNotFound")
  }

  @Test(arguments: ["3", "pigeon", "user"])
  func `a path that is none, or several, is refused`(word: String) throws {
    let choice = TraceChoice(report: shop, model: try BundledTable.signIn())
    let failure = #expect(throws: CommandFailure.self) { try choice.path(word) }
    #expect(failure?.diagnostics.map(\.code) == ["usage.unknown-path"])
  }

  @Test func `the table's places are folded, and the note says how many`() throws {
    let model = try BundledTable.signIn()
    let whole = TableDiagram(model: model, collapses: false).diagram()
    let folded = TableDiagram(model: model).diagram()
    #expect(folded.nodes.count < whole.nodes.count)
    #expect(folded.edges.count < whole.edges.count / 2)
    #expect(folded.notes[0].lines.count == 3)
    let rows = { (diagram: Diagram) in
      Set(diagram.edges.flatMap(\.rows) + diagram.nodes.flatMap(\.rows))
    }
    #expect(rows(folded) == rows(whole))
    #expect(rows(whole) == Set(model.rows.filter { $0.component != nil }.map(\.id)))
  }

  @Test func `coverage says how many rows of a line were fired`() throws {
    let model = try BundledTable.signIn()
    let diagram = TableDiagram(
      model: model, fired: ["pool.flow.srp"], by: "one", collapses: false
    ).diagram()
    let fired = diagram.edges.filter { $0.kind == .answer }
    #expect(fired.count == 1)
    #expect(fired.first?.rows.contains("pool.flow.srp") == true)
    #expect(fired.first?.lines.first?.hasPrefix("1 of ") == true)
    // Folded, the line is words of the place where it starts.
    let folded = TableDiagram(model: model, fired: ["pool.flow.srp"], by: "one").diagram()
    let words = folded.nodes.filter { $0.details.contains { $0.hasPrefix("→ 1 of ") } }
    #expect(words.map(\.rows).filter { $0.contains("pool.flow.srp") }.count == 1)
  }

  @Test func `what is drawn leads to the rows behind it, and names them`() throws {
    let drawn = NextStepDiagram.diagram(of: shop)
    let links = RowLinks(address: "docs/Rows.md#{row}")
    let edge = try #require(links.linked(drawn).edges.first { !$0.rows.isEmpty })
    #expect(edge.link == "docs/Rows.md#clientsigninstartsrp")
    #expect(edge.tooltip.hasPrefix("userSRP\nclient.signIn.startSRP\npool.receive.InitiateAuth\n"))
    #expect(RowLinks.anchor(of: "pool.mfa.M5-select[f = sms]") == "poolmfam5-select")
    let svg = String(
      decoding: try Picture.graph(links.linked(drawn)).bytes(as: .svg), as: UTF8.self)
    #expect(svg.contains("xlink:href=\"docs/Rows.md#clientsigninstartsrp\""))
  }

  // MARK: Formats

  @Test func `a sequence has every form but a state diagram`() throws {
    let picture = Picture.sequence(
      try TraceChoice(report: shop, model: BundledTable.signIn()).path("1"))
    let forms: [(DrawingFormat, String)] = [
      (.svg, "<?xml"), (.dot, "digraph"), (.mermaid, "sequenceDiagram"), (.prose, "## shop"),
      (.markdown, "## shop"), (.png, "\u{FFFD}PNG"), (.pdf, "%PDF"),
    ]
    for (format, start) in forms {
      let bytes = try picture.bytes(as: format)
      #expect(String(decoding: bytes.prefix(20), as: UTF8.self).hasPrefix(start), "\(format)")
    }
    #expect(throws: CommandFailure.self) { try picture.bytes(as: .mermaidState) }
  }

  @Test func `a graph has every form but prose and Swift`() throws {
    let picture = Picture.nextSteps(of: shop)
    for format in DrawingFormat.allCases where ![.prose, .swift].contains(format) {
      #expect(try !picture.bytes(as: format, theme: .dark).isEmpty)
    }
    #expect(throws: CommandFailure.self) { try picture.bytes(as: .prose) }
    #expect(throws: CommandFailure.self) { try picture.bytes(as: .swift) }
  }

  // MARK: Published files

  private func file(_ text: String, _ name: String = "page.md") throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "waymark-\(ProcessInfo.processInfo.processIdentifier)-\(name.count)-\(text.hashValue)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: name)
    try text.write(to: path, atomically: true, encoding: .utf8)
    return path.path
  }

  @Test func `a picture is put between its markers and nowhere else`() throws {
    let path = try file(
      "# A\n<!-- waymark:begin p/x -->\nold\n<!-- waymark:end -->\nB\n"
        + "<!-- waymark:begin p/y -->\nkept\n<!-- waymark:end -->\n")
    #expect(
      try PublishedFile.injecting("new", named: "p/x", into: path)
        == "# A\n<!-- waymark:begin p/x -->\nnew\n<!-- waymark:end -->\nB\n"
        + "<!-- waymark:begin p/y -->\nkept\n<!-- waymark:end -->\n")
    let failure = #expect(throws: CommandFailure.self) {
      try PublishedFile.injecting("new", named: "p/z", into: path)
    }
    #expect(failure?.diagnostics.map(\.code) == ["usage.no-marker"])
  }

  @Test func `what is published is current, out of date or missing`() throws {
    let path = try file("same")
    #expect(PublishedFile.complaint(about: path, wanted: Array("same".utf8)) == nil)
    #expect(PublishedFile.complaint(about: path, wanted: Array("other".utf8)) == "is out of date")
    #expect(PublishedFile.complaint(about: path + "x", wanted: []) == "is missing")
  }

  @Test func `a drawing laid out elsewhere is current, one that says something else is not`() throws
  {
    let drawing = "<svg><g id=\"a\"><text x=\"1\">one</text></g></svg>"
    let path = try file(drawing, "picture.svg")
    let moved = drawing.replacing("x=\"1\"", with: "x=\"27\"")
    #expect(PublishedFile.complaint(about: path, wanted: Array(moved.utf8)) == nil)
    let other = drawing.replacing("one", with: "two")
    #expect(PublishedFile.complaint(about: path, wanted: Array(other.utf8)) == "is out of date")
  }
}
