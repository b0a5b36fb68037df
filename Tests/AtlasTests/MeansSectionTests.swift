import Findings
import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import Atlas
@testable import PoolAnalysis

/// Answers about means, written by hand.
private enum MeansSample {
  static let place = FindingPlace(file: "<pool>.yaml", line: 7, column: 3, parameter: "recovery")

  static func one(_ id: String, records: Int, who: [String] = []) -> MeansCase {
    var one = MeansCase(id: id, title: "With <b> an outsider comes in", who: who, records: records)
    one.note("What the outsider does then", ["signIn → done", "signOut → done"], as: .steps)
    one.note("What an administrator does", ["aws a", "aws b"], as: .commands)
    one.note("Nothing", [])
    one.places = [place]
    one.steps = [AtlasSample.signIn, AtlasSample.expiry]
    return one
  }

  static let matrix = MeansMatrix(
    columns: ["signs in", "learns"],
    rows: [
      .init(
        means: "nothing", size: 0, cost: 0,
        cells: [.none, .suffices([one("leak-1", records: 9)], isElsewhereLess: false)]),
      .init(
        means: "the password", size: 1, cost: 1,
        cells: [
          .suffices([one("a-1", records: 4, who: ["who is confirmed"])], isElsewhereLess: false),
          .notAsked,
        ]),
      .init(
        means: "the password and the phone", size: 2, cost: 4,
        cells: [
          .suffices([one("a-2", records: 3), one("a-3", records: 1)], isElsewhereLess: true),
          .lessSuffices([0, 1]),
        ]),
      .init(
        means: "the mailbox", size: 1, cost: 5,
        cells: [.undetermined("too many states"), .lessSuffices([0])]),
    ], records: 9)

  static var report: MeansReport {
    var report = MeansReport(undetermined: "")
    (report.attacks, report.lockouts) = (.known(matrix), .undetermined("the time is over"))
    report.taken = ["mfa = off"]
    return report
  }
}

/// What a reader sees of some HTML: the texts of each row of the tables, cells apart by bars.
private func rows(of html: String) -> [String] {
  html.matches(of: /<tr [^>]*>(.*?)<\/tr>/.dotMatchesNewlines()).map { row in
    row.1.matches(of: /<t[hd][^>]*>(.*?)<\/t[hd]>/.dotMatchesNewlines()).map { cell in
      cell.1.replacing(/<span class="of".*?<\/span>/, with: "").replacing("<small>", with: " / ")
        .replacing("<br>", with: " + ").replacing(/<[^>]*>/, with: "")
        .replacing("&nbsp;", with: " ").replacing("&#39;", with: "'")
        .replacing(/\s+/, with: " ").trimmingCharacters(in: .whitespaces)
    }.joined(separator: " | ")
  }
}

