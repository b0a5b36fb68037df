import Synchronization
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Which counterexample a finding shows, how much it weighs, which remedy it proposes, and what is
/// one finding with it.
@Suite struct OrdinaryFindingTests {
  /// A library where a reader loses a book after two acts, and a librarian after one.
  private static let table = """
    enums: { Act: [lends, burns] }
    parameters:
      acts: { set: Act, default: "{a in Act}", setting: false, doc: What librarians do. }
      chained: { bool: true, default: false, doc: Whether books are chained. }
      insured: { bool: true, default: false, doc: Whether books are insured. }
    variables:
      book: { values: [shelf, lent, lost, ash], initially: shelf }
    actions:
      lend: { by: librarian, enabled: lends in acts, doc: Hands it out. }
      burn: { by: librarian, enabled: burns in acts, doc: Burns it. }
      take: { by: reader, doc: Takes it. }
      lose: { by: reader, doc: Loses it. }
    counterexamples:
      - { id: readers, set: { acts: [] }, doc: what readers do }
      - { id: lending, set: { acts: [lends] }, atMost: warning, doc: what librarians hand out }
      - { id: everything, set: {}, atMost: note, doc: what librarians do }
    transitions:
      - { id: lend, on: lend, when: book == shelf, set: { book: lent }, because: &b { fact: F, source: s, confidence: A } }
      - { id: burn, on: burn, when: book == shelf, set: { book: ash }, because: *b }
      - { id: take, on: take, when: book == shelf and not chained, set: { book: lent }, because: *b }
      - { id: lose, on: lose, when: book == lent and not chained, set: { book: lost }, because: &c { fact: G, source: s, confidence: C } }
    properties:
      - { id: book.there, severity: error, always: book != lost and book != ash, prose: The book is there., remedy: Prose., because: *b }
      - { id: book.safe, severity: warning, always: book != lost, prose: Nobody loses it., remedy: Prose., because: *b }
      - { id: book.inside, severity: warning, always: book != lent, prose: It stays inside., remedy: Prose., because: *b }
      - { id: book.unburnt, severity: error, always: book != ash, prose: Nobody burns it., remedy: Prose., because: *b }
    remedies:
      - { id: insure, set: { insured: "true" }, doc: Insure the books. }
      - { id: chain, set: { chained: "true" }, doc: Chain the books. }
    """

  /// The same with two claims about settings.
  private static let sold = table.replacing(
    "remedies:\n",
    with: """
        - { id: book.insured, severity: warning, configuration: insured, prose: It is insured., remedy: Prose., because: *b }
        - { id: book.free, severity: warning, configuration: not chained, prose: It is free., remedy: Prose., because: *b }
      remedies:

      """)

  private func run(
    _ table: String = table, _ arguments: String..., pool: String = "pool: p\n"
  ) throws -> CommandOutput {
    var environment = ToolEnvironment()
    environment.loadModel = { _ in
      try ModelLoader.load([try LocatedDocument(parsing: table, file: "library.yaml")])
    }
    let folder = try Folder(["p.yaml": pool])
    return WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--no-try-assumptions"] + arguments, in: environment)
  }

