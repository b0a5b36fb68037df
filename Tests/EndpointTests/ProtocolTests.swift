import SignInCryptography
import SignInTestBed
import Testing

@testable import Endpoint

@Suite struct ProtocolTests {
  @Test func `passkeys are of the domain that is asked for`() throws {
    var conventions = TestBedConventions.cognito
    conventions.pool.relyingPartyID = "localhost"
    var service = try PoolService(
      model: try Desk.model.get(), parameters: [:], conventions: conventions)
    let described = service.answer("TestBedDescribe", .object([])).body
    #expect(described["RelyingPartyId"]?.text == "localhost")
    let user =
      #"{"Username":"ada","Record":{"status":"confirmed","password":"permanent","#
      + #""passkey":"registered"}}"#
    #expect(service.answer("TestBedAddUser", try JSON(parsing: user)).exception == nil)
  }

  @Test func `a sign-in is answered with tokens that GetUser takes`() throws {
    var desk = try Desk(users: [Desk.ada])
    let response = try desk.signIn()
    #expect(response.status == 200)
    #expect(response["content-type"] == "application/x-amz-json-1.1")
    #expect(response["x-amzn-requestid"]?.count == 36)
    let token = try #require(response.json["AuthenticationResult"]?["AccessToken"]?.text)
    let user = try desk.post("GetUser", #"{"AccessToken":"\#(token)"}"#)
    #expect(user.json["Username"]?.text == "ada")
  }

  @Test func `an exception has its name in the body and in a header`() throws {
    var desk = try Desk(users: [Desk.ada])
    let response = try desk.signIn("Wr0ng-Passw0rd")
    #expect(response.status == 400)
    #expect(response.json["__type"]?.text == "NotAuthorizedException")
    #expect(response["x-amzn-errortype"] == "NotAuthorizedException:")
    #expect(response["x-amzn-errormessage"] == "Incorrect username or password.")
  }

  @Test(arguments: [
    ("GetUser", "{", "SerializationException"), ("GetUser", "[]", "SerializationException"),
    ("GetUser", "{\"a\":1,\"a\":2}", "SerializationException"),
    ("GetUser", "", "InvalidParameterException"),
    ("NoSuchThing", "{}", "UnknownOperationException"), ("", "{}", "UnknownOperationException"),
    ("TestBedMailbox", "{\"Username\":\"ada\"}", "UnknownOperationException"),
    ("EndpointRestore", "{}", "UnknownOperationException"),
  ])
  func `what is no request is refused`(operation: String, body: String, name: String) throws {
    var desk = try Desk()
    let response = try desk.post(operation, body)
    #expect(response.status == 400)
    #expect(response.json["__type"]?.text == name)
  }

  @Test(arguments: [
    ("ForgotPassword", #""ClientMetadata":{"a":1}"#, "a can not be converted to a String"),
    ("ForgotPassword", #""ClientMetadata":"a""#, start),
    ("ForgotPassword", #""UserContextData":[]"#, start),
    (
      "InitiateAuth", #""UserContextData":{"IpAddress":1}"#,
      "IpAddress can not be converted to a String"
    ),
    (
      "InitiateAuth", #""AuthParameters":{"USERNAME":{}}"#,
      "USERNAME can not be converted to a String"
    ),
    ("SignUp", #""ValidationData":{}"#, "ValidationData can not be converted to a List"),
    ("SignUp", #""ValidationData":["a"]"#, start),
    ("ListUserPools", #""MaxResults":"9""#, "MaxResults can not be converted to a Long"),
    (
      "CreateUserPoolClient", #""AllowedOAuthFlows":"code""#,
      "AllowedOAuthFlows can not be converted to a List"
    ),
    (
      "UpdateUserPoolClient", #""AllowedOAuthFlowsUserPoolClient":"true""#,
      "AllowedOAuthFlowsUserPoolClient can not be converted to a Boolean"
    ),
    (
      "UpdateUserPoolClient", #""CallbackURLs":[1]"#,
      "CallbackURLs can not be converted to a List"
    ),
    (
      "UpdateUserPool", #""UserPoolAddOns":{"AdvancedSecurityMode":true}"#,
      "AdvancedSecurityMode can not be converted to a String"
    ),
  ])
  func `a member of another type than the API's is refused, whether it is read or not`(
    operation: String, member: String, message: String
  ) throws {
    var desk = try Desk()
    let ids = desk.endpoint.describe()
    let owner =
      #""UserPoolId":"\#(ids["UserPoolId"]?.text ?? "")","#
      + #""ClientId":"\#(ids["ClientId"]?.text ?? "")","Username":"ada""#
    let response = try desk.post(operation, "{\(owner),\(member)}")
    #expect(response.status == 400)
    #expect(response.json["__type"]?.text == "SerializationException")
    #expect(response.json["message"]?.text == message)
  }

  private static let start = "Start of structure or map found where not expected."

  @Test(arguments: [
    ("ListUserPools", "MaxResults", 0, "greater than or equal to 1"),
    ("ListUserPools", "MaxResults", 61, "less than or equal to 60"),
    ("ListUserPoolClients", "MaxResults", 0, "greater than or equal to 1"),
    ("ListWebAuthnCredentials", "MaxResults", 21, "less than or equal to 20"),
    ("ListDevices", "Limit", -1, "greater than or equal to 0"),
    ("ListDevices", "Limit", 61, "less than or equal to 60"),
  ])
  func `a list is asked for as many entries as the API allows`(
    operation: String, member: String, number: Int, words: String
  ) throws {
    var desk = try Desk()
    let response = try desk.post(operation, #"{"\#(member)":\#(number)}"#)
    #expect(response.json["__type"]?.text == "InvalidParameterException")
    let name = member == "Limit" ? "limit" : "maxResults"
    #expect(
      response.json["message"]?.text
        == "1 validation error detected: Value '\(number)' at '\(name)' failed to satisfy "
        + "constraint: Member must have value \(words)")
  }

  /// As clients met it that sent none (aws-sdk-js-v3#2335); an integer that is missing is 0 there.
  @Test(arguments: ["{}", #"{"MaxResults":null}"#])
  func `pools are listed where a request says how many`(body: String) throws {
    var desk = try Desk()
    let response = try desk.post("ListUserPools", body)
    #expect(response.json["__type"]?.text == "InvalidParameterException")
    #expect(
      response.json["message"]?.text
        == "1 validation error detected: Value '0' at 'maxResults' failed to satisfy "
        + "constraint: Member must have value greater than or equal to 1")
    let pool = try #require(desk.endpoint.describe()["UserPoolId"]?.text)
    #expect(try desk.post("ListUserPoolClients", #"{"UserPoolId":"\#(pool)"}"#).status == 200)
  }

  @Test(arguments: [
    #"{"MaxResults":1}"#, #"{"MaxResults":60}"#, #"{"MaxResults":9,"Unknown":{"a":[1]}}"#,
  ])
  func `a list within its bounds is answered`(body: String) throws {
    var desk = try Desk()
    #expect(try desk.post("ListUserPools", body).status == 200)
  }

  @Test func `the keys and their document stand under the pool's id`() throws {
    var desk = try Desk()
    let pool = try #require(desk.endpoint.describe()["UserPoolId"]?.text)
    let host = [("Host", "localhost:9229")]
    let document = desk.endpoint.respond(
      to: EndpointRequest("GET", "/\(pool)/.well-known/openid-configuration", headers: host),
      at: desk.time)
    #expect(
      document.json["jwks_uri"]?.text
        == "http://localhost:9229/\(pool)/.well-known/jwks.json")
    #expect(
      document.json["issuer"]?.text
        == "https://cognito-idp.eu-west-1.amazonaws.com/\(pool)")
    let other = desk.endpoint.respond(
      to: EndpointRequest("GET", "/eu-west-1_Other/.well-known/jwks.json"), at: desk.time)
    #expect(other.status == 404)
  }

  // MARK: Origins

  @Test(arguments: [
    "http://localhost:5173", "https://localhost", "http://127.0.0.1:8080", "http://[::1]:3000",
    "capacitor://localhost", "http://shop.localhost:80",
  ])
  func `a page of this machine may read answers`(origin: String) throws {
    var desk = try Desk()
    let response = try desk.post("GetUser", "{}", headers: [("Origin", origin)])
    #expect(response["access-control-allow-origin"] == origin)
    #expect(response.status == 400)
  }

  @Test(arguments: [
    "https://evil.example", "null", "http://localhost.evil.example",
    "http://evil.example@localhost",
    "http://127.0.0.1.evil.example", "http://127.evil.example:80", "http://localhost/",
  ])
  func `a page of the web may do nothing`(origin: String) throws {
    var desk = try Desk(users: [Desk.ada])
    let response = try desk.post("GetUser", "{}", headers: [("Origin", origin)])
    #expect(response.status == 403)
    #expect(response["access-control-allow-origin"] == nil)
    let reset = EndpointRequest("POST", "/_waymark/reset", headers: [("Origin", origin)])
    #expect(desk.endpoint.respond(to: reset, at: desk.time).status == 403)
  }

  @Test func `a name that points to loopback is refused unless another address is bound`() throws {
    var desk = try Desk()
    let headers = [("Host", "evil.example")]
    #expect(try desk.post("GetUser", "{}", headers: headers).status == 403)
    desk.endpoint.origins.isLoopback = false
    #expect(try desk.post("GetUser", "{}", headers: headers).status == 400)
  }
}
