import Testing
import WaymarkTesting

/// The sign-in of our shop, as its pool file describes it. An issue points into that file.
@Suite(.pool("../../Infrastructure/pool.yaml")) struct ShopPoolTests {
  /// The cases of the `switch` over `nextStep` in our app.
  private static let handled = [
    "confirmSignInWithNewPassword", "confirmSignInWithTOTPCode", "continueSignInWithTOTPSetup",
    "resetPassword", "done",
  ]

  @Test func `no property fails`() throws { try PoolUnderTest.required.expectProperties() }

  @Test func `the app handles every reachable next step`() throws {
    try PoolUnderTest.required.expectHandled(Self.handled)
  }

  @Test func `a new member of staff sets up an authenticator and is signed in`() throws {
    try PoolUnderTest.required.expectPath(
      through: "confirmSignInWithNewPassword", "continueSignInWithTOTPSetup", "done")
  }

  @Test func `nobody is ever asked for a code by SMS`() throws {
    try PoolUnderTest.required.expectNoPath(through: "confirmSignInWithSMSMFACode")
  }

  @Test func `whatever triggers we add, MFA stays`() throws {
    let pools = try PoolGenerator(
      "../../Infrastructure/pool.yaml", varying: ["tokenRotation", "existenceErrors"])
    forEachPool(of: pools, count: 3) { pool in
      let broken = try pool.explored().failingProperties
      #expect(!broken.contains("mfa.no-tokens-without-second-factor"), "in \(pool)")
    }
  }
}