  @Test func `the most ordinary acts make the counterexample, though fewer others would do`() throws
  {
    let text = try run().text
    #expect(
      text.contains(
        """
          The shortest way there, 2 steps:
            1. reader  take()
                       book: shelf ⇒ lent
            2. reader  lose()
                       book: lent ⇒ lost
        """))
    #expect(!text.contains("burn()"))
  }

  @Test(arguments: [1, 1_000])
  func `of a pool with too many states the remedies of settings are tried on these`(
    mostStates: Int
  ) throws {
    let model = try ModelLoader.load([try LocatedDocument(parsing: Self.sold, file: "library.yaml")]
    )
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let pool = try #require(
      try PoolLoader(model: model, request: PoolRequest(paths: [folder["p.yaml"]])).load().first)
    let environment = ToolEnvironment()
    var request = ExplorationRequest()
    (request.triesRemedies, request.triesAssumptions) = (false, false)
    let explorer = PoolExplorer(model: model, request: request, environment: environment)
    var report = try explorer.explore(pool).report
    var trial = RemedyTrial(
      model: model, request: request, environment: environment,
      compiler: environment.limits.compiler(of: model))
    trial.mostStates = mostStates
    try trial.add(to: &report, around: pool.closed, failing: [:], scopes: [:], runs: [:])
    let isLarge = mostStates == 1
    let insured = try #require(report.properties.first { $0.id == "book.insured" })
    let judged = isLarge ? "Tried on the settings alone" : "Tried"
    #expect(insured.remedy == "Insure the books. \(judged): `--set insured=true`.")
    #expect(insured.remedyID == "insure")
    #expect(insured.lackOfRemedies.isEmpty)
    let there = try #require(report.properties.first { $0.id == "book.there" })
    #expect(there.lackOfRemedies.hasPrefix("Remedies are tried on pools of up to") == isLarge)
    #expect((there.remedy == "Prose. Not tried, since the pool has more than 1 states.") == isLarge)
  }

  @Test func `of a note of an open pool the example is explored only where its trace is shown`()
    throws
  {
    let noted = Self.table.replacing(
      "properties:\n",
      with: """
        properties:
          - { id: book.idle, severity: note, always: not insured or book == shelf, prose: It stays., remedy: Prose., because: &d { fact: H, source: s, confidence: A } }

        """)
    func traced(_ format: String) throws -> [String] {
      let lines = Mutex([String]())
      var environment = ToolEnvironment()
      environment.loadModel = { _ in
        try ModelLoader.load([try LocatedDocument(parsing: noted, file: "library.yaml")])
      }
      environment.progress = { line in
        if line.contains("tracing") { lines.withLock { $0.append(line) } }
      }
      let folder = try Folder(["p.yaml": "pool: p\n"])
      let output = WaymarkTool.output(
        for: [
          "check", folder["p.yaml"], "--no-try-assumptions", "--set", "insured=open", "--format",
          format,
        ], in: environment)
      #expect(output.text.contains("book.idle"))
      return lines.withLock { $0 }.sorted()
    }
    #expect(try traced("json") == ["p: tracing book.idle", "p: tracing book.there"])
    #expect(try traced("text") == ["p: tracing book.there"])
  }

  @Test func `what only an unusual act brings about is a note and fails no run`() throws {
    let chained = Self.table.replacing(
      "chained: { bool: true, default: false", with: "chained: { bool: true, default: true")
    let output = try run(chained)
    #expect(output.status == .allHold)
    #expect(output.text.contains("· of little weight: book.there, book.unburnt\n"))
    #expect(output.text.contains("✗ Finding  book.inside (warning)\n"))
  }

  @Test func `a finding that an interrupt kept from being weighed may weigh less, and says so`()
    throws
  {
    let chained = Self.table.replacing(
      "chained: { bool: true, default: false", with: "chained: { bool: true, default: true")
    var environment = ToolEnvironment()
    environment.loadModel = { _ in
      try ModelLoader.load([try LocatedDocument(parsing: chained, file: "library.yaml")])
    }
    let whole = try run(chained, "--property", "book.unburnt", "--format", "json")
    #expect(!whole.text.contains("may weigh less"))
    let limits = environment.limits
    environment.progress = { if $0 == "p: weighing 1 finding" { _ = limits.interrupt() } }
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let cut = WaymarkTool.output(
      for: [
        "check", folder["p.yaml"], "--no-try-assumptions", "--property", "book.unburnt",
        "--format", "json",
      ], in: environment)
    #expect(cut.text.contains("\"basis\": \"may weigh less, the run was interrupted first\""))
    #expect(cut.text.contains("\"severity\": \"error\""))
    #expect(whole.status == .allHold)
    #expect(cut.status == .limitReached)
  }

  @Test func `a finding of a family may weigh less where an interrupt came before its example`()
    throws
  {
    var environment = ToolEnvironment()
    environment.loadModel = { _ in
      try ModelLoader.load([try LocatedDocument(parsing: Self.table, file: "library.yaml")])
    }
    let whole = try run(Self.table, "--set", "chained=open", "--property", "book.unburnt")
    #expect(whole.status == .allHold)
    let limits = environment.limits
    environment.progress = { if $0 == "p: tracing book.unburnt" { _ = limits.interrupt() } }
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let cut = WaymarkTool.output(
      for: [
        "check", folder["p.yaml"], "--no-try-assumptions", "--property", "book.unburnt",
        "--set", "chained=open", "--threads", "1", "--format", "json",
      ], in: environment)
    #expect(cut.text.contains("\"basis\": \"may weigh less, the run was interrupted first"))
    #expect(cut.status == .limitReached)
  }

  @Test func `what the environment does opens nothing, so a narrower exploration shows dead ends`()
    throws
  {
    let floods = Self.table.replacing(
      "actions:\n",
      with: "actions:\n  flood: { by: environment, enabled: burns in acts, doc: Floods. }\n"
    ).replacing(
      "properties:\n",
      with: """
          - { id: flood, on: flood, when: book == lost, set: { book: shelf }, because: *b }
        properties:
          - { id: book.returns, severity: error, from: "true", reachable: book == shelf, without: [librarian], prose: It can come back., remedy: Prose., because: *b }

        """)
    let text = try run(floods, "--property", "book.returns").text
    #expect(text.contains("✗ Finding  book.returns (error"))
    // What is lent can only be lost then, and without the flood nothing leads back.
    #expect(text.contains("reader  take()") && !text.contains("burn()"))
  }

  @Test func `a family of any size is weighed by what is ordinary in some member`() throws {
    let shelves = Self.table.replacing(
      "chained: {", with: "shelves: { range: 0..31, default: 0, doc: Shelves. }\n  chained: {"
    ).replacing(
      "book == lent and not chained", with: "book == lent and not chained and shelves > 9")
    let output = try run(shelves, "--set", "shelves=open")
    #expect(output.text.contains("1 error, 1 note\n"))
    #expect(output.text.contains("✗ Finding  book.there (error"))
    #expect(output.text.contains("· of little weight: book.unburnt\n"))
    let chained = shelves.replacing(
      "chained: { bool: true, default: false", with: "chained: { bool: true, default: true")
    #expect(try run(chained, "--set", "shelves=open").status == .allHold)
  }

  @Test func `a part with too many states to be listed is weighed with sets of states`() throws {
    let chained = Self.table.replacing(
      "chained: { bool: true, default: false", with: "chained: { bool: true, default: true")
    let model = try ModelLoader.load([
      try LocatedDocument(parsing: chained, file: "library.yaml")
    ])
    let environment = ToolEnvironment()
    var ordinary = OrdinaryCounterexamples(
      model: model, request: ExplorationRequest(), environment: environment,
      compiler: environment.limits.compiler(of: model))
    ordinary.mostStates = 1
    let family = ConfigurationFamily(
      model: model,
      closed: Dictionary(
        uniqueKeysWithValues: model.parameters.map { ($0, model.slots[$0].initial) }), open: [])
    // book.there, book.inside and book.unburnt; that books are lent is ordinary.
    let found = ordinary.found(for: model.properties, failing: [0, 2, 3], in: family)
    #expect(found.mapValues(\.scope.id) == [0: "everything", 3: "everything"])
    #expect(found.mapValues(\.atMost) == [0: .note, 3: .note])
    // What stands may be said; what a limit kept from being shown at all may weigh less.
    let claims = model.properties
    #expect(ordinary.unweighed(among: [0], untraced: [3], of: claims, [:]) == [3])
    #expect(ordinary.unweighed(among: [0], untraced: [3], of: claims, found) == [])
    let few = OrdinaryCounterexamples(
      model: model, request: ExplorationRequest(maximumStates: 2), environment: environment,
      compiler: environment.limits.compiler(of: model))
    #expect(few.unweighed(among: [0], untraced: [], of: claims, [:]) == [0])
  }

  @Test(arguments: [Backend.auto, .symbolic])
  func `of a family each claim has the weight of the part in which it fails, of whatever size`(
    backend: Backend
  ) throws {
    let returned = Self.table.replacing(
      "remedies:\n",
      with: """
          - { id: book.returns, severity: error, from: "true", reachable: book == shelf, without: [librarian], prose: It can come back., remedy: Prose., because: *b }
        remedies:

        """)
    let model = try ModelLoader.load([
      try LocatedDocument(parsing: returned, file: "library.yaml")
    ])
    let environment = ToolEnvironment()
    var request = ExplorationRequest()
    request.backend = backend
    var ordinary = OrdinaryCounterexamples(
      model: model, request: request, environment: environment,
      compiler: environment.limits.compiler(of: model))
    ordinary.mostStates = 1
    let open = try #require(model.parameter(named: "chained"))
    let closed = model.parameters.filter { $0 != open }.map { ($0, model.slots[$0].initial) }
    let family = ConfigurationFamily(
      model: model, closed: Dictionary(uniqueKeysWithValues: closed), open: [open])
    // book.there, book.unburnt and book.returns.
    let found = ordinary.found(for: model.properties, failing: [0, 3, 4], in: family)
    #expect(found.mapValues(\.scope.id) == [0: "readers", 3: "everything", 4: "readers"])
    // As a list a part of one state has no room; sets have.
    let traced = found.filter { $0.value.run != nil }.keys.sorted()
    #expect(traced == (backend == .auto ? [] : [0, 4]))
  }

  @Test func `a parameter of the pool file keeps unusual acts out altogether`() throws {
    let output = try run(Self.table, "--set", "acts={lends}", "--set", "chained=true")
    #expect(!output.text.contains("book.unburnt"))
  }

  @Test func `findings that one remedy mends are one finding with that remedy`() throws {
    let text = try run().text
    #expect(text.hasPrefix("p  "))
    #expect(text.contains("1 error, 1 warning, 1 note\n"))
    #expect(text.contains("  With it: book.safe\n"))
    #expect(text.contains("  Remedy: Chain the books. Tried: `--set chained=true`.\n"))
    #expect(!text.contains("Insure"))
    // What the property itself asks for stands where none of the changes mends it.
    #expect(text.components(separatedBy: "Prose").count == 2)
    #expect(text.contains("  Remedy: Prose. None of the changes that were tried mends it alone.\n"))
  }

  @Test func `what fails anyway and was not asked for comes of no remedy`() throws {
    // Librarians lend books to chain, so book.inside fails before and after.
    let text = try run(Self.table, "--property", "book.safe").text
    #expect(text.contains("  Remedy: Chain the books. Tried: `--set chained=true`.\n"), "\(text)")
  }

  @Test func `a remedy is tried where a family fails, and joins nothing that holds there`() throws {
    let text = try run(Self.sold, "--set", "chained=open").text
    #expect(text.contains("  Remedy: Insure the books. Tried: `--set insured=true`.\n"), "\(text)")
    let joined = text.split(separator: "\n").filter { $0.hasPrefix("  With it:") }
    #expect(!joined.contains { $0.contains("book.free") }, "\(text)")
    let own = """
        It fails exactly if chained = true
        Remedy: Prose. None of the changes that were tried mends it alone.
        The configuration alone shows it.

      """
    #expect(text.components(separatedBy: own).count == 2, "\(text)")
  }

  @Test func `a claim about settings names the place of a setting in a family, too`() throws {
    let pool = "pool: p\nconfiguration: { insured: false }\nopen: [chained]\n"
    let text = try run(Self.sold, "--property", "book.insured", pool: pool).text
    #expect(text.contains("p.yaml:2:27 insured\n"), "\(text)")
  }

  @Test func `a remedy is proposed only for the pools of its condition`() throws {
    let insured = Self.table.replacing("{ id: chain, set", with: "{ id: chain, where: insured, set")
    #expect(!(try run(insured).text.contains("Chain the books")))
    #expect(try run(insured, "--set", "insured=true").text.contains("Chain the books"))
  }

  @Test func `a rule that warns of what the remedy changes is no finding of its own`() throws {
    let table =
      Self.table + """

        legality:
          - { id: L1, severity: warning, forbid: not chained, doc: Books walk., remedy: Chain., because: *b }
          - { id: L2, severity: warning, forbid: not insured, doc: Books burn., remedy: Insure., because: *b }
        """
    let text = try run(table).text
    #expect(text.contains("  With it: book.safe, L1\n"))
    #expect(!text.contains("[L1]") && text.contains("[L2]"))
    let refused = try run(table.replacing("doc: Books walk.", with: "refusal: Chain your books."))
      .text
    #expect(refused.contains("  With it: book.safe\n") && refused.contains("[L1]"))
  }

  @Test(arguments: [("C", "error"), ("D", "warning")])
  func `a doubtful row is named in the first line, and one of confidence D makes no error`(
    confidence: String, severity: String
  ) throws {
    let doubtful = Self.table.replacing("confidence: C", with: "confidence: \(confidence)")
    let output = try run(doubtful)
    let line = "book.there (\(severity); rests on lose, confidence \(confidence))\n"
    #expect(output.text.contains("✗ Finding 1 of 2  \(line)"), "\(output.text)")
    #expect((output.status == .allHold) == (severity == "warning"))
  }

  @Test func `annotations leave out notes and what has the same cause as another finding`() throws {
    let text = try run(Self.table, "--format", "github").text
    #expect(text.contains("p%3A book.there"))
    #expect(!text.contains("p%3A book.safe"))
    #expect(!text.contains("p%3A book.unburnt"))
  }

  @Test func `a scope names parameters that choose what is explored`() throws {
    let wrong = Self.table.replacing("set: { acts: [] }", with: "set: { chained: true }")
    let output = try run(wrong)
    #expect(output.stderr.contains("`chained` does not choose what is explored"))
  }
}
