import SignIn
import Testing
import TransitionTables

/// Values for template parameters that are given from outside.
@Suite struct TemplateParameterTests {
  private let text = template(
    pool: "MfaConfiguration: !Ref Mode\nEnabledMfas: !Ref Methods",
    client: "GenerateSecret: !If [Secret, true, false]",
    sections: """
      Parameters:
        Mode: {Type: String, Default: "OFF", AllowedValues: ["OFF", OPTIONAL, "ON"]}
        Methods: {Type: CommaDelimitedList}
        Level: {Type: String, Default: low}
      Conditions:
        Secret: !Equals [!Ref Level, high]
      """)

  @Test func opensWhatHasNoDefault() throws {
    let pool = try read(text)
    #expect(pool.statedLines == ["mfa = off", "clientSecret = false"])
    #expect(pool.openParameters == ["mfaMethods"])
  }

  @Test func takesTheGivenValuesWithoutANote() throws {
    let pool = try read(
      text,
      given: ["Mode": "ON", "Methods": "SMS_MFA, SOFTWARE_TOKEN_MFA", "Level": "high"])
    #expect(
      pool.statedLines == ["mfa = required", "mfaMethods = [sms, totp]", "clientSecret = true"])
    #expect(pool.notes.isEmpty)
  }

  @Test func namesTheNearestParameter() {
    #expect(
      faults(text, given: ["Mod": "ON"]).filter { $0.severity == .error }.map(\.rendered) == [
        """
        pool.yaml:2:1: error: the template has no parameter `Mod`, for which a value is given \
        [template.unknown-parameter]
          Parameters:
          ^
          → did you mean `Mode`?

        """
      ])
  }

  @Test func refusesAValueThatTheTemplateDoesNotAllow() {
    let found = faults(text, given: ["Mode": "on"]).filter {
      $0.code == "template.parameter-not-allowed"
    }
    #expect(found.map(\.message) == ["the template parameter Mode cannot be `on`"])
    #expect(found.map(\.remedy) == ["did you mean `ON`?"])
    #expect(found.map(\.location.line) == [3])
  }

  @Test(arguments: [
    ("list(String)", "write `String`, `Number` or `CommaDelimitedList`, or a list such as"),
    ("string", "did you mean `String`?"),
  ])
  func `a parameter of a type that CloudFormation does not have is why nothing deploys`(
    type: String, remedy: String
  ) {
    let text = template(
      client: "ExplicitAuthFlows: !Ref Flows",
      sections: "Parameters:\n  Flows: {Type: \(type), Default: ADMIN_NO_SRP_AUTH}")
    let found = faults(text).filter { $0.severity == .error }
    #expect(
      found.map(\.message) == ["the template parameter Flows cannot have the type `\(type)`"])
    #expect(found.map(\.code) == ["document.unknown-value"])
    #expect(found.allSatisfy { $0.remedy.hasPrefix(remedy) }, "\(found.map(\.remedy))")
  }

  @Test(arguments: [
    "String", "CommaDelimitedList", "List<Number>", "AWS::SSM::Parameter::Value<String>",
  ])
  func `a parameter may have the types of CloudFormation`(type: String) throws {
    let text = template(
      sections: "Parameters:\n  Other: {Type: \"\(type)\"}")
    #expect(try read(text).notes.filter { $0.severity == .error }.isEmpty)
  }

  @Test func `an option that chooses nothing in the documents is named`() throws {
    var reader = PoolReader(parameters: cognitoParameters, poolName: "y", clientName: "web")
    reader.takesVariableDefaults = true
    reader.variableFiles = [("prod.tfvars", [])]
    func warnings(_ text: String) throws -> [String] {
      try reader.read([("pool.yaml", Array(text.utf8))]).notes
        .filter { $0.code == "document.idle-option" && $0.severity == .warning }.map(\.message)
        .sorted()
    }
    #expect(
      try warnings("pool: x\n") == [
        "`--client web` changes nothing: this is a Waymark pool file, which describes one app "
          + "client",
        "`--pool y` changes nothing: this is a Waymark pool file, which describes one pool",
        "`--variable-defaults` changes nothing: this is a Waymark pool file, which has no "
          + "variables of Terraform",
        "`--variable-file prod.tfvars` changes nothing: this is a Waymark pool file, which has no "
          + "variables of Terraform",
      ])
    reader.takesVariableDefaults = false
    reader.variableFiles = []
    reader.clientName = nil
    #expect(try warnings("pool: y\n") == [])
    reader.poolName = "P"
    #expect(try warnings(text) == [])
  }

  @Test func refusesValuesWhereNothingTakesThem() {
    #expect(
      faults("pool: x\n", given: ["A": "1"]).map(\.message) == [
        "a value is given for `A`, but a Waymark pool file takes none"
      ])
  }
}
