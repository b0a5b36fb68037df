import StateSpace
import Testing

@Suite("Memory limits and cancellation end a search cleanly")
struct LimitTests {
  private let system = TwoPhaseCommit(managers: 6).machine()

  @Test("a search with a memory limit stops below it and keeps what it found")
  func memoryLimit() throws {
    let whole = try system.explore()
    let found = try system.explore(ExplorationOptions(maximumBytes: 300_000))
    #expect(found.completeness == .memoryLimit)
    #expect(found.stateCount > 5_000)
    #expect(found.stateCount < whole.stateCount)
    #expect(found.bytesPerState * Double(found.stateCount) <= 300_000)
    #expect(found.exploredCount < found.stateCount)
    let indices = 0..<found.stateCount
    #expect(indices.allSatisfy { found.state($0) == whole.state($0) })
    #expect(indices.allSatisfy { found.predecessor($0) == whole.predecessor($0) })
    #expect(found.deadEnds == [])
  }

  @Test("a limit that suffices changes nothing")
  func roomyLimit() throws {
    let found = try system.explore(ExplorationOptions(maximumBytes: 64 * 50_816))
    #expect(found.completeness == .complete)
    #expect(found.stateCount == 50_816)
  }

  @Test("kept edges count towards the limit")
  func edgesCount() throws {
    let options = ExplorationOptions(maximumBytes: 3_000_000, keepEdges: true)
    #expect(try system.explore(options).completeness == .memoryLimit)
    let plain = ExplorationOptions(maximumBytes: 3_000_000)
    #expect(try system.explore(plain).completeness == .complete)
  }

  @Test("a cancelled task stops its search")
  func cancellation() async {
    let task = Task { [system] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try system.explore().completeness
    }
    #expect(await task.result.map { $0 } == .success(.cancelled))
  }
}

extension Result where Success == Completeness, Failure == any Error {
  fileprivate static func == (one: Self, other: Self) -> Bool {
    (try? one.get()) == (try? other.get())
  }
}
