import Testing

@testable import WaymarkCommands

@Suite struct BudgetTests {
  private let figures = [
    Budgets.Figure(
      budget: Budgets.Budget(arguments: ["check", "sound/beacon.yaml"], seconds: 1), seconds: 1.5),
    Budgets.Figure(
      budget: Budgets.Budget(arguments: ["explain", "M9"], seconds: 0.1), seconds: 0.16),
  ]

  @Test func `a budget is exceeded by more than half`() {
    #expect(figures.map(\.isExceeded) == [false, true])
  }

  @Test func `the table takes the place of the one under the heading, and nothing else`() throws {
    let page = """
      # Page

      | a | b |
      |---|---|

      ## Budgets

      Words.

      | old |
      |---|
      | 1 |

      ## Next

      """
    #expect(
      try #require(Budgets.page(page, with: figures)) == """
        # Page

        | a | b |
        |---|---|

        ## Budgets

        Words.

        | command | budget in s | measured in s | |
        |---|---|---|---|
        | `check sound/beacon` | 1.00 | 1.50 |  |
        | `explain M9` | 0.10 | 0.16 | exceeded |

        ## Next

        """)
    #expect(Budgets.page("# Page\n", with: figures) == nil)
  }
}
