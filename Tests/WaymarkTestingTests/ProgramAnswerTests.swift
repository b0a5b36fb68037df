import Findings
import Foundation
import PoolAnalysis
import SignIn
import Synchronization
import TestSupport
import Testing

@testable import WaymarkTesting

/// What the program answers is what the engine says, and an answer is had once.
@Suite struct ProgramAnswerTests {
  private static let text = """
    pool: desk
    configuration:
      mfa: off
      selfSignUp: false
      recovery: adminOnly
      flows: [userSRP, refresh]
    """

  @Test(.optimised)
  func `the program's report has the verdicts, places, paths and words of the engine`() throws {
    let question = PoolQuestion(paths: ["desk.yaml"], text: Self.text)
    let answer = try WaymarkProgram.found.get().answer(to: question)
    let own = PoolAnswering(model: try BundledTable.signIn()).answer(to: question)
    #expect(answer == own)
    guard case .report(let explored) = own else {
      Issue.record("the engine gives no report")
      return
    }
    #expect(!explored.report.paths.isEmpty && !explored.report.findings.isEmpty)
    #expect(explored.pathPlaces.contains { $0?.line == 3 })
  }

  @Test func `a program that is none, or of another version, is an error that names it`() {
    for path in ["/bin/cat", "/bin/false", "/nowhere"] {
      let program = WaymarkProgram(file: URL(filePath: path))
      #expect(throws: (any Error).self) { try program.answer(to: PoolQuestion(paths: [])) }
    }
    let error = #expect(throws: PoolUnderTest.NoAnswer.self) {
      try WaymarkProgram(file: URL(filePath: "/bin/false")).answer(to: PoolQuestion(paths: []))
    }
    #expect(
      error?.description == """
        `/bin/false answer` gives no answer and ends with 1
          → use the program of the library's own version
        """)
  }

  @Test func `documents that cannot be read are complained about as check does`() {
    let error = #expect(throws: PoolUnderTest.NoAnswer.self) {
      try SmallPools.pool("pool: p\nconfiguration:\n  mfas: off\n")
    }
    #expect(error?.description.contains("pools/p.yaml:3:3: error: ") == true)
    #expect(error?.description.contains("did you mean `mfa`?") == true)
  }

  @Test func `the same question is asked once a process`() throws {
    let model = try SmallPools.model()
    let asked = Mutex<[PoolQuestion.Subject]>([])
    let answers = PoolAnswers { question in
      asked.withLock { $0.append(question.subject) }
      return PoolAnswering(model: model).answer(to: question)
    }
    let question = PoolQuestion(paths: ["p.yaml"], text: SmallPools.lockable)
    for _ in 0..<3 { _ = try PoolUnderTest(asking: question, of: answers) }
    #expect(asked.withLock { $0 } == [.report])
  }

  @Test func `of many generated pools the legality is asked at once`() throws {
    let model = try SmallPools.model()
    let asked = Mutex<[PoolQuestion.Subject]>([])
    let answers = PoolAnswers { question in
      asked.withLock { $0.append(question.subject) }
      return PoolAnswering(model: model).answer(to: question)
    }
    let pools = try PoolGenerator(
      asking: PoolQuestion(paths: ["p.yaml"], text: SmallPools.lockable), of: answers,
      varying: ["mfa", "mfaMethods", "recovery"])
    forEachPool(of: pools, count: 20) { _ in }
    let (first, rest) = asked.withLock { ($0.first, $0.dropFirst()) }
    #expect(first == .parameters(varying: ["mfa", "mfaMethods", "recovery"]))
    #expect((1...3).contains(rest.count))
  }

  @Test func `a kept report is found again until pool or program change`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "answers-\(ProcessInfo.processInfo.globallyUniqueString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let variables = ["WAYMARK_CACHE": folder.path]
    let model = try SmallPools.model()
    func count(_ text: String, program: String = "/bin/sh") throws -> Int {
      let cache = ReportCache(variables: variables, program: URL(filePath: program))
      let question = PoolQuestion(paths: ["p.yaml"], text: text)
      guard case .report = PoolAnswering(model: model, cache: cache).answer(to: question) else {
        Issue.record("no report")
        return 0
      }
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).count
    }
    #expect(try count(SmallPools.lockable) == 1)
    #expect(try count(SmallPools.lockable) == 1)
    #expect(try count(SmallPools.lockable + "\n# the same values in other lines") == 2)
    #expect(try count(SmallPools.lockable, program: "/bin/cat") == 3)
    let nothing = ReportCache(variables: ["WAYMARK_CACHE": ""], program: nil)
    #expect(nothing.map { _ in true } == nil)
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
