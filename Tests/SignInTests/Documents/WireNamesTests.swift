import Testing

@testable import SignIn

/// What documents call values is the table's own: its names on the wire, and the words that it has
/// for kinds of documents.
@Suite struct WireNamesTests {
  private let parameters = cognitoParameters

  @Test func `words of the service's documents stand behind the names on the wire`() {
    #expect(
      parameters.words(.flows)?.wires == [
        "ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_ADMIN_USER_PASSWORD_AUTH",
        "ALLOW_CUSTOM_AUTH", "ALLOW_USER_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ADMIN_NO_SRP_AUTH",
        "CUSTOM_AUTH_FLOW_ONLY", "USER_PASSWORD_AUTH",
      ])
    #expect(parameters.words(.flows)?["CUSTOM_AUTH_FLOW_ONLY"] == "custom")
    #expect(parameters.words(.flows)?.wire(of: "custom") == "ALLOW_CUSTOM_AUTH")
    #expect(parameters.words(.triggers)?.ignored == ["KMSKeyID", "InboundFederation"])
  }

  @Test func `a mechanism of recovery has a word, and an order of several is none`() {
    #expect(
      parameters.words(.recovery)?.wires
        == ["verified_email", "verified_phone_number", "admin_only"])
  }

  @Test func `other documents have words of their own, and none for other parameters`() {
    let outputs = parameters.words(.mfa, in: .amplifyOutputs)
    #expect(outputs?.wires == ["NONE", "OPTIONAL", "REQUIRED"])
    #expect(outputs?["NONE"] == "off")
    #expect(outputs?["ON"] == nil)
    #expect(parameters.words(.tier, in: .amplifyOutputs)?.wires == [])
    #expect(parameters.words(.writeAttributes) == nil)
  }
}
