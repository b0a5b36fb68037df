import Testing

@testable import TransitionTables

/// What an excerpt shows of a line in which somebody's secret stands; `¤` is one.
@Suite struct SecretMaskTests {
  private func masked(_ line: String) -> String {
    String(String.UnicodeScalarView(SecretMask.masked(Array(line.unicodeScalars))))
  }

  @Test(arguments: [
    // Options of commands.
    "curl -u user:¤ https://x.y", "curl --user=user:¤ https://x.y", "mysql -u root -p ¤ db",
    "mysql -u root -p¤ db",
    // Pairs, and what is made a secret.
    "['client_secret',¤]", "set(\"client_secret\", ¤)", "new SecretValue¤", "unsafePlainText¤",
    // Addresses and elements.
    "x?ClientSecret%3D¤&mfa=1", "x%3Fclient_secret%253D¤", "{%22ClientSecret%22%3A¤",
    "<ClientSecret>¤</ClientSecret><a>b</a>", "<Password type=\"s\">¤</Password>",
    "https://hooks.slack.com/services/¤", "\"https://discord.com/api/webhooks/¤\", mfa: 1",
  ])
  func `a secret is masked, and all else is shown`(line: String) {
    let parts = line.split(separator: "¤", omittingEmptySubsequences: false)
    let secret =
      switch parts[0].last {
      case "," where line.hasPrefix("["): "'hunter2x'"
      case " " where line.hasPrefix("set("): "\"hunter2x\""
      case "e", "t": "('hunter2x')"
      case "A": "%22hunter2x%22"
      case "/": "T0A/B0B/hunter-2x"
      default: "hunter2x"
      }
    let marks = String(repeating: "•", count: secret.count)
    #expect(masked("\(parts[0])\(secret)\(parts[1])") == "\(parts[0])\(marks)\(parts[1])")
  }

  @Test(arguments: [
    ("aws x --otp 123456 --mfa on", "aws x --otp •••••• --mfa on"), ("otp=123456", "otp=••••••"),
    ("mfaCode: 12345678, a: 1", "mfaCode: ••••••••, a: 1"),
    ("\"otp\": \"123456\", \"a\": 1", "\"otp\": ••••••••, \"a\": 1"),
    ("curl -u 'ada:a b' x", "curl -u 'ada:•••• x"),
  ])
  func `a code and a quoted password are masked`(line: String, shown: String) {
    #expect(masked(line) == shown)
  }

  @Test(arguments: [
    "find . -path a/b; docker run -p8080:80 x",
    "mkdir -p a/b/c; docker run -p 80:80 --user 1000:1000 x", "ssh -p 2222 -u ada host",
    "mfaMethods: [sms, totp]", "totp: true", "totp: off", "errorCode: 123456",
    "const f = (clientSecret) => { return 1 }", "<ClientSecret/><a>b</a>", "a %3D b",
    "https://example.com/services/T0A/B0B", "generateSecret: true",
  ])
  func `what is no secret is shown`(line: String) {
    #expect(masked(line) == line)
  }

  @Test func `what stands below a key for codes is shown`() {
    #expect(!SecretMask.hides(line: 1, of: ["totp:", "  enabled: maybe"]))
    #expect(SecretMask.hides(line: 1, of: ["<ClientSecret>", "  hunter2x", "</ClientSecret>"]))
    #expect(SecretMask.hides(line: 1, of: ["curl -u \\", "  ada:hunter2x"]))
  }
}
