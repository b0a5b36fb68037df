import Foundation
import SignIn
import Testing
import TransitionTables

@testable import WaymarkCommands

/// Every statement of the source documents is shown by what it is bound to: a scenario passes, fires
/// the row that is named, and does not pass without it.
@Suite struct StatementTests {
  private static let model = Result { try BundledTable.signIn() }

  /// The scenario of that name, run against a model; nil where it cannot be run at all.
  private static func isMet(_ name: String, by model: Model) -> (met: Bool, rows: Set<String>)? {
    let file = BundledTable.directory.appending(path: "scenarios/\(name).yaml").path
    let batch = ScenarioBatch(model: model, seed: 1, environment: ToolEnvironment())
    guard let report = try? batch.run([file]).first else { return nil }
    return (report.isAsExpected, report.rows)
  }

  /// Each pair of scenario and row that some statement names, once.
  private static let pairs: [(scenario: String, row: String)] = {
    guard let model = try? model.get() else { return [] }
    let named = model.statements.flatMap(\.binding.evidence).compactMap { evidence in
      if case .scenario(let name, let row) = evidence { "\(name) \(row)" } else { nil }
    }
    return Set(named).sorted().map { pair in
      let parts = pair.split(separator: " ").map(String.init)
      return (parts[0], parts[1])
    }
  }()

  @Test(arguments: pairs)
  func `a scenario shows its statement by a row that it cannot do without`(
    scenario: String, row: String
  ) throws {
    let model = try Self.model.get()
    let whole = try #require(Self.isMet(scenario, by: model), "there is no scenario \(scenario)")
    #expect(whole.met, "scenario \(scenario) does not come out as it says")
    #expect(whole.rows.contains(row), "\(row) does not fire in \(scenario)")
    let without = Self.isMet(scenario, by: model.removing(row: row))
    #expect(without?.met != true, "\(scenario) passes without \(row)")
  }

  @Test func `most statements are shown, a quarter at most is only informative`() throws {
    let statements = try Self.model.get().statements
    let informative = statements.count { $0.binding.word == "informative" }
    #expect(statements.count >= 150)
    #expect(informative * 4 <= statements.count)
    #expect(Set(statements.map(\.document)).count == 5)
    #expect(statements.contains { $0.binding.word == "contradicted" })
    #expect(statements.contains { $0.binding.word == "holds only if" })
  }

  @Test func `a check that a statement names is a diagnostic with a page`() throws {
    for statement in try Self.model.get().statements {
      for case .check(let code) in statement.binding.evidence {
        #expect(Explanations.pages.contains { $0.code == code }, "\(statement.id): \(code)")
      }
    }
  }

  @Test func `a scenario that would pass without the row is found out`() throws {
    // The canary: this row is not what the scenario turns on.
    let model = try Self.model.get()
    let without = Self.isMet("mfa-off", by: model.removing(row: "pool.mfa.M5"))
    #expect(without?.met == true)
  }
}
