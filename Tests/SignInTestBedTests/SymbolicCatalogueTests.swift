import SignIn
import SignInTestBed
import Testing
import TransitionTables

/// What `explore` makes of sets of states is what it makes of listed ones.
@Suite struct SymbolicCatalogueTests {
  private func table(_ pool: SmallPool) throws -> SymbolicTable {
    try SymbolicTable(pool.explored.compiled)
  }

  @Test func `both engines list the same paths, views and side steps`() throws {
    let pool = try SmallPool.sms.get()
    let sets = try #require(Catalogue(try table(pool)))
    let listed = pool.catalogue
    #expect(sets.paths.map(\.id) == listed.paths.map(\.id))
    #expect(sets.paths.map(\.calls) == listed.paths.map(\.calls))
    #expect(sets.paths.map(\.outcome) == listed.paths.map(\.outcome))
    #expect(sets.paths.map(\.views) == listed.paths.map(\.views))
    #expect(sets.views == listed.views)
    #expect(sets.sideSteps.map(\.id) == listed.sideSteps.map(\.id))
    #expect(sets.sideSteps.map(\.call) == listed.sideSteps.map(\.call))
  }

  @Test
  func `every path has a record that goes through all of it, and a shortest way to the record`()
    throws
  {
    let pool = try SmallPool.sms.get()
    let table = try table(pool)
    let sets = try #require(Catalogue(table))
    for path in sets.paths {
      let run = try table.trace(through: path.run.states, rules: path.run.rules)
      #expect(run.steps.count == path.run.rules.count && !run.steps.isEmpty, "\(path.id)")
      #expect(
        run.steps.last.flatMap { table.model.answer(of: $0) } == path.calls.last?.answer,
        "\(path.id)")
      let record = try #require(path.run.states.first)
      let trace = try table.trace(to: record)
      let listed = try #require(pool.explored.exploration.index(of: table.packedState(record)))
      #expect(trace.steps.count == pool.explored.exploration.depth(of: listed), "\(path.id)")
    }
  }

  @Test func `both engines survey the same judgements`() throws {
    let pool = try SmallPool.sms.get()
    let listed = try JudgementSurvey.run(pool.explored, seed: 1)
    let sets = try JudgementSurvey.run(Explored.symbolic(try table(pool)), seed: 1)
    #expect(sets.judgements == listed.judgements && listed.judgements > 0)
    #expect(sets.differences.isEmpty)
    #expect(sets.unexercisedRows == listed.unexercisedRows)
  }
}
