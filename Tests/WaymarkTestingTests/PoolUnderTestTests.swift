import Foundation
import TestSupport
import Testing
import WaymarkTesting

@Suite struct PoolUnderTestTests {
  @Test(.long)
  func `a pool that nobody gets into alone has failing properties, and shows what is left`() throws
  {
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
    #expect(pool.failingProperties == ["sign-in.stays-reachable", "sign-in.no-dead-end"])
    // An administrator may have set SMS as the preference.
    #expect(
      try pool.pathsToTokens == [
        "userSRP.confirmSignInWithNewPassword/valid.false.confirmSignInWithSMSMFACode.sms/done",
        "userSRP.confirmSignInWithSMSMFACode.sms/done",
      ])
    #expect(
      try pool.nextSteps == [
        "confirmSignInWithNewPassword", "resetPassword", "confirmSignInWithSMSMFACode", "done",
      ])
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
