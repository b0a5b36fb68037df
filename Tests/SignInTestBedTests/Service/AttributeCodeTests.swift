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

  @Test func `a code is worth nothing once its attribute is deleted`() throws {
    var bed = try Bed(["autoVerified": "email phone", "smsConfigured": "true"])
    try bed.addUser()
    let done = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PASSWORD": Bed.password])
    let token = try #require(done["AuthenticationResult"]?["AccessToken"]?.text)
    _ = try bed.call(
      "GetUserAttributeVerificationCode", "AccessToken", token, "AttributeName", "phone_number")
    let mail = try bed.call("TestBedMailbox", "Username", "ada")["Messages"]?.elements
    let code = try #require(mail?.last?["Code"]?.text)
    _ = try bed.call(
      "DeleteUserAttributes", "AccessToken", token, "UserAttributeNames", ["phone_number"])
    #expect(refusal(&bed, token, code)?.name == "ExpiredCodeException")
    #expect(bed.service.rows.contains("pool.verifyContact.nothingSent"))
    #expect(bed.service.differences.isEmpty)
  }
}
