import SignIn
import Testing
import TransitionTables

/// What a pool is made from: inputs and calls of the service's own tool.
@Suite struct RequestTests {
  @Test func `the input of create-user-pool is read, blanks of its skeleton apart`() throws {
    let pool = try readInAnyOrder([
      (
        "pool.json",
        #"""
        {"PoolName": "shop", "MfaConfiguration": "OFF", "AliasAttributes": [""],
         "UsernameAttributes": ["email"], "LambdaConfig": {"PreSignUp": "", "PostConfirmation": "x"},
         "Schema": [{"Name": "email", "Required": true, "Mutable": false}]}
        """#
      ),
      (
        "client.json",
        #"""
        {"UserPoolId": "eu-west-1_A", "ClientName": "web", "ExplicitAuthFlows": ["ALLOW_USER_AUTH"]}
        """#
      ),
    ])
    #expect(pool.format == .request)
    #expect(pool.name == "shop")
    #expect(
      pool.statedLines == [
        "mfa = off", "usernameAttributes = [email]", "requiredAttributes = [email]",
        "triggers = [postConfirmation]", "flows = [userAuth]",
      ])
    #expect(pool.openParameters.isEmpty)
    #expect(pool.fixed.map(\.kind) == [.immutability("email")])
  }

  @Test func `an input whose name stands in the call is known by what a pool alone has`() throws {
    let pool = try readInAnyOrder([
      ("pool.json", #"{"LambdaConfig": {}, "UsernameAttributes": ["email"]}"#),
      ("client.json", #"{"AuthSessionValidity": 3, "ExplicitAuthFlows": ["ALLOW_USER_AUTH"]}"#),
    ])
    #expect(pool.format == .request)
    #expect(pool.statedLines == ["usernameAttributes = [email]", "flows = [userAuth]"])
    // A file with a key that neither has is another one.
    #expect(throws: (any Error).self) {
      try read(#"{"UsernameAttributes": ["email"], "Table": "users"}"#)
    }
  }

  private let script = #"""
    #!/bin/bash
    set -euo pipefail
    POOL=$(aws cognito-idp create-user-pool --region us-east-1 --pool-name shop \
      --username-attributes email --auto-verified-attributes email phone_number \
      --policies 'PasswordPolicy={MinimumLength=8,RequireUppercase=false}' \
      --account-recovery-setting 'RecoveryMechanisms=[{Priority=1,Name=verified_email}]' \
      --schema Name=email,Required=true Name=tenant,AttributeDataType=String \
      --admin-create-user-config '{"AllowAdminCreateUserOnly": true}' \
      --mfa-configuration "$MFA" --query UserPool.Id --output text)
    # aws cognito-idp create-user-pool --pool-name other
    aws cognito-idp set-user-pool-mfa-config --user-pool-id "$POOL" --mfa-configuration OPTIONAL \
      --software-token-mfa-configuration Enabled=true
    aws cognito-idp create-user-pool-client --user-pool-id "$POOL" --client-name web \
      --no-generate-secret --explicit-auth-flows ALLOW_USER_SRP_AUTH ALLOW_REFRESH_TOKEN_AUTH
    """#

  @Test func `the calls of a shell script are read as far as their options are literal`() throws {
    let pool = try read(script)
    #expect(pool.format == .shell)
    #expect(pool.name == "shop")
    #expect(
      pool.statedLines == [
        "mfa = optional", "mfaMethods = [totp]", "usernameAttributes = [email]",
        "autoVerified = [email, phone]",
        "requiredAttributes = [email]", "recovery = email", "selfSignUp = false",
        "flows = [refresh, userSRP]", "clientSecret = false",
      ])
    #expect(!pool.notes.map(\.code).contains("document.drift"))
    let alone = try read(script.replacing("set-user-pool-mfa-config", with: "get-user"))
    #expect(alone["mfa"] == .open("a variable of the script gives it"))
    #expect(
      pool["recovery"]?.origin == .document(SourceLocation(file: "pool.yaml", line: 6, column: 30)))
    #expect(pool.fixed.map(\.kind).contains(.attribute("tenant")))
  }

  @Test func `JSON behind a line break is read`() throws {
    let pool = try read(
      """
      #!/bin/bash
      aws cognito-idp create-user-pool --pool-name shop --policies '
          {"PasswordPolicy": {"MinimumLength": 8, "PasswordHistorySize": 3}}' --schema '
        [{"Name": "email", "Required": true, "AttributeDataType": "String"}]'
      """)
    #expect(pool.statedLines.contains("requiredAttributes = [email]"))
    #expect(pool["passwordHistory"]?.value == .bool(true))
  }

  @Test func `methods that the call has no option for are warned of and not read`() throws {
    let pool = try read(
      """
      #!/bin/bash
      aws cognito-idp create-user-pool --pool-name shop --enabled-mfas SOFTWARE_TOKEN_MFA
      """)
    let found = pool.notes.filter { $0.code == "document.unknown-property" }
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.map(\.message) == [
        "create-user-pool takes no `EnabledMfas`; it is not read, and the call fails at it"
      ])
    #expect(pool["mfaMethods"]?.value == .members([]))
  }

  @Test(
    arguments: [
      (
        "--generate-secret false",
        "`--generate-secret` takes no value, and the call fails at `false`",
        "write `--no-generate-secret` alone"
      ),
      (
        "--no-generate-secret true",
        "`--no-generate-secret` takes no value, and the call fails at"
          + " `true`", "write `--no-generate-secret` alone"
      ),
      (
        "--enable-token-revocation true",
        "`--enable-token-revocation` takes no value, and the call"
          + " fails at `true`", "write `--enable-token-revocation` alone"
      ),
      ("--no-generate-secret", nil, nil),
    ] as [(String, String?, String?)])
  func `a value behind a flag is where the call fails`(
    option: String, message: String?, remedy: String?
  ) throws {
    let pool = try read(
      "aws cognito-idp create-user-pool --pool-name shop\n"
        + "aws cognito-idp create-user-pool-client --client-name web \(option)\n"
    )
    let found = pool.notes.filter { $0.code == "document.unknown-value" }
    #expect(found.map(\.message) == [message].compactMap { $0 })
    #expect(found.map(\.remedy) == [remedy].compactMap { $0 })
    #expect(found.allSatisfy { $0.severity == .warning && $0.location.line == 2 })
  }

  @Test(arguments: ["tool.sh", "admin.sh"])
  func `the clients of two scripts are two, which is no drift`(other: String) throws {
    let call = "aws cognito-idp create-user-pool-client --user-pool-id $P"
    let pool = try readInAnyOrder([
      (
        "pages.sh",
        "aws cognito-idp create-user-pool --pool-name shop\n"
          + "\(call) --generate-secret --explicit-auth-flows ALLOW_USER_SRP_AUTH\n"
      ),
      (other, "\(call) --no-generate-secret --explicit-auth-flows ALLOW_CUSTOM_AUTH\n"),
    ])
    #expect(pool["clientSecret"]?.value == .bool(true))
    #expect(pool["flows"]?.value == .members(["userSRP"]))
    #expect(!pool.notes.contains { $0.code == "document.drift" })
    let notes = pool.notes.filter { $0.code == "document.other-client" }
    #expect(notes.map(\.severity) == [.note])
    #expect(
      notes.map(\.message) == [
        "this makes an app client, and pages.sh another one, which is judged"
      ])
  }

  /// Amplify makes a client of its own; the other one is for machines.
  @Test func `the client of a script is another one where the pool's document has one`() throws {
    let inputs = """
      {"version": "1", "cognitoConfig": {"userPoolName": "shop", "mfaConfiguration": "OFF",
       "userpoolClientGenerateSecret": false}}
      """
    let call =
      "aws cognito-idp create-user-pool-client --user-pool-id $P --generate-secret"
      + " --allowed-o-auth-flows-user-pool-client --allowed-o-auth-flows client_credentials\n"
    let pool = try readInAnyOrder([("cli-inputs.json", inputs), ("machines.sh", call)])
    #expect(pool["clientSecret"]?.value == .bool(false))
    let found = pool.notes.filter { $0.location.file == "machines.sh" }
    #expect(
      found.map(\.message) == [
        "this makes an app client, and cli-inputs.json another one, which is judged"
      ])
    // A script that makes the pool too says the same once more.
    let both = try readInAnyOrder([
      ("cli-inputs.json", inputs),
      ("shop.sh", "aws cognito-idp create-user-pool --pool-name shop\n" + call),
    ])
    #expect(both.notes.contains { $0.code == "document.drift" && $0.location.file == "shop.sh" })
  }

  @Test func `a call that changes the pool later is noted`() throws {
    let change = "\naws cognito-idp update-user-pool --user-pool-id $POOL --lambda-config X=$F\n"
    let found = try read(script + change).notes.filter { $0.code == "shell.update" }
    #expect(found.map(\.location) == [SourceLocation(file: "pool.yaml", line: 15, column: 17)])
    #expect(found.map(\.severity) == [.note])
    #expect(try read(script).notes.contains { $0.code == "shell.update" } == false)
  }

  private static let change =
    "aws cognito-idp update-user-pool-client --user-pool-id $P --client-id $C"

  @Test func `what a call states of the client that another document makes counts`() throws {
    let inputs = """
      {"version": "1", "cognitoConfig": {"userPoolName": "shop", "mfaConfiguration": "OFF"}}
      """
    func pool(_ options: String) throws -> PoolDocument {
      try readInAnyOrder([("cli-inputs.json", inputs), ("idp.sh", "\(Self.change) \(options)\n")])
    }
    let others = try pool("--supported-identity-providers IDC")
    #expect(others["existenceErrors"]?.value == nil)
    #expect(others["flows"]?.value == .set(["custom", "refresh", "userSRP"]))
    #expect(others.notes.map(\.code).contains("document.no-api-client"))
    let note = others.notes.first { $0.code == "shell.update" }
    #expect(note?.message == "what update-user-pool-client leaves out goes back to the default")
    let own = try pool("--supported-identity-providers IDC COGNITO --refresh-token-validity 1")
    #expect(own["existenceErrors"]?.value == .choice("legacy"))
    let flows = try pool("--explicit-auth-flows ALLOW_USER_PASSWORD_AUTH")
    #expect(flows["flows"]?.value == .members(["userPassword"]))
    #expect(!flows.notes.map(\.code).contains("document.drift"))
    // Of two calls nobody knows which client each changes.
    #expect(codes("\(Self.change)\n\(Self.change)\n") == ["shell.no-pool"])
  }

  @Test func `a call that changes one of several clients changes none of them`() throws {
    let clients =
      template(client: "PreventUserExistenceErrors: LEGACY") + """
          D:
            Type: AWS::Cognito::UserPoolClient
            Properties: { UserPoolId: !Ref P }

        """
    let call = "\(Self.change) --prevent-user-existence-errors ENABLED\n"
    let several = try readInAnyOrder([("template.yaml", clients), ("idp.sh", call)])
    #expect(several["existenceErrors"]?.value == .choice("legacy"))
    let note = several.notes.first { $0.code == "shell.update" }
    #expect(note?.location.file == "idp.sh")
    #expect(note?.message == "which app client this changes is not known, so it is not read")
    let one = try readInAnyOrder([
      ("template.yaml", template(client: "PreventUserExistenceErrors: LEGACY")), ("idp.sh", call),
    ])
    #expect(one["existenceErrors"]?.value == .choice("prevent"))
    let refusal = #expect(throws: DiagnosticList.self) { try read(call) }
    let found = refusal?.diagnostics.first { $0.code == "shell.no-pool" }
    #expect(found?.location == SourceLocation(file: "pool.yaml", line: 1, column: 17))
  }

  @Test func `the name of a pool is that of a variable which the script sets once`() throws {
    let call = "aws cognito-idp create-user-pool --pool-name \"$POOL\"\n"
    #expect(try read("#!/bin/sh\nPOOL=\"staff\"\n\(call)").name == "staff")
    #expect(try read("#!/bin/sh\nexport POOL=staff\n\(call)").name == "staff")
    for other in ["POOL=a\nPOOL=b\n", "POOL=a\nread POOL\n", "  POOL=a\n", "POOL=$1\n"] {
      #expect(try read("#!/bin/sh\n\(other)\(call)").name == "pool", "\(other)")
    }
  }

  @Test(arguments: [
    (
      "--password-policy MinimumLength=8",
      "write `--policies PasswordPolicy=…`, of which it is a part"
    ),
    ("--auto-verifed-attributes email", "did you mean `--auto-verified-attributes`?"),
    ("--sparkle yes", "remove it, or correct its name"),
  ])
  func `an option that a call has not is called an option`(option: String, remedy: String) throws {
    let pool = try read("#!/bin/sh\naws cognito-idp create-user-pool --pool-name shop \(option)\n")
    let found = pool.notes.filter { $0.code == "document.unknown-property" }
    let name = option.split(separator: " ")[0]
    #expect(
      found.map(\.message) == [
        "create-user-pool has no option `\(name)`; it is not read, and the call fails at it"
      ])
    #expect(found.map(\.remedy) == [remedy])
  }

  @Test func `a script with Markdown in a text of its own is read`() throws {
    let call = "aws cognito-idp create-user-pool --pool-name shop --mfa-configuration OFF\n"
    let text = "set -e\ncat > README.md <<EOF\n```bash\nmake\n```\nEOF\n\(call)"
    #expect(try read([("setup.sh", text)]).statedLines == ["mfa = off"])
  }

  @Test func `a script that makes no pool, or two, says what to give`() {
    #expect(codes("#!/bin/sh\naws cognito-idp list-user-pools\n") == ["shell.no-pool"])
    let call = "aws cognito-idp create-user-pool --pool-name"
    #expect(codes("\(call) a\n\(call) b\n") == ["template.several-pools"])
  }

  @Test func `a call that makes the same pool where the first fails is no other pool`() throws {
    let call = "aws cognito-idp create-user-pool --pool-name \"$PREFIX-staff\""
    let pool = try read(
      "#!/bin/sh\nif ID=\"$(\(call) --mfa-configuration OFF)\"; then\n  true\nelse\n"
        + "  ID=\"$(\(call) --username-attributes email)\"\nfi\n")
    #expect(pool.statedLines == ["mfa = off"])
    #expect(pool.notes.contains { $0.code == "template.several-pools" && $0.severity == .note })
  }

  @Test func `a call within quotes is read, and what follows a call within a call too`() throws {
    let pool = try read(
      """
      #!/bin/bash
      answer="$(aws_cmd cognito-idp create-user-pool --pool-name "$(name "a b")" --mfa-configuration OFF)"
      client="$(aws cognito-idp create-user-pool-client --explicit-auth-flows ALLOW_USER_SRP_AUTH)"
      """)
    #expect(pool.statedLines == ["mfa = off", "flows = [userSRP]"])
  }

  @Test func `a call by a function of the script that names the service is read`() throws {
    let pool = try read(
      """
      #!/bin/bash
      idp() { aws cognito-idp "$@" --region "$REGION"; }
      pool="$(idp create-user-pool --pool-name shop --mfa-configuration OFF)"
      client="$(idp create-user-pool-client --user-pool-id "$pool" --client-name web \\
        --explicit-auth-flows ALLOW_USER_SRP_AUTH)"
      """)
    #expect(pool.name == "shop")
    #expect(pool.statedLines == ["mfa = off", "flows = [userSRP]"])
  }

  @Test func `a request as JSON is read where it is literal, and named where it is not`() throws {
    let call = "aws cognito-idp create-user-pool --cli-input-json"
    let request = #"{"PoolName": "shop", "MfaConfiguration": "OFF"}"#
    let pool = try read("#!/bin/sh\n\(call) '\(request)'\n")
    #expect(pool.name == "shop")
    #expect(pool.statedLines == ["mfa = off"])
    let found = faults("#!/bin/sh\n\(call) \"file://${input}\"\n")
    #expect(found.map(\.code) == ["shell.no-pool"])
    #expect(
      found.map(\.message) == [
        "the request of create-user-pool stands in another file, or is computed"
      ])
  }
}
