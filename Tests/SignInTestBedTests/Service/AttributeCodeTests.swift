import SignInCryptography
import Testing

@testable import SignInTestBed

/// Codes that verify an attribute, and the attribute that they verify.
@Suite struct AttributeCodeTests {
  private func refusal(_ bed: inout Bed, _ token: String, _ code: String) -> Bed.Refusal? {
    #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "VerifyUserAttribute", "AccessToken", token, "AttributeName", "phone_number", "Code", code)
    }
  }

  /// An access token of a new sign-in.
  private func token(_ bed: inout Bed) throws -> String {
    let done = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PASSWORD": Bed.password])
    return try #require(done["AuthenticationResult"]?["AccessToken"]?.text)
  }

  /// A test bed with a user, a token, and the code that came for the telephone.
  private func bed() throws -> (bed: Bed, token: String, code: String) {
    var bed = try Bed(["autoVerified": "email phone", "smsConfigured": "true"])
    try bed.addUser()
    let token = try token(&bed)
    _ = try bed.call(
      "GetUserAttributeVerificationCode", "AccessToken", token, "AttributeName", "phone_number")
    let mail = try bed.call("TestBedMailbox", "Username", "ada")["Messages"]?.elements
    return (bed, token, try #require(mail?.last?["Code"]?.text))
  }

  @Test func `a code counts once, and a refused request does not spend it`() throws {
    var (bed, old, code) = try bed()
    _ = try bed.call("GlobalSignOut", "AccessToken", old)
    #expect(refusal(&bed, old, code)?.name == "NotAuthorizedException")
    let new = try token(&bed)
    _ = try bed.call(
      "VerifyUserAttribute", "AccessToken", new, "AttributeName", "phone_number", "Code", code)
    #expect(refusal(&bed, new, code)?.name == "ExpiredCodeException")
    #expect(bed.service.rows.contains("pool.verifyContact.spent"))
    #expect(bed.service.differences.isEmpty)
  }

  /// K218.
  @Test(arguments: [
    ("email", "User does not have a valid registered email address"),
    ("phone_number", "User does not have a valid registered phone number"),
    ("name", "Invalid attribute name. Only phone_number and email can be verified."),
  ])
  func `a code for what is not there is refused in the service's words`(
    attribute: String, words: String
  ) throws {
    var (bed, token, _) = try bed()
    _ = try bed.call(
      "DeleteUserAttributes", "AccessToken", token, "UserAttributeNames", ["email", "phone_number"])
    let error = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "GetUserAttributeVerificationCode", "AccessToken", token, "AttributeName", attribute)
    }
    #expect(error == Bed.Refusal(name: "InvalidParameterException", message: words))
  }

  /// N704.
  @Test func `a new address that waits is named where its code goes, and nowhere else`() throws {
    var bed = try Bed(["verifyBeforeUpdate": "email"])
    try bed.addUser()
    let token = try token(&bed)
    let change: [[String: String]] = [["Name": "email", "Value": "new@zoo.example"]]
    let changed = try bed.call(
      "UpdateUserAttributes", "AccessToken", token, "UserAttributes", change)
    let sent = changed["CodeDeliveryDetailsList"]?.elements?.first
    #expect(sent?["Destination"]?.text == "n***@z***")
    let again = try bed.call(
      "GetUserAttributeVerificationCode", "AccessToken", token, "AttributeName", "email")
    #expect(again["CodeDeliveryDetails"]?["Destination"]?.text == "n***@z***")
    let reset = try bed.call("ForgotPassword", "ClientId", bed.clientID, "Username", "ada")
    #expect(reset["CodeDeliveryDetails"]?["Destination"]?.text == "a***@e***")
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `a code for an administrator's change goes to the new address`() throws {
    var bed = try Bed(["verifyBeforeUpdate": "email"])
    try bed.addUser()
    let change: [[String: String]] = [["Name": "email", "Value": "new@zoo.example"]]
    _ = try bed.call(
      "AdminUpdateUserAttributes", "UserPoolId", bed.poolID, "Username", "ada", "UserAttributes",
      change)
    let mail = try bed.call("TestBedMailbox", "Username", "ada")["Messages"]?.elements?.last
    #expect(mail?["Medium"]?.text == "email")
    #expect(mail?["To"]?.text == "new@zoo.example")
  }

  @Test func `a code is worth nothing once its attribute is deleted`() throws {
    var (bed, token, code) = try bed()
    _ = try bed.call(
      "DeleteUserAttributes", "AccessToken", token, "UserAttributeNames", ["phone_number"])
    #expect(refusal(&bed, token, code)?.name == "ExpiredCodeException")
    #expect(bed.service.rows.contains("pool.verifyContact.nothingSent"))
    #expect(bed.service.differences.isEmpty)
  }
}
