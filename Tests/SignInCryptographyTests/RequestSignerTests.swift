import Testing

@testable import SignInCryptography

/// Signature Version 4 by the vectors that AWS has published (`aws-sig-v4-test-suite`).
@Suite struct RequestSignerTests {
  private static let time: Int64 = 1_440_938_160
  private static let token =
    "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSP"
    + "fIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT"
    + "7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlz"
    + "m8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=="

  private func authorization(
    _ method: String, token: String? = nil,
    _ change: (inout RequestSigner.Request) -> Void = { _ in }
  ) throws -> String {
    let signer = RequestSigner(
      accessKeyID: "AKIDEXAMPLE",
      secretAccessKey: Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
      sessionToken: token.map { Secret($0) }, region: "us-east-1", service: "service")
    var request = RequestSigner.Request(method, host: "example.amazonaws.com")
    change(&request)
    let headers = try signer.headers(for: request, at: Self.time)
    #expect(headers.first { $0.name == "X-Amz-Date" }?.value == "20150830T123600Z")
    return try #require(headers.last?.value)
  }

  @Test func `a request without anything is signed as published`() throws {
    #expect(
      try authorization("GET")
        == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
        + "SignedHeaders=host;x-amz-date, Signature="
        + "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")
    #expect(
      try authorization("POST").hasSuffix(
        "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"))
  }

  @Test func `the members of a query are encoded and put in order`() throws {
    let ordered = try authorization("GET") {
      $0.query = [("Param2", "value2"), ("Param1", "value1")]
    }
    #expect(
      ordered.hasSuffix("b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"))
    let encoded = try authorization("GET") { $0.query = [("\u{1234}", "bar")] }
    #expect(
      encoded.hasSuffix("2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"))
  }

  @Test func `headers and a body are signed`() throws {
    let form = try authorization("POST") {
      $0.headers = [("Content-Type", "application/x-www-form-urlencoded")]
      $0.body = Array("Param1=value1".utf8)
    }
    #expect(form.hasSuffix("ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"))
    let blanks = try authorization("GET") {
      $0.headers = [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")]
    }
    #expect(blanks.hasSuffix("acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"))
  }

  @Test func `the token of a key that was lent is signed`() throws {
    #expect(
      try authorization("POST", token: Self.token).hasSuffix(
        "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead"))
  }
}
