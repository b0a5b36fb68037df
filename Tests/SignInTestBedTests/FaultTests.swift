import Foundation
import SignIn
import SignInTestBed
import TestSupport
import Testing
import TransitionTables

/// The test bed must be able to fail: a fault in one half differs from the table.
@Suite(.long)
struct FaultTests {
  /// The distinct (row, evidence) pairs at which a survey with some conventions differs.
  private func differences(
    in pool: Result<SmallPool, any Error> = SmallPool.sms,
    _ change: (inout TestBedConventions) -> Void
  ) throws -> Set<String> {
    let pool = try pool.get()
    var conventions = TestBedConventions.cognito
    change(&conventions)
    let survey = try JudgementSurvey.run(pool.explored, seed: 7, conventions: conventions)
    let replay = try CatalogueReplay.run(
      pool.catalogue, pool.explored, seed: 7, conventions: conventions)
    return Set((survey.differences + replay.differences).map { "\($0.row) \($0.evidence)" })
  }

  @Test func `without a fault nothing differs`() throws {
    #expect(try differences { _ in } == [])
    #expect(try differences(in: SmallPool.totp) { _ in } == [])
  }

  @Test(arguments: [true, false])
  func `another derivation label in one half refuses right passwords`(inPool: Bool) throws {
    let found = try differences { conventions in
      if inPool {
        conventions.pool.srp.keyInfo = "Caldera Derived Kex"
      } else {
        conventions.client.srp.keyInfo = "Caldera Derived Kex"
      }
    }
    #expect(found.contains("pool.password.right password"))
  }

  @Test(arguments: [true, false])
  func `a missing padding byte in one half refuses right passwords`(inPool: Bool) throws {
    let found = try differences { conventions in
      if inPool {
        conventions.pool.srp.padsTopBit = false
      } else {
        conventions.client.srp.padsTopBit = false
      }
    }
    #expect(found.contains("pool.password.right password"))
  }

  @Test func `a window of zero steps refuses the adjacent code`() throws {
    let found = try differences(in: SmallPool.totp) { $0.pool.codeWindow = 0 }
    #expect(found.contains("pool.totp.right totp"))
  }

  @Test func `a wider window accepts an older code`() throws {
    let found = try differences(in: SmallPool.totp) { $0.pool.codeWindow = 6 }
    #expect(found.contains("pool.totp.previous totp"))
  }

  @Test func `codes that can be used again are accepted where the row refuses them`() throws {
    let found = try differences(in: SmallPool.totp) { $0.pool.codesAreSingleUse = false }
    #expect(found.contains("pool.totp.used totp"))
  }

  @Test func `session strings that can be used again are accepted where the row refuses`() throws {
    let found = try differences { $0.pool.sessionsAreSingleUse = false }
    #expect(found.contains("pool.session.replayed session"))
  }

  @Test func `sessions that never expire leave the record behind the table`() throws {
    let found = try differences { $0.pool.sessionLife = 10_000_000_000 }
    #expect(!found.isEmpty)
  }

  @Test func `the same fault in both halves is invisible here and left to the vectors`() throws {
    let found = try differences { conventions in
      conventions.pool.srp.keyInfo = "Caldera Derived Kex"
      conventions.client.srp.keyInfo = "Caldera Derived Kex"
    }
    #expect(found == [])
  }
}
