import SignIn
import Testing
import TransitionTables

/// `amplify_outputs.json` and the configurations of Amplify Gen1.
@Suite struct AmplifyOutputsTests {
  private let outputs = """
    {"version": "1.4", "auth": {"user_pool_id": "eu-west-1_A", "user_pool_client_id": "web",
      "mfa_configuration": "REQUIRED", "mfa_methods": ["SMS", "EMAIL"],
      "username_attributes": ["email"], "user_verification_types": ["email"],
      "standard_required_attributes": ["email", "given_name", "phone_number"]}}
    """

  @Test func readsWhatTheOutputsTell() throws {
    let pool = try read(outputs)
    #expect(pool.format == .amplifyOutputs)
    #expect(
      pool.statedLines == [
        "mfa = required", "mfaMethods = [email, sms]", "usernameAttributes = [email]",
        "autoVerified = [email]", "requiredAttributes = [email, phone]",
      ])
    #expect(pool.notes.map(\.code) == ["document.assumed"])
  }

  @Test func impliesOnlyWhatNoPoolCouldBeWithout() throws {
    let pool = try read(outputs)
    #expect(pool["aliasAttributes"]?.value == .set([]))
    #expect(
      pool["smsConfigured"]
        == Setting(
          value: .bool(true), origin: .serviceDefault("SMS MFA needs an SMS configuration (L7)")))
    #expect(pool["emailSender"]?.value == .choice("ses"))
  }

  @Test func `assumes of the rest what defineAuth always sets, by name`() throws {
    let pool = try read(outputs)
    #expect(pool.openParameters.isEmpty)
    #expect(pool["recovery"]?.value == .choice("email"))
    #expect(pool["flows"]?.value == .members(["userSRP", "custom", "refresh"]))
    #expect(pool["flows"]?.origin == .frameworkDefault("assumed of defineAuth"))
    #expect(pool["existenceErrors"]?.value == .choice("prevent"))
    #expect(pool["verifyBeforeUpdate"]?.value == .members(["email"]))
    let note = try #require(pool.notes.first)
    #expect(note.severity == .note)
    #expect(note.message.contains("recovery = email"))
    #expect(!note.message.contains("mfa = "))
    let unverified = outputs.replacing("_types\": [\"email\"]", with: "_types\": []")
    #expect(try read(unverified)["verifyBeforeUpdate"]?.value == .set([]))
  }

  @Test func `what another document says goes before what is assumed`() throws {
    let other = """
      {"UserPool": {"Id": "eu-west-1_A", "Name": "x", "SchemaAttributes": [],
       "MfaConfiguration": "ON", "UsernameAttributes": ["email"]}}
      """
    let pool = try read([("outputs.json", outputs), ("pool.json", other)])
    #expect(pool["recovery"]?.value == .choice("legacy"))
    #expect(pool["selfSignUp"]?.value == .bool(true))
    #expect(!pool.notes.contains { $0.code == "document.drift" && $0.message.contains("recovery") })
  }

  @Test func readsPasswordlessFactors() throws {
    let text = outputs.replacing(
      #""mfa_configuration": "REQUIRED", "mfa_methods": ["SMS", "EMAIL"]"#,
      with: #"""
        "mfa_configuration": "NONE", "mfa_methods": [], "passwordless": {"email_otp_enabled": true,
        "sms_otp_enabled": false, "web_authn": {"user_verification": "required"}}
        """#)
    let pool = try read(text)
    #expect(pool["firstFactors"]?.value == .set(["emailOTP", "password", "webAuthn"]))
    #expect(pool["userVerification"]?.value == .choice("required"))
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect(pool["mfaMethods"]?.value == .set([]))
  }

  @Test func readsUserNamesAsNoAttribute() throws {
    let pool = try read(
      #"{"version": "1", "auth": {"aws_region": "x", "username_attributes": ["username"]}}"#)
    #expect(pool["usernameAttributes"]?.value == .set([]))
    #expect(pool["aliasAttributes"]?.value == .set([]))
    #expect(pool["mfa"]?.value == nil)
  }

  @Test func warnsOfALaterVersionAndLeavesNewWordsOpen() throws {
    let text = outputs.replacing(#""1.4""#, with: #""2""#).replacing("REQUIRED", with: "ADAPTIVE")
    let pool = try read(text)
    #expect(
      pool.notes.map { "\($0.severity) \($0.code)" } == [
        "note document.assumed", "warning document.newer-version",
        "warning document.unknown-value",
      ])
    #expect(pool.openParameters.first == "mfa")
  }

  @Test func findsThePoolOfTheOutputsInOtherDocuments() {
    let other = #"{"UserPool": {"Id": "eu-west-1_B", "Name": "x", "SchemaAttributes": []}}"#
    do throws(DiagnosticList) {
      _ = try read([("a.json", outputs), ("b.json", other)])
      Issue.record("two pools were read as one")
    } catch {
      #expect(error.diagnostics.map(\.code) == ["document.other-pool"])
    }
  }

  // MARK: Gen1

  private let configuration = """
    {"UserAgent": "aws-amplify-cli/2.0", "Version": "1.0", "auth": {"plugins":
     {"awsCognitoAuthPlugin": {"CognitoUserPool": {"Default": {"PoolId": "eu-west-1_A",
      "AppClientId": "native", "AppClientSecret": "s"}}, "Auth": {"Default": {
      "mfaConfiguration": "OFF", "mfaTypes": ["SMS"], "signupAttributes": ["EMAIL", "NAME"],
      "usernameAttributes": ["EMAIL", "PHONE_NUMBER"], "verificationMechanisms": ["EMAIL"]}}}}}}
    """

  @Test func readsAClientConfiguration() throws {
    let pool = try read(configuration)
    #expect(pool.format == .amplifyConfiguration)
    #expect(
      pool.statedLines == [
        "mfa = off", "usernameAttributes = [email, phone]", "autoVerified = [email]",
        "requiredAttributes = [email]", "clientSecret = true",
      ])
    #expect(pool["mfaMethods"]?.value == .set([]))
    #expect(pool.openParameters.isEmpty)
    #expect(pool["existenceErrors"]?.value == .choice("legacy"))
  }

  @Test func readsTheExportsTheSameWay() throws {
    let exports = """
      {"aws_user_pools_id": "eu-west-1_A", "aws_cognito_mfa_configuration": "OPTIONAL",
       "aws_cognito_mfa_types": ["TOTP"], "aws_cognito_username_attributes": [],
       "aws_cognito_signup_attributes": ["EMAIL"],
       "aws_cognito_verification_mechanisms": ["PHONE_NUMBER"]}
      """
    let pool = try read(exports)
    #expect(
      pool.statedLines == [
        "mfa = optional", "mfaMethods = [totp]", "usernameAttributes = []",
        "autoVerified = [phone]", "requiredAttributes = [email]",
      ])
    #expect(pool["smsConfigured"]?.value == .bool(true))
    #expect(pool["clientSecret"]?.value == .bool(false))
  }

  @Test("of a pool that the Amplify CLI did not make, existence errors are not assumed")
  func assumesExistenceErrorsOfTheCLIAlone() throws {
    let written = #"{"aws_user_pools_id": "eu-west-1_A", "aws_user_pools_web_client_id": "c"}"#
    let generated = #"{"aws_user_pools_id": "A", "aws_cognito_mfa_configuration": "OFF"}"#
    #expect(try read(written)["existenceErrors"]?.value == nil)
    #expect(try read(generated)["existenceErrors"]?.value == .choice("legacy"))
  }

  @Test func `assumes of Gen1 what the CLI's template says, as of cli-inputs.json`() throws {
    let pool = try read(configuration)
    #expect(pool["recovery"]?.value == .choice("legacy"))
    #expect(pool["verifyBeforeUpdate"]?.value == .set(["email"]))
    #expect(pool["verifyBeforeUpdate"]?.origin == .frameworkDefault("assumed of the Amplify CLI"))
    let inputs = try read(
      """
      {"version": "1", "cognitoConfig": {"userPoolName": "shop", "mfaConfiguration": "OFF",
      "usernameAttributes": ["email, phone_number"], "requiredAttributes": ["email", "name"],
      "autoVerifiedAttributes": ["email"]}}
      """)
    for name in ["recovery", "verifyBeforeUpdate", "flows", "existenceErrors"] {
      #expect(pool[name]?.value == inputs[name]?.value, "\(name)")
    }
  }

  @Test(arguments: [("EMAIL", "email"), (#"["SMS"]"#, "[]")])
  func `what people choose of a pool stays undecided where a person wrote the configuration`(
    generated: String, byHand: String
  ) throws {
    let pool = try read(configuration.replacing(generated, with: byHand))
    for name in ["recovery", "verifyBeforeUpdate", "flows", "existenceErrors"] {
      #expect(pool[name]?.origin == .open("a person wrote the configuration of the app"))
    }
    #expect(pool["autoVerified"]?.value == .set(["email"]))
    #expect(pool["tier"]?.origin == .serviceDefault("assumed of the pool"))
    let note = try #require(pool.notes.first { $0.code == "document.assumed" })
    #expect(note.message.contains("; what the service does by default is assumed: "))
    #expect(!pool.notes.contains { $0.code == "document.no-client" })
  }

  @Test(arguments: [("", 4, true), ("\"EMAIL\"", 4, false), ("", 0, false)])
  func `what people choose of a pool stays undecided where the CLI imported it`(
    required: String, classes: Int, isImported: Bool
  ) throws {
    let characters = ["LOWERCASE", "NUMBERS", "SYMBOLS", "UPPERCASE"].prefix(classes)
      .map { "\"REQUIRES_\($0)\"" }.joined(separator: ", ")
    let exports = """
      {"aws_user_pools_id": "eu-west-1_A", "aws_user_pools_web_client_id": "web",
       "aws_cognito_username_attributes": ["EMAIL"], "aws_cognito_mfa_configuration": "OFF",
       "aws_cognito_signup_attributes": [\(required)], "aws_cognito_mfa_types": ["SMS"],
       "aws_cognito_password_protection_settings":
         {"passwordPolicyMinLength": 8, "passwordPolicyCharacters": [\(characters)]},
       "aws_cognito_verification_mechanisms": ["EMAIL"]}
      """
    let pool = try read(exports)
    let origin = Origin.open("`amplify import auth` wrote the configuration of the app")
    #expect((pool["existenceErrors"]?.origin == origin) == isImported)
    #expect(pool["existenceErrors"]?.value == (isImported ? nil : .choice("legacy")))
    #expect((pool["recovery"]?.origin == origin) == isImported)
  }

  @Test func `awsconfiguration.json of the older SDKs names a pool and the flow`() throws {
    let flow = ParameterDeclaration(name: "defaultFlow", kind: .choice(["userSRP", "custom"]))
    let text = """
      {"Version": "1.0", "CognitoUserPool": {"Default": {"PoolId": "eu-west-1_A",
        "AppClientId": "c", "Region": "eu-west-1"}},
       "Auth": {"Default": {"authenticationFlowType": "CUSTOM_AUTH"}}}
      """
    let pool = try read(text, parameters: cognitoParameters + [flow])
    #expect(pool.format == .amplifyConfiguration)
    #expect(pool["defaultFlow"]?.value == .choice("custom"))
    #expect(
      pool["defaultFlow"]?.origin
        == .document(SourceLocation(file: "pool.yaml", line: 3, column: 49)))
    // Of the pool's settings it says nothing, and who made it is not known.
    #expect(pool["mfa"]?.value == nil)
    #expect(pool["existenceErrors"]?.value == nil)
    #expect(pool["clientSecret"]?.value == .bool(false))
    let note = try #require(pool.notes.first { $0.code == "document.assumed" })
    #expect(
      note.message.hasPrefix("Amplify client configuration does not say all of eu-west-1_A;"))
    // Another file of the same SDKs names an identity pool alone.
    #expect(
      codes(#"{"Version": "1.0", "CredentialsProvider": {"CognitoIdentity": {}}}"#)
        == ["document.unknown-format"])
  }

  @Test func `says where the client is of which neither Gen1's inputs nor its exports say more`()
    throws
  {
    let inputs =
      #"{"version": "1","#
      + "\n" + #" "cognitoConfig": {"userPoolName": "shop", "mfaConfiguration": "OFF"}}"#
    #expect(try read(inputs).defaultPlaces["existenceErrors"]?.line == 2)
    #expect(try read(configuration).defaultPlaces["existenceErrors"]?.line == 3)
    #expect(try read(configuration).defaultPlaces["clientSecret"] == nil)
  }

  @Test func refusesAConfigurationWithoutCognito() {
    #expect(codes(#"{"auth": {"plugins": {"other": {}}}}"#) == ["amplify.no-cognito"])
  }
}
