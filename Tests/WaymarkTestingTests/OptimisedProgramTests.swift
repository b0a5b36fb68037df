import Foundation
import PoolAnalysis
import SignIn
import TestSupport
import Testing

@testable import WaymarkTesting

/// The program that explores in place of a test says the same as the test itself.
@Suite struct OptimisedProgramTests {
  private static let text = """
    pool: desk
    configuration:
      mfa: off
      selfSignUp: false
      recovery: adminOnly
      flows: [userSRP, refresh]
    """

  /// The program of this build, which the package manager puts next to the tests.
  private static var program: URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    if folder.path.contains(".xctest/") {
      for _ in 0..<3 { folder = folder.deletingLastPathComponent() }
    }
    return folder.appending(path: "waymark")
  }

  @Test(.optimised, .timeLimit(.minutes(5)))
  func `its report has the verdicts, places, paths and words of the test's own`() throws {
    let question = PoolQuestion(paths: ["desk.yaml"], text: Self.text)
    let model = try ExploredPools.model.get()
    let answer = try #require(OptimisedProgram.answer(of: Self.program, to: question))
    #expect(try answer.table == ContentDigest.table())
    let own = try PoolQuestion.report(on: question.pool(in: model), in: model)
    #expect(answer.report == own)
    #expect(!own.paths.isEmpty && !own.findings.isEmpty)
  }

  @Test func `a program that is none, or of another version, is not believed`() {
    let question = PoolQuestion(paths: ["none.yaml"])
    #expect(OptimisedProgram.answer(of: URL(filePath: "/bin/cat"), to: question) == nil)
    #expect(OptimisedProgram.answer(of: URL(filePath: "/bin/false"), to: question) == nil)
    #expect(OptimisedProgram.answer(of: URL(filePath: "/nowhere"), to: question) == nil)
  }

  @Test func `a question's digest changes with documents, values and what answers`() throws {
    let base = PoolQuestion(paths: ["p.yaml"], text: "pool: p\n")
    var other = base
    other.closed = [3: 1]
    let digests = try [
      base.digest(basis: ["a"]), base.digest(basis: ["b"]), other.digest(basis: ["a"]),
      PoolQuestion(paths: ["p.yaml"], text: "pool: q\n").digest(basis: ["a"]),
      PoolQuestion(paths: ["q.yaml"], text: "pool: p\n").digest(basis: ["a"]),
    ]
    #expect(Set(digests).count == digests.count)
    #expect(try base.digest(basis: ["a"]) == digests[0])
  }

  @Test func `an issue shows at most twenty steps`() {
    let steps = (1...40).map { "  \($0). wait()" }
    let shown = PoolUnderTest.shortened(steps)
    #expect(shown.count == 20)
    #expect(
      shown[10...12] == ["  11. wait()", "  … 21 more; `waymark check` shows all", "  33. wait()"])
    #expect(PoolUnderTest.shortened(Array(steps.prefix(20))).count == 20)
  }
}
