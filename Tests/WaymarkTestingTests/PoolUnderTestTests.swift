import Foundation
import Testing
import WaymarkTesting

@Suite struct PoolUnderTestTests {
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["WAYMARK_LONG"] != nil,
      "too slow for a debug build; set WAYMARK_LONG to run it"))
  func `a pool that nobody can sign in to breaks its promise, and shows what is left`() throws {
    let pool = try PoolUnderTest(
      text: """
        pool: hotline
        configuration:
          mfa: required
          mfaMethods: [sms]
          usernameAttributes: [phone]
          autoVerified: [phone]
          requiredAttributes: [phone]
          recovery: phone
          smsConfigured: true
          selfSignUp: false
          flows: [userSRP, refresh]
        """)
    #expect(pool.brokenPromises == ["sign-in.no-dead-end"])
    #expect(pool.pathsToTokens == [])
    #expect(pool.nextSteps == ["confirmSignInWithNewPassword", "resetPassword"])
  }

  @Test func `an illegal pool is refused with every broken rule`() throws {
    let error = #expect(throws: PoolUnderTest.Illegal.self) {
      try PoolUnderTest(
        text: """
          pool: illegal
          configuration: { mfa: required, mfaMethods: [], aliasAttributes: [email], usernameAttributes: [email] }
          """)
    }
    #expect(error?.rules.map { $0.prefix { $0 != ":" } } == ["L1", "L8"])
  }
}
