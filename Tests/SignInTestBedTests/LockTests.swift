import SignIn
import SignInCryptography
import Testing
import TransitionTables

@testable import SignInTestBed

@Suite struct LockTests {
  /// The longest lock is as long as the time after which failures are forgotten, or a step longer.
  @Test(arguments: [0, 1] as [Int64])
  func `no failure is forgotten while they lock the account`(clockStep: Int64) throws {
    var conventions = TestBedConventions.cognito
    conventions.pool.clockStep = clockStep
    var world = try World(
      try TestBedBinding(try BundledTable.signIn()),
      random: SeededRandomBytes(seed: 1, purpose: "lock"), conventions: conventions)
    for second in 1...15 as ClosedRange<Int64> { world.pool.countFailure(at: second) }
    #expect(world.pool.lockedUntil == 915 + clockStep)
    #expect(!world.pool.isQuiet(at: 914 + clockStep))
    #expect(world.pool.isQuiet(at: 915 + clockStep))
  }
}
