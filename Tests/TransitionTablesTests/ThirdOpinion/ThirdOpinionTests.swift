import Foundation
import StateSpace
import TestSupport
import Testing

@testable import TransitionTables

/// The naive search against compiler, engine and property checker: states, transitions, depth,
/// faults and verdicts, for every classic and for random tables, thousands of them at night.
@Suite struct ThirdOpinionTests {
  /// How many random tables each of the blocks tries; `WAYMARK_SEEDS` asks for more.
  static let seedsPerBlock =
    ProcessInfo.processInfo.environment["WAYMARK_SEEDS"].flatMap { UInt64($0) }
    ?? (Effort.isSampled ? 50 : 250)

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `random tables mean the same to all readers`(block: UInt64) throws {
    let first = block * Self.seedsPerBlock
    var tally = ThirdOpinion.Tally()
    for seed in first..<(first + Self.seedsPerBlock) {
      var random = RandomModel(seed: seed)
      let text = random.text()
      do {
        let opinion = try ThirdOpinion(try model(text))
        tally.add(opinion)
        #expect(opinion.differences == [], "seed \(seed):\n\(text)")
      } catch {
        let reason = (error as? DiagnosticList)?.diagnostics.map(\.rendered).joined() ?? "\(error)"
        Issue.record("seed \(seed): \(reason)\n\(text)")
      }
    }
    // The tables have to be worth it: most run without faults, and verdicts of all kinds occur.
    let seeds = Int(Self.seedsPerBlock)
    guard seeds >= 200 else { return }
    #expect(tally.states > 8 * seeds)
    #expect(tally.faulty < seeds / 2)
    #expect(tally.faulty > 0)
    #expect(tally.verdicts[.holds, default: 0] > seeds / 2)
    #expect(tally.verdicts[.fails, default: 0] > seeds / 2)
    #expect(tally.verdicts[.vacuous, default: 0] > 0)
  }

  @Test(arguments: [
    ("two-phase-commit", 288), ("dining-philosophers", 82), ("dining-philosophers-ordered", 70),
    ("peterson", 20), ("peterson-broken", 32),
  ])
  func `every classic means the same to all readers`(name: String, states: Int) throws {
    let opinion = try ThirdOpinion(try ClassicsTests.classic(name))
    #expect(opinion.differences == [])
    #expect(opinion.states == states)
  }

  @Test func `a mistake in a compiled rule is found`() throws {
    let table = try ClassicsTests.classic("peterson")
    var broken = table
    let yield = try #require(broken.rows.firstIndex { $0.id == "yield" })
    broken.rows[yield].updates.removeLast()
    // The naive reader still has the sound table.
    let opinion = try ThirdOpinion(table, compiling: broken)
    #expect(opinion.differences != [])
  }
}

/// What compiler and engine on one side and the naive search on the other say of one table.
struct ThirdOpinion {
  /// What many tables came to.
  struct Tally {
    var states = 0
    var faulty = 0
    var verdicts: [PropertyVerdict.Status: Int] = [:]

    mutating func add(_ opinion: ThirdOpinion) {
      states += opinion.states
      faulty += opinion.faults > 0 ? 1 : 0
      for verdict in opinion.verdicts { verdicts[verdict, default: 0] += 1 }
    }
  }

  private(set) var states = 0
  private(set) var faults = 0
  private(set) var verdicts: [PropertyVerdict.Status] = []
  private(set) var differences: [String] = []

  /// Compares a table with itself, or with a mutant of it.
  init(_ table: Model, compiling compiled: Model? = nil) throws {
    let model = compiled ?? table
    let parameters = Dictionary(
      uniqueKeysWithValues: model.parameters.map { ($0, model.slots[$0].initial) })
    let naive = NaiveSearch(NaiveTable(table), parameters: parameters)
    try compare(naive, model.compiled(parameters: parameters))
    guard naive.faults == 0 else { return }
    var checker = PropertyChecker(model: model)
    for property in table.properties {
      let observers = table.observers(readBy: property.expressions)
      let search =
        observers.isEmpty
        ? naive : NaiveSearch(NaiveTable(table, observers: observers), parameters: parameters)
      let found = try checker.check([property], parameters: parameters)[0]
      let (status, depth) = search.verdict(of: property)
      verdicts.append(found.status)
      if found.status != status {
        differences.append("\(property.fullID): \(found.status), naively \(status)")
      }
      if let depth, depth >= 0, let trace = found.trace, trace.steps.count != depth {
        differences.append("\(property.fullID): trace of \(trace.steps.count), naively \(depth)")
      }
    }
  }

  private mutating func compare(_ naive: NaiveSearch, _ compiled: CompiledModel) throws {
    let found = try compiled.system.explore()
    states = naive.states.count
    faults = naive.faults
    let pairs = [
      ("states", found.stateCount, naive.states.count),
      ("transitions", found.transitionCount, naive.moves.count),
      ("depth", found.depth, naive.depth), ("faults", found.faultCount, naive.faults),
    ]
    for (what, ours, theirs) in pairs where ours != theirs {
      differences.append("\(what): \(ours), naively \(theirs)")
    }
    let words = Set((0..<found.stateCount).map { found.state($0) })
    let packed = naive.states.map { state in
      Array(compiled.pack(state).prefix(compiled.layout.restingWordCount))
    }
    if Set(packed) != words { differences.append("other states") }
  }
}
