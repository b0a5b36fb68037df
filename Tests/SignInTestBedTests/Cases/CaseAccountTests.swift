import SignInTestBed
import Testing

/// Calls beside sign-in, in states and forms that the client's own file does not have.
@Suite struct CaseAccountTests {
  private static let refreshed = CaseSample.reply("GetTokensFromRefreshToken", CaseSample.tokens)
  private static let revoked = CaseSample.reply("RevokeToken", "")
  private static let internalError = "\"error\": \"InternalErrorException\""

  /// The state, the steps, and what the app must be told in turn.
  @Test(arguments: [
    // §6: tokens past their life are renewed before a call that needs one.
    (
      "signedIn + sessionEstablished (expired tokens)",
      [
        CaseSample.call(
          "fetchAuthSession", "", refreshed, CaseSample.result("{\"isSignedIn\": true}")),
        CaseSample.call("fetchAuthSession", "", "", CaseSample.result("{\"tokens\": \"valid\"}")),
      ], ["authSession", "authSession"]
    ),
    (
      "signedIn; tokens expired",
      [
        CaseSample.call(
          "fetchDevices", "",
          refreshed + "," + CaseSample.reply("ListDevices", "\"devices\": []"),
          CaseSample.result("\"ok\""))
      ], ["deviceList"]
    ),
    (
      "signedIn; tokens expired",
      [
        CaseSample.call(
          "fetchMFAPreference", "",
          CaseSample.reply("GetTokensFromRefreshToken", "\"error\": \"NotAuthorizedException\""),
          CaseSample.error("sessionExpired"))
      ], ["authSession"]
    ),
    // §6: without metadata there is no device to name, unless the call names one.
    (
      "signedIn; no device metadata",
      [
        CaseSample.call("rememberDevice", "", "", CaseSample.error("unknown")),
        CaseSample.call("forgetDevice", "", "", CaseSample.error("unknown")),
        CaseSample.call(
          "forgetDevice", "\"device\": {\"id\": \"d\"}", CaseSample.reply("ForgetDevice", ""),
          CaseSample.result("\"ok\"")),
      ], ["unknown", "unknown", "deviceForgotten"]
    ),
    // §6: a sign-up that completes by itself names no user, and its session signs in.
    (
      "signedOut",
      [
        CaseSample.call(
          "signUp", "\"username\": \"ada\"",
          CaseSample.reply(
            "SignUp", "\"userConfirmed\": true, \"userSub\": \"u\", \"session\": \"k\""),
          CaseSample.step("completeAutoSignIn", "\"session\": \"k\", \"userId\": null")),
        CaseSample.call(
          "autoSignIn", "",
          CaseSample.initiate(
            CaseSample.tokens, expects: "\"Session\": \"k\", \"USERNAME\": \"ada\""),
          CaseSample.isDone),
      ], ["completeAutoSignIn", "done"]
    ),
    // The wire's `phone_number` is the client's phoneNumber.
    (
      "signedOut",
      [
        CaseSample.call(
          "signUp", "\"username\": \"ada\", \"password\": \"p\"",
          CaseSample.reply(
            "SignUp",
            "\"userConfirmed\": false, \"codeDeliveryDetails\": "
              + "{\"attributeName\": \"phone_number\","
              + " \"deliveryMedium\": \"SMS\", \"destination\": \"+1\"}"),
          CaseSample.step(
            "confirmUser", "\"attributeKey\": \"phoneNumber\", \"delivery\": \"sms(+1)\""))
      ], ["confirmUser"]
    ),
    // §6: GetUser first; the factors that are not named stay out of the request.
    (
      "user is signed in",
      [
        CaseSample.call(
          "updateMFAPreference", "\"sms\": \".enabled\", \"email\": \"MFAPreference.disabled\"",
          CaseSample.reply("GetUser", "\"preferredMfaSetting\": \"SMS_MFA\"") + ","
            + CaseSample.reply(
              "SetUserMFAPreference", "",
              "\"SMSMfaSettings\": {\"Enabled\": true, \"PreferredMfa\": true}, "
                + "\"SoftwareTokenMfaSettings\": null, "
                + "\"EmailMfaSettings\": {\"Enabled\": false, \"PreferredMfa\": null}"),
          CaseSample.result("\"ok\"")),
        CaseSample.call(
          "fetchMFAPreference", "", CaseSample.reply("GetUser", "\"userMFASettingList\": []"),
          CaseSample.result("{\"enabled\": null, \"preferred\": null}")),
      ], ["mfaPreferenceUpdated", "mfaPreference"]
    ),
    // §6: a status that the client does not know is none.
    (
      "signedIn",
      [
        CaseSample.call(
          "verifyTOTPSetup", "\"code\": \"1\"",
          CaseSample.reply("VerifySoftwareToken", "\"status\": \"WEIRD\""),
          CaseSample.error("service"))
      ], ["service"]
    ),
    // §6: network errors never block a sign-out.
    (
      "signedIn",
      [
        CaseSample.call(
          "signOut", "\"options\": {\"globalSignOut\": true}",
          CaseSample.reply("GlobalSignOut", "") + ","
            + CaseSample.reply("RevokeToken", internalError),
          CaseSample.result(
            "{\"partial\": {\"globalSignOutError\": null, \"revokeTokenError\": true}, "
              + "\"signedOutLocally\": true}")),
        CaseSample.call("signOut", "", "", CaseSample.result("\"complete\"")),
      ], ["signedOutPartial", "signedOutComplete"]
    ),
    (
      "signedIn",
      [
        CaseSample.call(
          "deleteUser", "",
          CaseSample.reply("DeleteUser", "\"error\": \"CommonRunTimeError\""),
          CaseSample.error("service", "network")),
        CaseSample.call(
          "deleteUser", "",
          CaseSample.reply("DeleteUser", "") + ","
            + CaseSample.reply("GlobalSignOut", internalError),
          CaseSample.result("\"ok\"")),
      ], ["network", "userDeleted"]
    ),
    // §6, §5.1.
    (
      "signedIn",
      [
        CaseSample.call(
          "update(oldPassword:to:options:)", "\"oldPassword\": \"a\", \"newPassword\": \"b\"",
          CaseSample.reply(
            "ChangePassword", "\"error\": \"InvalidPasswordException\"",
            "\"PreviousPassword\": \"a\", \"ProposedPassword\": \"b\""),
          CaseSample.error("AuthError.service", ".invalidPassword")),
        CaseSample.call(
          "update(userAttribute:)", "\"userAttribute\": \"email\"",
          CaseSample.reply(
            "UpdateUserAttributes",
            "\"codeDeliveryDetailsList\": [{\"deliveryMedium\": \"EMAIL\", \"destination\": \"d\"}]"
          ),
          CaseSample.step("confirmAttributeWithCode", "\"delivery\": \"email(d)\"")),
      ], ["invalidPassword", "confirmAttributeWithCode"]
    ),
  ])
  func `calls in other states and forms`(
    _ state: String, steps: [String], told: [String]
  ) throws {
    let report = try CaseSample.run(steps.joined(separator: ","), from: state)
    #expect(report.verdict == .agrees, "\(report.reasons)")
    #expect(report.steps.map(\.answer) == told)
  }

