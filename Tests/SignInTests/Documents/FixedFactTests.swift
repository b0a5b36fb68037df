import SignIn
import Testing
import TransitionTables

/// What cannot change once a pool is there and is no parameter of the model (L2, L29).
@Suite struct FixedFactTests {
  private func complaints(from old: String, to new: String) throws -> [String] {
    FixedFact.complaints(from: try read(old), to: try read(new), tier: "essentials")
      .map { "\($0.location.line) \($0.severity.rawValue) \($0.code) \($0.message)" }
  }

  private let lost =
    "; no call of the service changes that once a pool is there (L2, confidence B)"

  @Test func `a standard attribute that comes to be required is refused, and one that no more is`()
    throws
  {
    let plain = template(pool: "Schema: [{Name: name, Required: false}]")
    let required = template(pool: "Schema: [{Name: name, Required: true}]")
    #expect(
      try complaints(from: plain, to: required) == [
        "7 error L2 the required attribute name, is new; before it is not required" + lost
      ])
    #expect(
      try complaints(from: required, to: plain) == [
        "7 error L2 the required attribute name, at pool.yaml:7:23, is removed" + lost
      ])
    #expect(try complaints(from: required, to: required) == [])
  }

  @Test(arguments: [
    ("", "UsernameConfiguration: {CaseSensitive: false}", 1), ("", "", 0),
    ("", "UsernameConfiguration: {CaseSensitive: true}", 0),
    ("UsernameConfiguration: {CaseSensitive: true}", "", 0),
    ("UsernameConfiguration: {CaseSensitive: false}", "", 1),
    ("UsernameConfiguration: {CaseSensitive: true}", "Schema: []", 0),
  ])
  func `case sensitivity is compared with the service's default`(
    before: String, after: String, count: Int
  ) throws {
    let found = try complaints(from: template(pool: before), to: template(pool: after))
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.contains(" error L2 the case sensitivity, `false` ") })
  }

  @Test func `a pool file says which attributes are required`() throws {
    let text = template(
      pool: "Schema: [{Name: name, Required: true, Mutable: true},"
        + " {Name: email, Required: true, Mutable: true}]")
    let file = try read(text).waymarkFile(of: cognitoParameters)
    #expect(file.contains("\nfacts:\n  requiredAttributes:\n    - name  # from pool.yaml:7:23\n"))
    #expect(try read(file).fixed.map(\.kind) == [.requirement("name")])
    #expect(throws: DiagnosticList.self) {
      try read("pool: p\nfacts: { requiredAttributes: [nam] }\n")
    }
  }

  @Test(arguments: [("code", true), ("implicit", false)])
  func `a pool file says whether the app client hands out tokens on the pages`(
    flow: String, expected: Bool
  ) throws {
    let client = "AllowedOAuthFlowsUserPoolClient: true\nAllowedOAuthFlows: [\(flow)]"
    let pool = try read(template(client: client))
    let file = pool.waymarkFile(of: cognitoParameters)
    #expect(pool.signsInOnPages == expected)
    #expect(file.contains("\n  managedLogin: true") == expected)
    #expect(try read(file).signsInOnPages == expected)
  }

  @Test("an e-mail address or phone number that is immutable is a parameter too")
  func givesImmutableContacts() throws {
    let name = "immutableAttributes"
    let more = ParameterDeclaration(name: name, kind: .set(["email", "phone"]))
    func value(_ text: String) throws -> ParameterValue? {
      try read(text, parameters: cognitoParameters + [more])[name]?.value
    }
    func schema(_ mutable: String) -> String {
      "{Resources: {P: {Type: AWS::Cognito::UserPool, Properties: {Schema: ["
        + "{Name: phone_number, AttributeDataType: String, Mutable: \(mutable)},"
        + "{Name: nickname, AttributeDataType: String, Mutable: false}]}}}}"
    }
    #expect(try value(schema("false")) == .set(["phone"]))
    #expect(try value(schema("true")) == nil)
    #expect(try value(schema("!ImportValue x")) == nil)
    let silent = schema("true").replacing(", Mutable: true", with: "")
    #expect(try value(silent) == .set(["phone"]), "aws-cdk#8624")
    let notes = try [silent, schema("false")].map { text in
      try read(text, parameters: cognitoParameters + [more]).notes
        .filter { $0.code == "document.immutable-by-default" }.map(\.severity)
    }
    #expect(notes == [[.note], []])
    let definition =
      "import { defineAuth } from '@aws-amplify/backend'\nexport const auth = defineAuth({"
      + " loginWith: { email: true }, userAttributes: { email: { mutable: false } } })\n"
    #expect(try value(definition) == .set(["email"]))
    let file = "pool: p\nconfiguration: {}\nfacts: { immutable: [phone_number] }\n"
    #expect(try value(file) == .set(["phone"]))
  }
}
