import Foundation
import TestSupport
import Testing

@testable import WaymarkTesting

/// What is expected of the paths of a real pool; explored once.
@Suite(.long, .pool("../Examples/Shop/Infrastructure/pool.yaml"))
struct PathExpectationTests {
  @Test func `a path that exists is no issue, one that does not is one in the pool file`() throws {
    let pool = try PoolUnderTest.required
    #expect(recorded { pool.expectPath(through: "confirmSignInWithTOTPCode", "done") } == [])
    let issues = recorded { pool.expectPath(through: "confirmSignInWithSMSMFACode", "done") }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        "pool.yaml:1:1: no path goes through confirmSignInWithSMSMFACode, then done; the paths of"
          + " this pool show ") == true)
  }

  @Test func `a path that must not exist is an issue at the setting that makes it`() throws {
    let pool = try PoolUnderTest.required
    #expect(recorded { pool.expectNoPath(through: "confirmSignInWithSMSMFACode") } == [])
    let issues = recorded { pool.expectNoPath(through: "confirmSignInWithTOTPCode", "done") }
    #expect(issues.count == 1)
    let said = "a path goes through confirmSignInWithTOTPCode, then done:"
    #expect(issues.first?.contains(said) == true)
    #expect(issues.first?.hasPrefix("pool.yaml:1:") == false)
  }

  @Test func `a next step that the app does not handle is an issue with the way to it`() throws {
    let pool = try PoolUnderTest.required
    #expect(recorded { pool.expectHandled(try pool.nextSteps) } == [])
    let issues = recorded {
      pool.expectHandled(try pool.nextSteps.subtracting(["confirmSignInWithTOTPCode"]))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("does not handle confirmSignInWithTOTPCode") == true)
    #expect(issues.first?.hasPrefix("pool.yaml:") == true)
  }

  @Test func `a misspelt step is an issue of the test`() throws {
    let pool = try PoolUnderTest.required
    let issues = recorded { pool.expectPath(through: "confirmSignInWithTOTP") }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("PathExpectationTests.swift:") == true)
  }

  @Test(.propertiesHold("../Examples/Shop/Infrastructure/pool.yaml"))
  func `the trait alone judges the properties`() {}
}
