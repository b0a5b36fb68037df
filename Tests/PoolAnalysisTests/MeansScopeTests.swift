import Testing

@testable import PoolAnalysis

/// What answers say of acts of administrators that a pool file leaves out.
@Suite struct MeansScopeTests {
  private static let note = "What administrators do is taken from administratorActs = {creates};"

  @Test func `acts that a pool file leaves out are not said to be in vain`() throws {
    let analysis = try MeansAnalysis.bundled("small/totp-required")
    #expect(analysis.openText.contains(Self.note))
    // A page has a paragraph, which no column breaks.
    #expect(analysis.openMarkdown.split(separator: "\n").allSatisfy { !$0.hasPrefix(" ") })
    #expect(analysis.openMarkdown.hasSuffix("; whether another act helps is not asked.\n"))
    let page = PlaybookText(
      playbook: try Playbook(analysis), refusals: try Refusals(analysis)
    ).text
    #expect(page.contains(Self.note))
    // Nobody signs up in this pool.
    #expect(!page.contains("sign up again"))
  }

  @Test func `where every act is looked at nothing is said of it`() throws {
    #expect(try MeansAnalysis.bundled("sound/kiosk").openText.isEmpty)
  }
}