@Suite struct MeansSectionTests {
  @Test func `above a matrix it is said what is taken for granted`() {
    let html = MeansSection(report: MeansSample.report).html()
    #expect(
      html.contains(
        "…</h3>\n<p class=\"facts\">The outsider knows the user&#39;s name and has an app, "),
      "\(html)")
    // Nothing is claimed of lockouts there.
    #expect(!html.contains("Each user still has everything"))
  }

  @Test func `a cell says in words and by a sign what a set comes to`() {
    let html = MeansSection(report: MeansSample.report).html()
    #expect(
      rows(of: html) == [
        "stolen | signs in | learns",
        "1. nothing | ○ no | ● yes, for all 9 records",
        "2. the password / cost 1"
          + " | ◐ yes, for 4 of 9 records / who is confirmed | – not asked",
        "3. the password and the phone / cost 4"
          + " | ◐ yes, for 3 of 9 records + ◐ and for 1 of 9 records / where less is not enough"
          + " | ↑ with less: rows 1, 2",
        "4. the mailbox / cost 5"
          + " | ? undetermined / too many states | ↑ with less: row 1",
      ])
  }

  @Test func `every yes leads to its case, and every number to its row`() {
    let html = MeansSection(report: MeansSample.report).html()
    let targets = html.matches(of: /href="#([^"]*)"/).map { String($0.1) }
    #expect(
      targets == [
        "means-leak-1", "means-a-1", "means-a-2", "means-a-3", "stolen-1", "stolen-2", "stolen-1",
      ])
    for target in targets { #expect(html.components(separatedBy: "id=\"\(target)\"").count == 2) }
    let places = html.matches(of: /<tr role="row" id="(stolen-\d)"><th [^>]*>(\d)\.[ ]/)
    #expect(places.map { "\($0.1) \($0.2)" } == (1...4).map { "stolen-\($0) \($0)" })
  }

  @Test func `a case has who, place, steps and commands, and none of it is markup`() {
    let html = MeansSection(report: MeansSample.report).html()
    let entry = html.components(separatedBy: "<details class=\"property case\">").first {
      $0.contains("id=\"means-a-1\"")
    }
    let facts = entry?.components(separatedBy: "<dl>").last?.components(separatedBy: "</dl>").first
    #expect(
      facts == """

        <dt>For whom</dt><dd><p>everybody who is confirmed</p></dd>
        <dt>Where it is decided</dt><dd><p>&lt;pool&gt;.yaml:7:3, which sets recovery</p></dd>
        <dt>What the outsider does then</dt>\
        <dd><ol><li>signIn → done</li><li>signOut → done</li></ol></dd>
        <dt>What an administrator does</dt><dd><pre tabindex="0">aws a
        aws b</pre></dd>

        """)
    #expect(entry?.contains("✗ 4 of 9 records</span>") == true)
    #expect(!html.contains("<b>") && !html.contains("<pool>"))
  }

  @Test func `what a limit has cut off is undetermined and claims nothing`() {
    let html = MeansSection(report: MeansReport(undetermined: "the time is over")).html()
    #expect(html.components(separatedBy: "? undetermined</span> the time is over").count == 4)
    for claim in ["✓", "✗", "yes", "<table", "● "] { #expect(!html.contains(claim), "\(claim)") }
  }

  @Test func `a page has the section, its style and its runs where it is asked for alone`() throws {
    var page = AtlasPage(report: AtlasSample.report(), model: try BundledTable.signIn())
    let without = page.text()
    page.means = MeansSample.report
    let with = page.text()
    #expect(!without.contains("id=\"means\"") && !without.contains(".answers"))
    #expect(with.contains("id=\"means\"") && with.contains(".answers"))
    #expect(with.contains("taken at the default: mfa = off."))
    func means(_ page: String) throws -> [[String: Any]]? {
      let data = page.components(separatedBy: "id=\"data\">")[1]
        .components(separatedBy: "</script>")[0]
      let object = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
      return object?["means"] as? [[String: Any]]
    }
    #expect(try means(without) == nil)
    let runs = try #require(try means(with))
    #expect(runs.compactMap { $0["id"] as? String } == ["leak-1", "a-1", "a-2", "a-3"])
    // The steps of the path and of the finding stand there already.
    #expect(runs.map { $0["steps"] as? [Int] } == Array(repeating: [0, 1], count: 4))
  }

  @Test func `the further style sheet is closed`() {
    let open = AtlasFiles.meansStyle.count { $0 == "{" }
    #expect(open > 20 && open == AtlasFiles.meansStyle.count { $0 == "}" })
  }
}

/// The section of a bundled pool, against what the verbs say of it.
@Suite struct BundledMeansSectionTests {
  private func pool(_ name: String, _ model: Model) throws -> LoadedPool {
    let file = BundledTable.directory.appending(path: "pools/\(name).yaml").path
    let request = PoolRequest(paths: [file])
    return try #require(try PoolLoader(model: model, request: request).load().first)
  }

