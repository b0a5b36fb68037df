import Foundation
import StateSpace
import Testing

@testable import TransitionTables

/// SPIN explores the exported Promela of every classic and must count what we count.
///
/// Needs `spin` and a C compiler (`apt-get install spin gcc`); skipped with that remark otherwise.
@Suite(.enabled(if: Spin.isInstalled, "spin or a C compiler is not installed"), .serialized)
struct SpinOracleTests {
  static let classics: [(name: String, sizes: [String: Int])] = [
    ("peterson", [:]), ("peterson-broken", [:]), ("dining-philosophers", [:]),
    ("dining-philosophers-ordered", [:]), ("two-phase-commit", ["Manager": 3]),
    ("two-phase-commit", ["Manager": 5]),
  ]

  static func compiled(_ name: String, _ sizes: [String: Int] = [:]) throws -> CompiledModel {
    let model = try ClassicsTests.classic(name, enumSizes: sizes)
    let invariants: [(name: String, bad: TransitionTables.Expression, within: Bool)] = model
      .properties.compactMap {
        guard case .always(let claim) = $0.claim else { return nil }
        return ($0.fullID, .not(claim), false)
      }
    return model.compiled(invariants: invariants)
  }

  @Test(arguments: classics)
  func `SPIN stores our states, takes our steps and judges as we do`(
    name: String, sizes: [String: Int]
  ) throws {
    let compiled = try Self.compiled(name, sizes)
    let ours = try compiled.system.explore()
    let counted = try Spin.run(compiled.promela(), counting: true)
    #expect(counted.states == ours.stateCount)
    #expect(counted.transitions == ours.transitionCount)
    let judged = try Spin.run(compiled.promela(), counting: false)
    let isBroken = ours.violations.contains { $0 != nil }
    #expect((judged.errors > 0) == isBroken)
    #expect(isBroken == (name == "peterson-broken"))
  }

  @Test
  func `SPIN counts urgent states and what is forgotten at rest as an uncollapsed search does`()
    throws
  {
    let compiled = try model(ExportTests.ringing).compiled()
    let ours = UncollapsedSearch(compiled.system)
    #expect(ours.states.count > (try compiled.system.explore().stateCount))
    let counted = try Spin.run(compiled.promela(), counting: true)
    #expect(counted.states == ours.states.count)
    #expect(counted.transitions == ours.transitions)
  }
}

/// The reachable states with the collapse of urgent states off, found by the plainest search.
struct UncollapsedSearch {
  private(set) var states: [[UInt64]] = []
  private(set) var transitions = 0

  init(_ system: TransitionSystem) {
    var known: Set<[UInt64]> = []
    for state in system.initialStates where known.insert(state).inserted { states.append(state) }
    var next = 0
    while next < states.count {
      let state = states[next]
      for rule in system.rules where rule.cubes.contains(where: { $0.matches(state) }) {
        var target = state.indices.map { state[$0] & ~rule.clear[$0] | rule.set[$0] }
        if !system.isUrgent(target) {
          target = target.indices.map { target[$0] & ~system.transient[$0] }
        }
        transitions += 1
        if known.insert(target).inserted { states.append(target) }
      }
      next += 1
    }
  }
}

/// Runs SPIN in a directory of its own.
enum Spin {
  struct Counts {
    var states: Int
    var transitions: Int
    var errors: Int
  }

  struct Failure: Error {
    var output: String
  }

  static var isInstalled: Bool {
    ["spin", "gcc"].allSatisfy { (try? run("command -v \($0)", in: "/"))?.isEmpty == false }
  }

  static func run(_ promela: String, counting: Bool) throws -> Counts {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "spin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try promela.write(
      to: folder.appending(path: "model.pml"), atomically: true, encoding: .utf8)
    let output = try run(
      "spin \(counting ? "-DCOUNT " : "")-a model.pml && "
        + "gcc -O1 -w -DSAFETY -DNOREDUCE -DNOFAIR -o pan pan.c && ./pan -m1000000",
      in: folder.path)
    guard let states = number(before: "states, stored", in: output),
      let transitions = number(before: "transitions (=", in: output),
      let tail = output.components(separatedBy: "errors: ").dropFirst().first,
      let errors = Int(tail.prefix { $0.isNumber })
    else { throw Failure(output: output) }
    // SPIN counts its arrival in the initial state as a transition.
    return Counts(states: states, transitions: transitions - 1, errors: errors)
  }

  private static func number(before words: String, in output: String) -> Int? {
    let lines = output.split(separator: "\n")
    return lines.first { $0.contains(words) }.flatMap { line in
      line.split(separator: " ").first.flatMap { Int($0) }
    }
  }

  private static func run(_ command: String, in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(filePath: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
