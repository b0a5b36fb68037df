import SignInCryptography
import Testing

@testable import Endpoint

/// Settings that are changed by the calls of the API.
@Suite struct SettingCallTests {
  private func settings(_ desk: inout Desk, _ names: String...) throws -> [String] {
    let all = try desk.control("settings").json
    return names.map { all[$0]?.text ?? "" }
  }

  private func pool(_ desk: inout Desk) throws -> String {
    try #require(desk.endpoint.describe()["UserPoolId"]?.text)
  }

  @Test func `a field that UpdateUserPool leaves out is reset or kept as the table says`() throws {
    var desk = try Desk(["triggers": "preSignUp", "autoVerified": "email"], users: [Desk.ada])
    let id = try pool(&desk)
    let policy = #""Policies":{"SignInPolicy":{"AllowedFirstAuthFactors":["PASSWORD"]}}"#
    let hooks = #""LambdaConfig":{"PostConfirmation":"arn:aws:lambda:eu-west-1:1:function:f"}"#
    let devices = #""DeviceConfiguration":{"DeviceOnlyRememberedOnUserPrompt":true}"#
    let response = try desk.post(
      "UpdateUserPool", #"{"UserPoolId":"\#(id)",\#(policy),\#(hooks),\#(devices)}"#)
    #expect(response.status == 200)
    #expect(
      try settings(&desk, "triggers", "autoVerified", "devices", "tier")
        == ["{postConfirmation}", "{}", "onPrompt", "essentials"])
    #expect(try desk.usernames() == ["ada"])
  }