  @Test(.optimised) func `the matrices of the guesthouse are what the verbs say`() throws {
    let model = try BundledTable.signIn()
    let pool = try pool("flawed/account.taken-back-for-good/guesthouse", model)
    let report = try MeansReport(
      of: pool, model: model, request: ExplorationRequest(), environment: ToolEnvironment())
    #expect(report.status == .allHold && report.stuck == [])
    let seen = rows(of: MeansSection(report: report).html())
    // Without descriptions of users, which have a test of their own.
    func counts(_ row: String) -> String {
      row.replacing(/[ ]\/[ ][^|+]*/, with: " ").replacing(/[ ]+/, with: " ")
        .trimmingCharacters(in: .whitespaces)
    }
    let no = "○ no"
    func some(_ records: Int) -> String { "◐ yes, for \(records) of 354 records" }
    let all = "● yes, for all 354 records"
    let less = "↑ with less: row 1"
    let expected = [
      ["1. nothing", no, no, no, no, all],
      ["2. the password", some(342), some(342), no, some(342), less],
      [
        "3. an account that the outsider had made with the user's address", some(252), some(252),
        no, some(252), less,
      ],
      ["4. the mailbox", some(171), some(171), no, some(171), less],
      ["5. the account at the external provider", some(126), some(126), no, some(126), less],
      ["6. an app that is signed in", some(342), all, no, all, less],
      [
        "7. the account at the external provider and the administrator's help", some(114),
        some(114), no, some(114), less,
      ],
      ["lost", "only an administrator can help", "no act tried helps"],
      ["1. the password", some(57), some(57)],
      ["2. the account at the external provider", no, some(12)],
      ["3. the password and the mailbox", some(57), some(57)],
    ]
    #expect(seen.count == 14)
    for (row, cells) in zip(seen.dropFirst(), expected) {
      #expect(counts(row) == cells.joined(separator: " | "))
    }
    let analysis = try MeansAnalysis(
      pool, model: model, request: ExplorationRequest(), environment: ToolEnvironment())
    let (attacks, lockouts) = (try Attacks(analysis), try Lockouts(analysis))
    #expect(report.attacks.matrix?.cases.count == attacks.entries.count + attacks.leaks.count)
    #expect(report.lockouts.matrix?.cases.count == lockouts.entries.count)
    for entry in attacks.entries {
      let column = try #require(Attacks.Outcome.allCases.firstIndex(of: entry.outcome))
      let row = report.attacks.matrix?.rows.first { $0.means == analysis.text(of: entry.set) }
      #expect(row?.cases(column).map(\.records) == [entry.records])
      #expect(row?.cases(column).first?.places == entry.places)
    }
    for entry in lockouts.entries {
      let row = report.lockouts.matrix?.rows.first { $0.means == analysis.text(of: entry.set) }
      let cases = row?.cases(entry.isBeyondHelp ? 1 : 0) ?? []
      #expect(cases.contains { $0.records == entry.records && $0.who == entry.who })
    }
  }

  @Test(.optimised) func `a stuck user has the commands of the playbook`() throws {
    let model = try BundledTable.signIn()
    let pool = try pool("flawed/account.taken-back-for-good/guesthouse", model)
    let report = try MeansReport(
      of: pool, model: model, request: ExplorationRequest(), environment: ToolEnvironment())
    let one = try #require(report.lockouts.matrix?.rows.first?.cases(0).first)
    #expect(one.title == "Without the password: only an administrator can help")
    #expect(
      one.notes.first { $0.form == .commands }?.lines == [
        #"aws cognito-idp admin-link-provider-for-user --user-pool-id "$POOL" --destination-user "#
          + #"ProviderName=Cognito,ProviderAttributeValue="$NAME" --source-user "#
          + #"ProviderName="$PROVIDER",ProviderAttributeName=Cognito_Subject,"#
          + #"ProviderAttributeValue="$SUBJECT""#
      ])
    #expect(one.notes.contains { $0.lines == ["replayed with cryptography, up to the tokens"] })
    #expect(one.places.map(\.parameter) == ["externalProvider", "linking"])
  }

  @Test func `a limit of this question alone leaves the run as it is`() throws {
    let model = try BundledTable.signIn()
    var request = ExplorationRequest()
    request.maximumStates = 10
    let environment = ToolEnvironment()
    let report = try MeansReport(
      of: pool("sound/kiosk", model), model: model, request: request, environment: environment)
    #expect(report.attacks == .undetermined("the limit of states is reached"))
    #expect(report.lockouts == .undetermined("the limit of states is reached"))
    #expect(report.stuck == nil && report.cases.isEmpty)
    #expect(report.status == .limitReached)
    #expect(report.reasons == ["the limit of states is reached"])
    #expect(!environment.limits.isStopped)
  }

  @Test func `a run that is to end leaves it undetermined`() throws {
    let model = try BundledTable.signIn()
    let environment = ToolEnvironment()
    environment.limits.begin(timeout: 0.0000001)
    let report = try MeansReport(
      of: pool("sound/kiosk", model), model: model, request: ExplorationRequest(),
      environment: environment)
    #expect(report.attacks == .undetermined("the time of `--timeout` is over"))
    #expect(report.status == .limitReached)
  }
}
