import SignIn
import Testing
import TransitionTables

/// What `terraform show -json` prints, and configurations in JSON.
@Suite struct TerraformTests {
  private let state = #"""
    {"format_version": "1.0", "terraform_version": "1.9.0", "values": {"root_module": {
     "resources": [{"address": "aws_s3_bucket.b", "type": "aws_s3_bucket", "name": "b"}],
     "child_modules": [{"address": "module.auth", "resources": [
      {"address": "module.auth.aws_cognito_user_pool.main", "mode": "managed",
       "type": "aws_cognito_user_pool", "name": "main", "values": {
        "id": "eu-west-1_A", "name": "shop", "mfa_configuration": "OPTIONAL",
        "alias_attributes": null, "username_attributes": ["email"], "arn": "x",
        "software_token_mfa_configuration": [{"enabled": true}],
        "email_mfa_configuration": [], "sms_configuration": [{"sns_caller_arn": "y"}],
        "auto_verified_attributes": ["email"], "user_pool_tier": "PLUS",
        "user_pool_add_ons": [{"advanced_security_mode": "AUDIT"}],
        "device_configuration": [{"challenge_required_on_new_device": true,
          "device_only_remembered_on_user_prompt": true}],
        "lambda_config": [{"pre_sign_up": "arn:aws:lambda:x", "user_migration": "",
          "pre_token_generation_config": [], "kms_key_id": ""}],
        "account_recovery_setting": [{"recovery_mechanism": [
          {"name": "verified_phone_number", "priority": 2}, {"name": "verified_email", "priority": 1}]}],
        "admin_create_user_config": [{"allow_admin_create_user_only": true}],
        "user_attribute_update_settings": [{"attributes_require_verification_before_update": ["email"]}],
        "email_configuration": [{"email_sending_account": "DEVELOPER"}],
        "username_configuration": [{"case_sensitive": false}],
        "sign_in_policy": [{"allowed_first_auth_factors": ["PASSWORD", "WEB_AUTHN"]}],
        "web_authn_configuration": [{"user_verification": "required"}],
        "schema": [{"name": "email", "required": true, "string_attribute_constraints": []}]}},
      {"address": "module.auth.aws_cognito_user_pool_client.web", "mode": "managed",
       "type": "aws_cognito_user_pool_client", "name": "web", "values": {
        "id": "c1", "user_pool_id": "eu-west-1_A", "name": "web", "generate_secret": null,
        "client_secret": "secret", "explicit_auth_flows": ["ALLOW_USER_SRP_AUTH"],
        "prevent_user_existence_errors": "ENABLED"}},
      {"address": "module.auth.aws_cognito_user_pool_client.other", "mode": "managed",
       "type": "aws_cognito_user_pool_client", "name": "other", "values": {
        "id": "c2", "user_pool_id": "eu-west-1_B", "name": "other"}}]}]}}}
    """#

  @Test func readsAState() throws {
    let pool = try read(state)
    #expect(pool.format == .terraformState)
    #expect(pool.name == "shop")
    #expect(pool.openParameters.isEmpty)
    #expect(
      pool.statedLines == [
        "mfa = optional", "mfaMethods = [sms, totp]", "usernameAttributes = [email]",
        "autoVerified = [email]", "requiredAttributes = [email]", "recovery = shownEmailThenPhone",
        "firstFactors = [password, webAuthn]", "selfSignUp = false", "tier = plus",
        "smsConfigured = true", "emailSender = ses", "devices = onPrompt",
        "challengeOnNewDevice = true", "verifyBeforeUpdate = [email]", "caseSensitive = false",
        "triggers = [preSignUp]", "threatProtection = audit", "flows = [userSRP]",
        "clientSecret = true", "existenceErrors = prevent", "userVerification = required",
      ])
  }

  @Test func findsThePoolOfAStateInTheServicesAnswer() throws {
    let described = """
      {"UserPool": {"Id": "eu-west-1_A", "Name": "shop", "MfaConfiguration": "ON",
       "SchemaAttributes": []}}
      """
    let pool = try read([("state.json", state), ("described.json", described)])
    #expect(
      pool.notes.map(\.message).contains(
        "`mfa` is required here but optional at state.json:6:63"))
    #expect(pool.notes.allSatisfy { $0.code == "document.drift" })
  }

  private let plan = #"""
    {"format_version": "1.2", "terraform_version": "1.9.0",
     "planned_values": {"root_module": {"resources": [
      {"address": "aws_cognito_user_pool.main", "mode": "managed", "type": "aws_cognito_user_pool",
       "name": "main", "values": {"name": "shop", "mfa_configuration": "OFF",
       "email_configuration": [{"reply_to_email_address": null}],
       "lambda_config": [{"custom_message": null}]}},
      {"address": "aws_cognito_user_pool.b", "mode": "managed", "type": "aws_cognito_user_pool",
       "name": "b", "values": {"name": "b"}},
      {"address": "aws_cognito_user_pool_client.x", "mode": "managed",
       "type": "aws_cognito_user_pool_client", "name": "x",
       "values": {"name": "x", "generate_secret": true}},
      {"address": "aws_cognito_user_pool_client.y", "mode": "managed",
       "type": "aws_cognito_user_pool_client", "name": "y",
       "values": {"name": "y", "generate_secret": false}}]}},
     "resource_changes": [{"address": "aws_cognito_user_pool.main", "change": {"after_unknown": {
       "id": true, "user_pool_tier": true, "email_configuration": [{"email_sending_account": true}],
       "lambda_config": [{"pre_sign_up": true}]}}}],
     "configuration": {"root_module": {"resources": [
      {"address": "aws_cognito_user_pool_client.x", "expressions": {"user_pool_id": {"references":
       ["aws_cognito_user_pool.b.id", "aws_cognito_user_pool.b"]}}},
      {"address": "aws_cognito_user_pool_client.y", "expressions": {"user_pool_id": {"references":
       ["aws_cognito_user_pool.main.id", "aws_cognito_user_pool.main"]}}}]}}}
    """#

  @Test func opensWhatIsKnownOnlyAfterThePlanIsApplied() throws {
    let pool = try read(plan, pool: "main")
    #expect(pool.format == .terraformPlan)
    #expect(pool.statedLines == ["mfa = off", "triggers = [preSignUp]", "clientSecret = false"])
    #expect(pool.openParameters == ["tier", "emailSender"])
    #expect(pool["tier"] == .open("it is known only after the plan is applied"))
  }

  @Test func joinsTheClientThatRefersToThePool() throws {
    #expect(try read(plan, pool: "aws_cognito_user_pool.b")["clientSecret"]?.value == .bool(true))
    #expect(codes(plan) == ["template.several-pools"])
    #expect(faults(plan, pool: "man").map(\.remedy) == ["did you mean `main`?"])
    #expect(faults(plan, pool: "main", client: "x").map(\.code).contains("template.unknown-client"))
  }

  @Test func joinsTheClientOfAModuleWhoseKeyHasADot() throws {
    let module = #"module.auth[\"eu.west\"]."#
    func resource(_ type: String, _ name: String, _ values: String) -> String {
      #"{"address": "\#(module)\#(type).\#(name)", "mode": "managed", "type": "\#(type)", "#
        + #""name": "\#(name)", "values": {\#(values)}}"#
    }
    let client = "aws_cognito_user_pool_client"
    let clients = ["a", "b"].map { pool in
      #"{"address": "\#(client).\#(pool)", "expressions": {"user_pool_id": {"references": "#
        + #"["aws_cognito_user_pool.\#(pool)[0].id"]}}}"#
    }
    let text = """
      {"format_version": "1.2", "terraform_version": "1.9.0", "resource_changes": [],
       "planned_values": {"root_module": {"child_modules": [{"resources": [
        \(resource("aws_cognito_user_pool", "a", "")),
        \(resource("aws_cognito_user_pool", "b", "")),
        \(resource(client, #"a[\"web.app\"]"#, #""generate_secret": true"#)),
        \(resource(client, "b", #""generate_secret": false"#))]}]}},
       "configuration": {"root_module": {"module_calls": {"auth": {"module": {"resources": [
        \(clients.joined(separator: ", "))]}}}}}}
      """
    #expect(try read(text, pool: "a")["clientSecret"]?.value == .bool(true))
    #expect(try read(text, pool: "b")["clientSecret"]?.value == .bool(false))
  }

  @Test func saysWhatIsWrongUnderTerraformsOwnNames() {
    let text = state.replacing("\"OPTIONAL\"", with: "\"SOMETIMES\"")
    #expect(
      faults(text).filter { $0.severity == .error }.map(\.message) == [
        "mfa_configuration cannot be `SOMETIMES`"
      ])
  }

  @Test func refusesADocumentWithoutAPool() {
    #expect(
      codes(#"{"format_version": "1.0", "terraform_version": "1.9.0", "values": {}}"#)
        == ["template.no-pool"])
  }

  @Test func readsBlocksInListsAndPassesOverComments() throws {
    let text = #"""
      {"//": {"metadata": {}}, "resource": [{"aws_cognito_user_pool": [{"//": "x", "p": [{
        "//": {"metadata": {"path": "x/p"}}, "name": "shop", "mfa_configuration": "OFF",
        "schema": [{"//": 1, "name": "email", "required": true}]}]}]},
       {"aws_cognito_user_pool_client": {"c": {"user_pool_id": "${aws_cognito_user_pool.p.id}",
        "generate_secret": true}}}]}
      """#
    let pool = try read(text)
    #expect(pool.format == .terraformConfiguration)
    #expect(pool.notes.isEmpty)
    #expect(
      pool.statedLines == ["mfa = off", "requiredAttributes = [email]", "clientSecret = true"])
  }

  @Test func readsAConfigurationInJSON() throws {
    let text = #"""
      {"resource": {"aws_cognito_user_pool": {"p": {"name": "shop", "mfa_configuration": "${var.mfa}",
        "software_token_mfa_configuration": {"enabled": true}}},
       "aws_cognito_user_pool_client": {"c": {"user_pool_id": "${aws_cognito_user_pool.p.id}",
        "generate_secret": true}}}}
      """#
    let pool = try read(text)
    #expect(pool.format == .terraformConfiguration)
    #expect(pool.openParameters == ["mfa"])
    #expect(pool.statedLines == ["mfaMethods = [totp]", "clientSecret = true"])
    #expect(try read(text, given: ["mfa": "ON"])["mfa"]?.value == .choice("required"))
  }
}
