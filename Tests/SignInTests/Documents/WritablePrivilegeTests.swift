import Testing
import TransitionTables

@testable import SignIn

/// Custom attributes whose names say a privilege and which users write themselves.
@Suite struct WritablePrivilegeTests {
  private static let role = "Schema: [{ Name: role, AttributeDataType: String, Mutable: true }]"
  private static let fixed = "Schema: [{ Name: role, AttributeDataType: String, Mutable: false }]"
  /// One that can be changed, and one that cannot.
  private static let both =
    "Schema: [{ Name: role, Mutable: true }, { Name: tenantId, Mutable: false }]"
  private static let closed = "AdminCreateUserConfig: { AllowAdminCreateUserOnly: true }"
  private static let checked = "LambdaConfig: { PreSignUp: arn }"

  private func notes(_ pool: PoolDocument) -> [Diagnostic] {
    pool.notes.filter { $0.code == "document.writable-privilege" }
  }

  @Test func `a client without a list of writable attributes lets users set their role`() throws {
    let note = try #require(notes(try read(template(pool: Self.role))).first)
    #expect(note.severity == .note)
    #expect(note.location.line == 7)
    #expect(
      note.message == "the app client may write `custom:role`, whose name says what somebody may do"
        + " or see (without WriteAttributes it may write every custom attribute): whoever is signed"
        + " in can set any value by UpdateUserAttributes, and whoever signs up by SignUp; a back"
        + " end that relies on it gives users whatever they ask for; one that does not is safe")
    #expect(
      note.remedy == "list what users may change under WriteAttributes, without `custom:role`, and"
        + " have the value written by an administrator's call (AdminUpdateUserAttributes), or use"
        + " groups")
  }

  @Test(arguments: [
    (role, "WriteAttributes: [email]", nil), (role, "WriteAttributes: []", "UpdateUser"),
    (role, "WriteAttributes: [email, custom:role]", "UpdateUser"),
    (role, "WriteAttributes: [email, !Ref Own]", nil), (role, "WriteAttributes: !Ref Own", nil),
    (fixed, "", "whoever signs up can set any value by SignUp"),
    ("\(fixed)\n\(closed)", "", nil), ("\(fixed)\n\(checked)", "", nil),
    ("\(role)\n\(closed)", "", "UpdateUserAttributes; "),
    ("\(role)\n\(checked)", "", "UpdateUserAttributes; "),
    ("\(both)\n\(closed)", "", "write `custom:role`, whose name says"),
    (both, "", "value of `custom:role` by UpdateUserAttributes, and whoever signs up any value of"),
    ("Schema: [{ Name: role, Mutable: true, DeveloperOnlyAttribute: true }]", "", nil),
    ("Schema: [{ Name: dev:custom:role, Mutable: true }]", "", nil),
    // The pool's attribute is `custom:custom:role`, which has a warning of its own.
    ("Schema: [{ Name: custom:role, Mutable: true }]", "", nil),
    (role, "GenerateSecret: true", nil),
    (role, scoped("email"), nil),
    (role, scoped("aws.cognito.signin.user.admin"), "UpdateUserAttributes; "),
    (role, "AllowedOAuthFlowsUserPoolClient: true\nAllowedOAuthFlows: [client_credentials]", nil),
  ])
  func `only who can write it is warned of`(pool: String, client: String, act: String?) throws {
    let own = "Parameters: { Own: { Type: CommaDelimitedList } }"
    let found = notes(try read(template(pool: pool, client: client, sections: own)))
    #expect(found.count == (act == nil ? 0 : 1), "\(pool) \(client)")
    if let act { #expect(found.first?.message.contains(act) == true, "\(found)") }
  }

  private static func scoped(_ scope: String) -> String {
    "GenerateSecret: true\nAllowedOAuthFlowsUserPoolClient: true\nAllowedOAuthFlows: [code]\n"
      + "AllowedOAuthScopes: [openid, \(scope)]"
  }

  @Test(arguments: [
    ("role", true), ("userRole", true), ("is_admin", true), ("isAdmin", true), ("tenantId", true),
    ("tenantid", true), ("ROLE", true), ("tenants", true), ("groups", true), ("plan", true),
    ("orgId", true),
    ("age_group", false), ("floor_plan", false), ("nickname", false), ("organization", false),
    ("controller", false), ("planet", false),
  ])
  func `names are known by their words`(name: String, says: Bool) {
    #expect(PrivilegeNames.known.contains(name) == says)
  }

  @Test func `what a program reads is a warning, with where to write the list`() throws {
    var programs = ProjectPrograms()
    programs.takeReads(
      in: """
        // claims['custom:role'] is a comment
        attributes['custom:role'] = 'admin'
        for (const name of ['custom:role']) { new Set([...['custom:role']]); return ['custom:role'] }
        delete attributes['custom:role']
        const role = claims['custom:role'] ?? 'guest'
        """, of: "api/handler.ts")
    #expect(programs.reads.mapValues(\.line) == ["custom:role": 5])
    for rule in ["Claim: custom:plan", "\"Claim\": \"custom:plan\",", "claim = \"custom:plan\""] {
      var others = ProjectPrograms()
      others.takeReads(in: rule, of: "roles.yaml")
      #expect(others.reads.keys.sorted() == ["custom:plan"], "\(rule)")
    }
    for tag in [
      "#[serde(rename = \"custom:plan\")]", "#[serde(default, alias = \"custom:plan\")]",
      "Plan string `json:\"custom:plan\"`", "@JsonProperty(\"custom:plan\") String plan,",
    ] {
      var others = ProjectPrograms()
      others.takeReads(in: tag, of: "api/claims.rs")
      #expect(others.reads.keys.sorted() == ["custom:plan"], "\(tag)")
    }
    var reader = PoolReader(parameters: cognitoParameters)
    reader.programs = programs
    let text = """
      export const auth = defineAuth({
        loginWith: { email: true },
        userAttributes: { 'custom:role': { dataType: 'String', mutable: true } },
      })
      """
    let note = try #require(
      notes(try reader.read([("amplify/auth/resource.ts", Array(text.utf8))])).first)
    #expect(note.severity == .warning)
    #expect(
      note.message.hasSuffix(
        "; api/handler.ts:5 reads `custom:role`: users can give themselves what it grants for any"
          + " value"))
    #expect(
      note.remedy.hasSuffix(
        ", or use groups. defineAuth has no property for it: write"
          + " `cfnUserPoolClient.writeAttributes` in backend.ts, of"
          + " `backend.auth.resources.cfnResources`."))
  }

  @Test(arguments: [
    ("", true, true), ("", false, false), ("WriteAttributes: [email]", true, false),
    ("GenerateSecret: true", true, false),
  ])
  func `who signs in by a server may use the token, which is said where a program reads it`(
    client: String, isRead: Bool, isFound: Bool
  ) throws {
    var reader = PoolReader(parameters: cognitoParameters)
    if isRead {
      reader.programs.takeReads(in: "const role = claims['custom:role']", of: "api/admin.ts")
    }
    let flows = "ExplicitAuthFlows: [ALLOW_ADMIN_USER_PASSWORD_AUTH, ALLOW_REFRESH_TOKEN_AUTH]"
    let text = template(pool: Self.role, client: "\(flows)\n\(client)")
    let found = notes(try reader.read([("pool.yaml", Array(text.utf8))]))
    #expect(found.map(\.severity) == (isFound ? [.warning] : []))
    #expect(
      found.allSatisfy {
        $0.message.contains("whoever the server hands their access token to can set any value by")
      })
  }

  @Test(arguments: [
    ("return { accessToken: result.AuthenticationResult.AccessToken };", "api/session.ts", true),
    ("return {'access_token': result.get('AccessToken', '')}", "api/session.py", true),
    ("return Tokens(access_token=result['AccessToken'])", "api/session.py", true),
    ("'body': json.dumps({'access_token': result['AccessToken']}),", "api/session.py", false),
    ("return {'body': json.dumps({'access_token': r['AccessToken']})}", "api/session.py", true),
    ("return { body: JSON.stringify({ accessToken: r.AccessToken }) };", "api/session.ts", true),
    ("res.json({ tokens: { accessToken: r.AccessToken } });", "api/session.ts", true),
    ("res.status(200).send({ accessToken: r.AccessToken });", "api/session.ts", true),
    ("res.json(result.AuthenticationResult);", "api/session.ts", true),
    ("return jsonify(result['AuthenticationResult'])", "api/session.py", true),
    ("save(result.AuthenticationResult);", "api/session.ts", false),
    ("req.session.tokens = { accessToken: r.AccessToken };", "api/session.ts", false),
    ("res.json(await load({ accessToken: r.AccessToken }));", "api/session.ts", false),
    ("const user = await load({ accessToken: r.AccessToken });", "api/session.ts", false),
    ("key = sessions.put(access_token=result['AccessToken'])", "api/session.py", false),
    ("fetch(url, { body: JSON.stringify({ accessToken: r.AccessToken }) });", "api/a.ts", false),
    ("access_token = result['AccessToken']", "api/session.py", false),
    ("client.get_user(AccessToken=result['AccessToken'])", "api/session.py", false),
    ("// return { accessToken: result.AccessToken }", "api/session.ts", false),
    ("return { accessToken: result.AccessToken }", "web/stores/session.ts", false),
    ("return { accessToken: result.AccessToken } // NextAuth", "api/session.ts", false),
  ])
  func `a server with a secret hands the token to its users`(
    line: String, file: String, isFound: Bool
  ) throws {
    var reader = PoolReader(parameters: cognitoParameters)
    reader.programs.takeReads(in: "const role = claims['custom:role']", of: "api/admin.ts")
    reader.programs.takeTokens(in: "client.initiateAuth(request)\n\(line)", of: file)
    let text = template(pool: Self.role, client: "GenerateSecret: true")
    let found = notes(try reader.read([("pool.yaml", Array(text.utf8))]))
    #expect(found.map(\.severity) == (isFound ? [.warning] : []), "\(line)")
    #expect(
      found.allSatisfy {
        $0.message.contains(
          "whoever the server hands their access token to (\(file):2) can set any value by")
      })
  }

  @Test(
    arguments: [
      (["web/stores/auth.ts"], 0, .note), (["web/App.tsx", "web/stores/auth.ts"], 0, .note),
      (["web/stores/auth.ts", "web/middleware.ts"], 1, .warning),
      (["src/context/user.ts", "src/middlewares/plan.ts"], 1, .warning),
      (["app/Page.tsx", "authorizer/main.py"], 1, .warning),
      (["amplify/functions/a/handler.ts", "src/api/b.ts"], 0, .warning),
      (["web/auth.ts", "zz/session.ts"], 1, .warning),
      (["web/auth.ts", "web/pages/api/plan.ts"], 1, .warning),
      (["web/auth.ts", "web/src/api/plan.ts"], 1, .warning),
      (["web/auth.ts", "web/app/admin/page.tsx"], 1, .warning),
    ] as [([String], Int, Diagnostic.Severity)])
  func `a server's read is cited before a browser's, which is a note`(
    files: [String], cited: Int, severity: Diagnostic.Severity
  ) throws {
    var reader = PoolReader(parameters: cognitoParameters)
    for file in files {
      var programs = ProjectPrograms()
      programs.takeReads(in: "const role = claims['custom:role']", of: file)
      reader.programs.add(programs)
    }
    let text = template(pool: Self.role, client: "")
    let note = try #require(notes(try reader.read([("pool.yaml", Array(text.utf8))])).first)
    #expect(note.severity == severity)
    #expect(note.message.contains("\(files[cited]):1 reads `custom:role`"))
    let isShown = note.message.contains("in a browser, which by itself grants nothing")
    #expect(isShown == (severity == .note))
  }

  @Test(arguments: [
    (["export const NAMES = {\n  TENANT: 'custom:tenantId',\n} as const;\n"], true),
    (["export enum NAMES {\n  TENANT = \"custom:tenantId\",\n}\n"], true),
    (["const NAMES = {\n  OTHER: 'custom:tenantId',\n};\n"], false),
    (["const NAMES = {\n  TENANT: `custom:${name}`,\n};\n"], false),
    (
      [
        "const NAMES = {\n  TENANT: 'custom:tenantId',\n};\n",
        "const NAMES = {\n  TENANT: 'custom:floor',\n};\n",
      ], false
    ),
  ])
  func `a constant of the project may name the attribute`(
    programs: [String], isKnown: Bool
  ) throws {
    var reader = PoolReader(parameters: cognitoParameters)
    for (index, program) in programs.enumerated() {
      reader.programs.takeReads(in: program, of: "lib/\(index).ts")
    }
    let text = """
      export const auth = defineAuth({
        loginWith: { email: true },
        userAttributes: { [NAMES.TENANT]: { dataType: 'String', mutable: true } },
      })
      """
    let pool = try reader.read([("amplify/auth/resource.ts", Array(text.utf8))])
    #expect(notes(pool).count == (isKnown ? 1 : 0))
    #expect(pool.notes.contains { $0.code == "amplify.computed-attribute" } != isKnown)
    if isKnown { #expect(notes(pool)[0].message.contains("`custom:tenantId`")) }
  }
}