  @Test func `what the service refuses is refused in its words, and nothing changes`() throws {
    var desk = try Desk()
    let id = try pool(&desk)
    let turned = try desk.post(
      "UpdateUserPool", #"{"UserPoolId":"\#(id)","MfaConfiguration":"ON"}"#)
    #expect(
      turned.json["message"]?.text
        == "Cannot turn MFA functionality ON, once the user pool has been created.")
    let bare = try desk.post(
      "SetUserPoolMfaConfig", #"{"UserPoolId":"\#(id)","MfaConfiguration":"ON"}"#)
    #expect(bare.json["__type"]?.text == "InvalidParameterException")
    #expect(try settings(&desk, "mfa") == ["off"])
    let whole = try desk.post(
      "SetUserPoolMfaConfig",
      #"{"UserPoolId":"\#(id)","MfaConfiguration":"ON","SoftwareTokenMfaConfiguration":"#
        + #"{"Enabled":true}}"#)
    #expect(whole.json["MfaConfiguration"]?.text == "ON")
    #expect(try settings(&desk, "mfa", "mfaMethods") == ["required", "{totp}"])
  }

  @Test func `what a client may write is read, shown, and all again without a list`() throws {
    var desk = try Desk(["recovery": "adminOnly"])
    let ids = #""UserPoolId":"\#(try pool(&desk))","ClientId":"\#(try desk.clientID())""#
    func written(_ list: String) throws -> [JSON]? {
      let shown = try desk.post("UpdateUserPoolClient", "{\(ids)\(list)}").json["UserPoolClient"]
      return shown?["WriteAttributes"]?.elements
    }
    #expect(
      try written(#","WriteAttributes":["name","phone_number"]"#)
        == ["name", "phone_number"].map { .string($0) })
    #expect(try settings(&desk, "writeAttributes") == ["{phone}"])
    #expect(try written("") == nil)
    #expect(try settings(&desk, "writeAttributes") == ["{email, phone}"])
  }

  @Test func `a flow that is not followed is refused, and the client stays as it is`() throws {
    var desk = try Desk(users: [Desk.ada])
    let (pool, client) = (try pool(&desk), try desk.clientID())
    let ids = #""UserPoolId":"\#(pool)","ClientId":"\#(client)""#
    let answer = try desk.post(
      "UpdateUserPoolClient", #"{\#(ids),"ExplicitAuthFlows":["ADMIN_NO_SRP_AUTH"]}"#)
    #expect(answer.json["__type"]?.text == "InvalidParameterException")
    #expect(answer.json["message"]?.text?.hasPrefix("[ADMIN_NO_SRP_AUTH is none of ") == true)
    #expect(try desk.signIn().status == 200)
  }

  @Test func `a client without a flow refuses it from then on`() throws {
    var desk = try Desk(users: [Desk.ada])
    #expect(try desk.signIn().status == 200)
    let (pool, client) = (try pool(&desk), try desk.clientID())
    let ids = #""UserPoolId":"\#(pool)","ClientId":"\#(client)""#
    _ = try desk.post(
      "UpdateUserPoolClient", #"{\#(ids),"ExplicitAuthFlows":["ALLOW_USER_SRP_AUTH"]}"#)
    #expect(try desk.signIn().json["__type"]?.text == "InvalidParameterException")
  }

  @Test func `a pool asks of passwords what its policy says`() throws {
    var desk = try Desk()
    let (id, client) = (try pool(&desk), try desk.clientID())
    func refusal(_ password: String) throws -> String? {
      let response = try desk.post(
        "SignUp", #"{"ClientId":"\#(client)","Username":"bob","Password":"\#(password)"}"#)
      return response.json["message"]?.text
    }
    #expect(
      try refusal("longenough")
        == "Password did not conform with policy: Password must have uppercase characters")
    let policy = #"{"PasswordPolicy":{"MinimumLength":6,"RequireSymbols":true}}"#
    _ = try desk.post("UpdateUserPool", #"{"UserPoolId":"\#(id)","Policies":\#(policy)}"#)
    let short = policy.replacing("6", with: "5")
    let refused = try desk.post("UpdateUserPool", #"{"UserPoolId":"\#(id)","Policies":\#(short)}"#)
    #expect(
      refused.json["message"]?.text
        == "1 validation error detected: Value '5' at 'policies.passwordPolicy.minimumLength' "
        + "failed to satisfy constraint: Member must have value greater than or equal to 6")
    // Each of the two policies stays where it is left out (X13).
    _ = try desk.post("UpdateUserPool", #"{"UserPoolId":"\#(id)"}"#)
    #expect(
      try refusal("simple")
        == "Password did not conform with policy: Password must have symbol characters")
    #expect(try refusal("simple!") == nil)
    let described = try desk.post("DescribeUserPool", #"{"UserPoolId":"\#(id)"}"#)
    #expect(
      described.json["UserPool"]?["Policies"]?["PasswordPolicy"]?.serialized
        == #"{"MinimumLength":6,"RequireLowercase":false,"RequireUppercase":false,"#
        + #""RequireNumbers":false,"RequireSymbols":true,"TemporaryPasswordValidityDays":7}"#)
    let made = try desk.post("CreateUserPool", #"{"PoolName":"other"}"#)
    #expect(made.json["__type"]?.text == "LimitExceededException")
    _ = try desk.post("DeleteUserPool", #"{"UserPoolId":"\#(id)"}"#)
    let anew = try desk.post("CreateUserPool", #"{"PoolName":"other"}"#)
    #expect(
      anew.json["UserPool"]?["Policies"]?["PasswordPolicy"]?.serialized
        == #"{"MinimumLength":8,"RequireLowercase":true,"RequireUppercase":true,"#
        + #""RequireNumbers":true,"RequireSymbols":true,"TemporaryPasswordValidityDays":7}"#)
  }

  @Test func `pool and client have the names that they were given, and dates`() throws {
    var desk = try Desk(["triggers": "preSignUp"], users: [Desk.ada])
    let id = try pool(&desk)
    let ids = #""UserPoolId":"\#(id)","ClientId":"\#(try desk.clientID())""#
    let start = desk.time
    desk.time += 60
    _ = try desk.post("UpdateUserPoolClient", #"{\#(ids),"ClientName":"web"}"#)
    let client = try desk.post("DescribeUserPoolClient", "{\(ids)}").json["UserPoolClient"]
    #expect(client?["ClientName"]?.text == "web")
    #expect(client?["LastModifiedDate"]?.integer == start + 60)
    let described = try desk.post("DescribeUserPool", #"{"UserPoolId":"\#(id)"}"#).json["UserPool"]
    #expect(described?["Name"]?.text == "waymark")
    #expect(described?["EstimatedNumberOfUsers"]?.integer == 1)
    #expect(
      described?["LambdaConfig"]?["PreSignUp"]?.text
        == "arn:aws:lambda:eu-west-1:000000000000:function:PreSignUp")
    _ = try desk.post("DeleteUserPool", #"{"UserPoolId":"\#(id)"}"#)
    let made = try desk.post("CreateUserPool", #"{"PoolName":"other"}"#).json["UserPool"]
    #expect(made?["Name"]?.text == "other")
    #expect(made?["CreationDate"]?.integer == start + 60)
    #expect(made?["LastModifiedDate"]?.integer == start + 60)
    let listed = try desk.post("ListUserPools", #"{"MaxResults":9}"#).json["UserPools"]?.elements
    #expect(listed?.map { $0["Name"]?.text } == ["other"])
  }

  /// The call has no member for methods of MFA (L7, L8).
  @Test func `a pool that is made with MFA has it by SMS`() throws {
    var desk = try Desk()
    let bare = try desk.post("CreateUserPool", #"{"PoolName":"other","MfaConfiguration":"ON"}"#)
    #expect(
      bare.json["message"]?.text
        == "SMS configuration and Auto verification for phone_number are required when MFA is "
        + "required/optional")
    #expect(try settings(&desk, "mfa") == ["off"])
    let made = try desk.post(
      "CreateUserPool",
      #"{"PoolName":"other","MfaConfiguration":"OPTIONAL","SmsConfiguration":{"SnsCallerArn":"#
        + #""arn:aws:iam::123456789012:role/sms"}}"#)
    #expect(made.json["UserPool"]?["MfaConfiguration"]?.text == "OPTIONAL")
    #expect(
      try settings(&desk, "mfa", "mfaMethods", "smsConfigured") == ["optional", "{sms}", "true"])
  }

  @Test func `without a name no pool is made anew, and no app client`() throws {
    var desk = try Desk(["usernameAttributes": "email"])
    let id = try pool(&desk)
    for (operation, body) in [
      ("CreateUserPool", "{}"), ("CreateUserPoolClient", #"{"UserPoolId":"\#(id)"}"#),
    ] {
      let refused = try desk.post(operation, body)
      #expect(refused.json["__type"]?.text == "InvalidParameterException", "\(operation)")
    }
    #expect(try settings(&desk, "usernameAttributes") == ["{email}"])
    let client = try desk.post(
      "DescribeUserPoolClient", #"{"UserPoolId":"\#(id)","ClientId":"\#(try desk.clientID())"}"#)
    #expect(client.status == 200)
  }

  @Test func `a pool that has users is made anew only after it was deleted`() throws {
    var desk = try Desk(users: [Desk.ada])
    let id = try pool(&desk)
    let refused = try desk.post("CreateUserPool", #"{"PoolName":"other"}"#)
    #expect(refused.json["__type"]?.text == "LimitExceededException")
    #expect(try desk.post("DeleteUserPool", #"{"UserPoolId":"\#(id)"}"#).status == 200)
    #expect(try desk.signIn().json["__type"]?.text == "ResourceNotFoundException")
    let made = try desk.post(
      "CreateUserPool", #"{"PoolName":"other","UsernameAttributes":["email"]}"#)
    #expect(made.json["UserPool"]?["Id"]?.text == id)
    let client = try desk.post(
      "CreateUserPoolClient",
      #"{"UserPoolId":"\#(id)","ClientName":"web","GenerateSecret":true}"#)
    #expect(client.json["UserPoolClient"]?["ClientSecret"]?.text?.isEmpty == false)
    #expect(try settings(&desk, "usernameAttributes", "clientSecret") == ["{email}", "true"])
    #expect(try desk.usernames().isEmpty)
  }
}