  @Test(arguments: [
    ("{\"partial\": {\"revokeTokenError\": null}}", "revokeTokenError is there"),
    ("\"complete\"", "the app is told signedOutPartial; expected complete"),
    ("\"hangs\"", "the app is told signedOutPartial; expected that nothing returns"),
    (
      "{\"failed\": \"service\"}", "the app is told signedOutPartial; expected failed with service"
    ),
  ])
  func `another result than the expected one differs`(_ result: String, reason: String) throws {
    let report = try CaseSample.run(
      CaseSample.call(
        "signOut", "", CaseSample.reply("RevokeToken", Self.internalError),
        CaseSample.result(result)), from: "signedIn")
    #expect(report.verdict == .differs && report.reasons == [reason])
  }

  @Test(arguments: [("dev-1", CaseReport.Verdict.agrees), ("dev-2", .differs)])
  func `a device that a call names is the one in the request`(
    _ key: String, verdict: CaseReport.Verdict
  ) throws {
    let report = try CaseSample.run(
      CaseSample.call(
        "forgetDevice", "\"device\": {\"id\": \"dev-1\"}",
        CaseSample.reply("ForgetDevice", "", "\"DeviceKey\": \"\(key)\""),
        CaseSample.result("\"ok\"")), from: "signedIn")
    #expect(report.verdict == verdict)
  }

  @Test func `a client secret is known where the state says so`() throws {
    let hash = "\"SECRET_HASH\": \"<hash>\""
    for (state, expected) in [("signedOut; client secret configured", hash), ("signedOut", "")] {
      let none = expected.isEmpty ? "\"SECRET_HASH\": null" : expected
      let report = try CaseSample.run(
        CaseSample.signIn(
          "",
          CaseSample.initiate(CaseSample.goodVerifier, expects: none) + ","
            + CaseSample.respond(CaseSample.tokens, expects: none), CaseSample.isDone),
        from: state)
      #expect(report.verdict == .agrees, "\(report.reasons)")
    }
  }

  @Test(arguments: [
    ("federatedToIdentityPool", "a federation with an identity pool is no part of the model"),
    ("signingOut", "the client is between two requests of another call"),
    ("dancing", "the state `dancing` is none that the table names"),
  ])
  func `a state outside the model is not applicable, with the reason`(
    _ state: String, reason: String
  ) throws {
    let report = try CaseSample.run(
      CaseSample.call("signOut", "", "", CaseSample.result("\"complete\"")), from: state)
    #expect(report.verdict == .notApplicable && report.reasons == [reason])
  }
}
