import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct TableTests {
  private func run(_ arguments: String...) -> CommandOutput {
    WaymarkTool.output(for: arguments, in: SmallTable.environment())
  }

  @Test func `the table is Markdown with one line a row`() {
    #expect(
      run("rows").text == """
        # The transition table

        3 rows. Rungs of a ladder are tried in order.

        ## No component

        | row | on | from | when | sets | to | sends | source |
        |---|---|---|---|---|---|---|---|
        | `small.signUp` | `signUp` |  | `status == none and lucky` | `status` |  |  | invented, F1, confidence C |
        | `small.lock` | `lock` |  | `status == confirmed and recovery == adminOnly` | `status` |  |  | invented, F2, confidence C |
        | `small.delete` | `wait` |  | `status == confirmed` | `status` |  |  | invented, F3, confidence C |

        """)
  }

  @Test func `one row is explained`() {
    let output = run("rows", "small.lock")
    #expect(output.text.hasPrefix("small.lock\n  on        lock\n"))
    #expect(run("rows", "small.lok").stderr.contains("did you mean `small.lock`?"))
  }

  @Test func `a table without a fault is inspected with 0`() {
    let output = run("inspect")
    #expect(output.status == .allHold)
    #expect(
      output.text.hasSuffix(
        "3 rows inspected over all legal parameters and states: 0 errors, 0 warnings\n"))
  }

  @Test func `a dead row makes the inspection fail and is named`() throws {
    var environment = SmallTable.environment()
    environment.loadModel = { _ in
      var model = try SmallTable.model()
      model.rows[1].when = .no
      return model
    }
    let output = WaymarkTool.output(for: ["inspect"], in: environment)
    #expect(output.status == .safetyViolated)
    #expect(output.text.contains("small.lock"))
    #expect(output.text.contains("[inspect.dead-row]"))
  }
}
