import SignInCryptography
import Testing

@testable import Endpoint

/// What is asked of AWS, without asking it.
@Suite struct SignedClientTests {
  private static let key = ["AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret"]

  @Test(arguments: [
    ("https://cognito-idp.eu-west-1.amazonaws.com", true),
    ("https://cognito-idp.cn-north-1.amazonaws.com.cn", true),
    ("http://cognito-idp.eu-west-1.amazonaws.com", false),
    ("https://cognito-idp.eu-west-1.amazonaws.com.example.com", false),
    ("https://example.com", false),
  ])
  func `only the service itself is asked`(url: String, isAsked: Bool) {
    #expect((SignedClient(url: url, variables: Self.key) != nil) == isAsked)
    #expect(SignedClient(url: url, variables: [:]) == nil)
  }

  @Test func `what curl reads is quoted`() throws {
    var request = RequestSigner.Request("POST", host: "example.com")
    request.body = Array(#"{"a":"b\"\n"}"#.utf8)
    let text = SignedClient.configuration(of: request, [("Host", "example.com")])
    #expect(
      text == """
        silent
        show-error
        proto = "=https"
        write-out = "\\n%{http_code}"
        request = "POST"
        url = "https://example.com/"
        header = "Host: example.com"
        data-raw = "{\\"a\\":\\"b\\\\\\"\\\\n\\"}"

        """)
  }
}
