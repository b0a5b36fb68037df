import SignIn
import Testing
import TransitionTables

/// App clients: flows in both generations of names, and which client of several is taken.
@Suite struct AppClientTests {
  private func value(_ parameter: String, _ client: String) throws -> String? {
    try read(template(client: client))[parameter]?.value?.description
  }

  @Test(arguments: [
    ("[ALLOW_USER_SRP_AUTH]", "[userSRP]"),
    ("[ALLOW_USER_AUTH, ALLOW_REFRESH_TOKEN_AUTH]", "[refresh, userAuth]"),
    (
      "[ALLOW_CUSTOM_AUTH, ALLOW_USER_PASSWORD_AUTH, ALLOW_ADMIN_USER_PASSWORD_AUTH]",
      "[adminUserPassword, custom, userPassword]"
    ),
    ("[ADMIN_NO_SRP_AUTH]", "[adminUserPassword, custom, refresh, userSRP]"),
    ("[CUSTOM_AUTH_FLOW_ONLY]", "[custom, refresh]"),
    (
      "[ADMIN_NO_SRP_AUTH, USER_PASSWORD_AUTH]",
      "[adminUserPassword, custom, refresh, userPassword, userSRP]"
    ),
  ])
  func readsFlows(list: String, expected: String) throws {
    #expect(try value("flows", "ExplicitAuthFlows: \(list)") == expected)
  }

  @Test func `a flow that stands in the list is not what another one was meant to be`() {
    let lists = ["[ALLOW_USER_SRP_AUTHS]", "[ALLOW_USER_SRP_AUTHS, ALLOW_USER_SRP_AUTH]"]
    let meant = lists.map { list in
      faults(template(client: "ExplicitAuthFlows: \(list)")).first?.remedy
    }
    #expect(meant[0] == "did you mean `ALLOW_USER_SRP_AUTH`?")
    #expect(meant[1]?.contains("ALLOW_USER_SRP_AUTH`?") == false)
  }

  @Test(arguments: ["email", "{ email: true }"])
  func `what is no list of writable attributes is refused`(value: String) throws {
    let error = #expect(throws: DiagnosticList.self) {
      try read(template(client: "WriteAttributes: \(value)"))
    }
    #expect(error?.diagnostics.map(\.code) == ["document.wrong-type"])
  }

  @Test func doesNotTakeAnEmptyListForTheDefault() throws {
    let pool = try read(template(client: "ExplicitAuthFlows: []"))
    #expect(pool["flows"] == .open("ExplicitAuthFlows is an empty list"))
    #expect(pool.notes.map { "\($0.location.line) \($0.code)" } == ["11 document.empty-flows"])
  }

  private static let otherClient =
    "no user of the pool's own signs in by the app client through the API"

  @Test(
    "a client for machines, or for the pages of managed login alone, is none of the API's",
    arguments: [
      ("GenerateSecret: true\nAllowedOAuthFlows: [client_credentials]", ""),
      ("AllowedOAuthFlows: [code]", "ExplicitAuthFlows: [ALLOW_REFRESH_TOKEN_AUTH]"),
      ("AllowedOAuthFlows: [code]", "ExplicitAuthFlows: []"),
    ])
  func leavesFlowsOpen(oauth: String, flows: String) throws {
    let page = "AllowedOAuthFlowsUserPoolClient: true\nPreventUserExistenceErrors: ENABLED"
    let pool = try read(template(client: "\(oauth)\n\(page)\n\(flows)"))
    let notes = pool.notes.map(\.code).filter { $0 != "document.no-domain" }
    #expect(notes == ["document.no-api-client", "document.not-modelled"])
    #expect(pool["flows"] == .open(Self.otherClient))
    #expect(pool["existenceErrors"]?.value == .choice("prevent"))
  }

  @Test(
    arguments: [
      ("[code, implicit]", nil, ""),
      ("[Code]", "Code", "did you mean `code`?"),
      (
        "['code,implicit']", "code,implicit",
        "write `code`, `implicit` or `client_credentials`, each as a word of its own"
      ),
    ] as [(String, String?, String)])
  func `an OAuth flow that the service does not have is refused`(
    flows: String, word: String?, remedy: String
  ) {
    let found = faults(template(client: "AllowedOAuthFlows: \(flows)")).filter {
      $0.severity == .error
    }
    #expect(
      found.map(\.message) == word.map { ["AllowedOAuthFlows cannot be `\($0)`"] } ?? [])
    #expect(found.allSatisfy { $0.code == "document.unknown-value" && $0.remedy == remedy })
  }

  @Test(arguments: [
    ("[ALLOW_ADMIN_USER_PASSWORD_AUTH]", true),
    ("[ALLOW_ADMIN_USER_PASSWORD_AUTH, ALLOW_REFRESH_TOKEN_AUTH]", true),
    ("[ALLOW_ADMIN_USER_PASSWORD_AUTH, ALLOW_USER_SRP_AUTH]", false),
    ("[ALLOW_REFRESH_TOKEN_AUTH]", false),
  ])
  func `a client by which a server alone signs users in is none of the API's`(
    flows: String, isServers: Bool
  ) throws {
    let pool = try read(template(client: "ExplicitAuthFlows: \(flows)"))
    #expect(pool.notes.map(\.code) == (isServers ? ["document.no-api-client"] : []))
    #expect((pool["flows"]?.value == nil) == isServers)
    #expect(pool["existenceErrors"]?.value == .choice("legacy"))
    #expect((pool["selfSignUp"]?.value == .bool(true)) == !isServers)
    let open = "AdminCreateUserConfig: { AllowAdminCreateUserOnly: false }"
    let stated = try read(template(pool: open, client: "ExplicitAuthFlows: \(flows)"))
    #expect(stated["selfSignUp"]?.value == .bool(true))
  }

  @Test func takesAClientForPagesThatAlsoAllowsAFlow() throws {
    let both = "AllowedOAuthFlows: [code]\nAllowedOAuthFlowsUserPoolClient: true"
    #expect(try value("flows", both) == "[custom, refresh, userSRP]")
    #expect(
      try value("flows", both + "\nExplicitAuthFlows: [ALLOW_USER_SRP_AUTH]") == "[userSRP]")
  }

  @Test func notesALegacyFlowName() throws {
    let pool = try read(template(client: "ExplicitAuthFlows: [ADMIN_NO_SRP_AUTH]"))
    #expect(pool.notes.map(\.code) == ["document.legacy-flow"])
    #expect(
      pool.notes.map(\.remedy)
        == [
          "write `ALLOW_ADMIN_USER_PASSWORD_AUTH` and `ALLOW_USER_SRP_AUTH`, `ALLOW_CUSTOM_AUTH`, "
            + "`ALLOW_REFRESH_TOKEN_AUTH`"
        ])
  }

  @Test func refusesToMixTheGenerationsOfFlowNames() throws {
    let text = template(client: "ExplicitAuthFlows: [ADMIN_NO_SRP_AUTH, ALLOW_USER_SRP_AUTH]")
    #expect(try read(text).refusals.map(\.code) == ["legality.L40"])
  }

  @Test func readsSecretAndExistenceErrors() throws {
    #expect(try value("clientSecret", "GenerateSecret: true") == "true")
    #expect(try value("existenceErrors", "PreventUserExistenceErrors: ENABLED") == "prevent")
  }

  @Test(arguments: ["Google", "!Ref Google"])
  func `of a client for users of other providers alone nothing is known of sign-ups`(
    provider: String
  ) throws {
    let client =
      "SupportedIdentityProviders: [\(provider)]\nExplicitAuthFlows: [ALLOW_USER_SRP_AUTH]"
    let other = "\n  Google: { Type: AWS::Cognito::UserPoolIdentityProvider }\n"
    let pool = try read(template(client: client) + other)
    #expect(pool.notes.map(\.code) == ["document.no-api-client"])
    #expect(pool["flows"]?.value == .set(["userSRP"]))
    #expect(
      pool["selfSignUp"] == .open("no user of the pool's own signs in by the app client"))
    #expect(pool["existenceErrors"] == .open(Self.otherClient))
    let prevented = try read(
      template(client: "PreventUserExistenceErrors: ENABLED\n\(client)") + other)
    #expect(prevented["existenceErrors"]?.value == .choice("prevent"))
    // One that lists no way for an app to sign in is for the pages alone.
    for flows in ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_ADMIN_USER_PASSWORD_AUTH"] {
      let pages = client.replacing("ALLOW_USER_SRP_AUTH", with: flows)
      let none = try read(template(client: pages) + other)
      #expect(none.notes.map(\.code) == ["document.no-api-client"])
      #expect(none["flows"] == .open(Self.otherClient))
    }
    let closed = "AdminCreateUserConfig: { AllowAdminCreateUserOnly: true }"
    let invited = try read(template(pool: closed, client: client) + other)
    #expect(invited["selfSignUp"]?.value == .bool(false))
    let named = client.replacing("]\n", with: ", COGNITO]\n")
    let both = try read(template(client: named) + other)
    #expect(both["selfSignUp"]?.value == .bool(true))
    #expect(both.notes.isEmpty)
  }

  @Test func `without a client nothing is known of sign-ups where there is a provider`() throws {
    let text = """
      Resources:
        P: { Type: AWS::Cognito::UserPool }
        G:
          Type: AWS::Cognito::UserPoolIdentityProvider
          Properties: { UserPoolId: !Ref P, ProviderName: Google, ProviderType: Google }
      """
    let reason =
      "no document has an app client, and all users may be those of the identity provider"
    #expect(try read(text)["selfSignUp"] == .open(reason))
    let stated =
      "P: { Type: AWS::Cognito::UserPool, Properties: { AdminCreateUserConfig:"
      + " { AllowAdminCreateUserOnly: false } } }"
    let open = text.replacing("P: { Type: AWS::Cognito::UserPool }", with: stated)
    #expect(try read(open)["selfSignUp"]?.value == .bool(true))
    let other = text.replacing("UserPoolIdentityProvider", with: "UserPoolDomain")
    #expect(try read(other)["selfSignUp"]?.value == .bool(true))
  }

  @Test(arguments: [
    ("SupportedIdentityProviders: [COGNITO, Google]\nAllowedOAuthFlowsUserPoolClient: true", true),
    ("SupportedIdentityProviders: [COGNITO, !Ref C]\nAllowedOAuthFlowsUserPoolClient: true", true),
    ("SupportedIdentityProviders: [COGNITO]\nAllowedOAuthFlowsUserPoolClient: true", false),
    ("SupportedIdentityProviders: [COGNITO, Google]", false),
    ("SupportedIdentityProviders: !Ref X\nAllowedOAuthFlowsUserPoolClient: true", nil),
    ("GenerateSecret: true", nil),
  ])
  func readsWhetherUsersOfAnExternalProviderSignIn(client: String, value: Bool?) throws {
    let more = [ParameterDeclaration(name: "externalProvider", kind: .bool)]
    let parameter = "Parameters: {X: {Type: CommaDelimitedList}}"
    let pool = try read(
      template(client: client, sections: parameter), parameters: cognitoParameters + more)
    #expect(pool["externalProvider"]?.value == value.map { .bool($0) })
    let isUntold = pool["externalProvider"]?.origin == .untold
    #expect(isUntold == (client == "GenerateSecret: true"))
    let isNoted = pool.notes.contains {
      $0.message.hasPrefix("SupportedIdentityProviders stays open: ")
    }
    #expect(isNoted == client.contains("Ref X"))
  }

  @Test(arguments: [
    ("[email, name]", ["email"], 0), ("[name]", [], 0),
    ("[phone_number, email]", ["email", "phone"], 0),
    ("[]", nil, 0), ("[email_verified, email]", ["email"], 0), ("!Ref M", nil, 1),
    ("[email, !Ref M]", nil, 1), ("[email, phone_number, !Ref M]", nil, 0),
  ])
  func `the addresses that an app client may write are read where the list is known`(
    list: String, writable: [String]?, notes: Int
  ) throws {
    let more = ParameterDeclaration(name: "writeAttributes", kind: .set(["email", "phone"]))
    let pool = try read(
      template(
        client: "WriteAttributes: \(list)",
        sections: "Parameters: {M: {Type: CommaDelimitedList}}"),
      parameters: cognitoParameters + [more])
    #expect(pool["writeAttributes"]?.value == writable.map { .set($0) })
    var place: String?
    if case .document(let found) = pool["writeAttributes"]?.origin {
      place = "\(found.line):\(found.column)"
    }
    #expect(place == (writable == nil ? nil : "12:24"))
    #expect(pool.notes.filter { $0.code == "document.unknown-writable" }.count == notes)
  }

  @Test func readsWhatBecomesOfTokensWhereItIsSaid() throws {
    func token(_ parameter: String, _ client: String) throws -> Bool? {
      let names = ["tokenRevocation", "tokenRotation"]
      let more = tableParameters.filter { names.contains($0.name) }
      let pool = try read(template(client: client), parameters: cognitoParameters + more)
      guard case .bool(let value) = pool[parameter]?.value else { return nil }
      return value
    }
    #expect(try token("tokenRevocation", "EnableTokenRevocation: false") == false)
    #expect(try token("tokenRotation", "RefreshTokenRotation: {Feature: ENABLED}") == true)
    #expect(try token("tokenRotation", "RefreshTokenRotation: {Feature: DISABLED}") == false)
    #expect(try token("tokenRotation", "GenerateSecret: true") == nil)
  }

  @Test func aClientThatRotatesHasNoRefreshFlowByDefault() throws {
    func flows(_ client: String) throws -> ParameterValue? {
      let more = [ParameterDeclaration(name: "tokenRotation", kind: .bool)]
      let pool = try read(template(client: client), parameters: cognitoParameters + more)
      return pool["flows"]?.value
    }
    let rotates = "RefreshTokenRotation: {Feature: ENABLED}"
    #expect(try flows(rotates) == .set(["custom", "userSRP"]))
    #expect(
      try flows("RefreshTokenRotation: {Feature: DISABLED}")
        == .set(["custom", "refresh", "userSRP"]))
  }

  private let three =
    template(client: "ClientName: web") + """
        D:
          Type: AWS::Cognito::UserPoolClient
          Properties: {UserPoolId: {Ref: P}, ClientName: app, GenerateSecret: true}
        E:
          Type: AWS::Cognito::UserPoolClient
          Properties: {UserPoolId: !GetAtt P.UserPoolId, ClientName: admin}
      """

  @Test func takesTheFirstClientAndNotesTheOthers() throws {
    let pool = try read(three)
    #expect(pool["clientSecret"]?.value == .bool(false))
    #expect(
      pool.notes.map(\.rendered) == [
        """
        pool.yaml:7:3: note: C is taken, the first of the pool's 3 app clients \
        [template.several-clients]
            C:
            ^
          → give `--client NAME` for `D` or `E`

        """
      ])
  }

  @Test(arguments: [
    ("", false), ("ClientName: app, RefreshTokenValidity: 9", false),
    ("GenerateSecret: true", true), ("ExplicitAuthFlows: [ALLOW_USER_AUTH]", true),
    ("ExplicitAuthFlows: !Ref Flows", true),
    ("AllowedOAuthFlows: [code], AllowedOAuthFlowsUserPoolClient: true", true),
  ])
  func `of clients that are alike in all that is read nothing is said`(
    other: String, isSaid: Bool
  ) throws {
    let text = """
      Parameters: { Flows: { Type: CommaDelimitedList } }
      Resources:
        P: { Type: AWS::Cognito::UserPool }
        C: { Type: AWS::Cognito::UserPoolClient, Properties: { UserPoolId: !Ref P } }
        D: { Type: AWS::Cognito::UserPoolClient, Properties: { UserPoolId: !Ref P, \(other) } }
      """
    let isFound = try read(text).notes.contains { $0.code == "template.several-clients" }
    #expect(isFound == isSaid, "\(other)")
    let flows = other.contains("ALLOW_USER") ? "explicit_auth_flows = [\"ALLOW_USER_AUTH\"]" : ""
    let terraform = """
      resource "aws_cognito_user_pool" "p" {}
      resource "aws_cognito_user_pool_client" "c" { user_pool_id = aws_cognito_user_pool.p.id }
      resource "aws_cognito_user_pool_client" "d" {
        user_pool_id = aws_cognito_user_pool.p.id
        name         = "app"
        \(flows)
      }
      """
    let notes = try read([("main.tf", terraform)]).notes
    #expect(notes.contains { $0.code == "template.several-clients" } == !flows.isEmpty)
  }

  /// Where several clients are there, the one by which users sign in is judged.
  @Test(arguments: [
    (
      """
      Resources:
        P: {Type: AWS::Cognito::UserPool}
        M:
          Type: AWS::Cognito::UserPoolClient
          Properties:
            UserPoolId: !Ref P
            GenerateSecret: true
            AllowedOAuthFlows: [client_credentials]
        W: {Type: AWS::Cognito::UserPoolClient, Properties: {UserPoolId: !Ref P}}
      """, "W is taken, the first by which users sign in, of the pool's 2 app clients"
    ),
    (
      """
      resource "aws_cognito_user_pool" "p" {
      }
      resource "aws_cognito_user_pool_client" "m" {
        user_pool_id        = aws_cognito_user_pool.p.id
        generate_secret     = true
        allowed_oauth_flows = ["client_credentials"]
      }
      resource "aws_cognito_user_pool_client" "w" {
        user_pool_id = aws_cognito_user_pool.p.id
      }

      """, "w is taken, the first by which users sign in, of the pool's 2 app clients"
    ),
    (
      """
      aws cognito-idp create-user-pool --pool-name shop
      aws cognito-idp create-user-pool-client --client-name m --generate-secret \\
        --allowed-o-auth-flows client_credentials
      aws cognito-idp create-user-pool-client --client-name w --no-generate-secret

      """, "the first by which users sign in, of the 2 app clients that the script makes is taken"
    ),
  ])
  func passesOverAClientOfMachines(text: String, message: String) throws {
    let pool = try read(text)
    #expect(pool["clientSecret"]?.value == .bool(false))
    #expect(
      pool.notes.filter { $0.code == "template.several-clients" }.map(\.message) == [message])
  }

  @Test(arguments: ["clients[server]", "clients[\"server\"]", "server"])
  func namesEachClientOfOneDeclarationByItsKey(name: String) throws {
    let text = """
      resource "aws_cognito_user_pool" "shop" {
        name = "shop"
      }
      resource "aws_cognito_user_pool_client" "clients" {
        for_each        = { web = false, server = true }
        name            = each.key
        user_pool_id    = aws_cognito_user_pool.shop.id
        generate_secret = each.value
      }

      """
    let note = try #require(try read(text).notes.first { $0.code == "template.several-clients" })
    #expect(note.message.hasPrefix("clients[web] is taken"), "\(note.message)")
    #expect(note.remedy == "give `--client NAME` for `clients[server]`")
    #expect(try read(text, client: name)["clientSecret"]?.value == .bool(true))
  }

  @Test func saysWhereThePoolAndTheClientAreThatLeaveASettingToTheDefault() throws {
    let text = """
      Resources:
        P: { Type: AWS::Cognito::UserPool, Properties: { UserPoolName: shop } }
        C:
          Type: AWS::Cognito::UserPoolClient
          Properties: { UserPoolId: !Ref P, GenerateSecret: false }
      """
    let places = try read(text).defaultPlaces
    #expect(places["existenceErrors"]?.line == 5)
    #expect(places["clientSecret"] == nil)
    #expect(places["mfa"]?.line == 2)
  }

  @Test func takesTheClientThatIsNamed() throws {
    #expect(try read(three, client: "D")["clientSecret"]?.value == .bool(true))
    #expect(try read(three, client: "app")["clientSecret"]?.value == .bool(true))
    #expect(try read(three, client: "D").notes.isEmpty)
    #expect(codes(three, client: "apq") == ["template.unknown-client"])
  }

  @Test func ignoresClientsOfOtherPools() throws {
    let text = """
      Parameters: {Other: {Type: String}}
      Resources:
        P: {Type: AWS::Cognito::UserPool}
        C: {Type: AWS::Cognito::UserPoolClient, Properties: {UserPoolId: !Ref Other}}
      """
    let pool = try read(text)
    #expect(pool.notes.map(\.code) == ["template.unjoined-client"])
    #expect(pool["flows"]?.value == nil)
  }

  @Test(arguments: [("UserPool", ["userSRP"]), ("Others", nil)])
  func `a client of a program refers to its pool as another file holds it`(
    reference: String, flows: [String]?
  ) throws {
    let pool = try read(
      """
      export const userPool = { Type: 'AWS::Cognito::UserPool', Properties: {} }
      export const webClient = {
        Type: 'AWS::Cognito::UserPoolClient',
        Properties: {
          UserPoolId: { Ref: '\(reference)' }, ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
        },
      }
      """)
    #expect(pool["flows"]?.value == flows.map { .set($0) })
    #expect(pool.notes.contains { $0.code == "template.unjoined-client" } == (flows == nil))
  }

  @Test(arguments: [
    ("{Type: AWS::Cognito::UserPool}", ["document.no-client"]),
    // The service would refuse this pool, whatever its clients.
    (
      "{Type: AWS::Cognito::UserPool, Properties: {UserPoolTier: LITE, "
        + "Policies: {PasswordPolicy: {PasswordHistorySize: 3}}}}", ["legality.L19"]
    ),
  ])
  func `a pool without an app client is noted, unless it is refused`(
    pool: String, codes: [String]
  ) throws {
    let text = "Resources:\n  P: \(pool)\n"
    #expect(try read(text).complaints.map(\.code) == codes)
    let client = "  C: {Type: AWS::Cognito::UserPoolClient, Properties: {UserPoolId: !Ref P}}\n"
    #expect(
      try read(text + client).complaints.map(\.code)
        == codes.filter { $0 != "document.no-client" })
  }

  @Test func `a pool file without flows has no missing app client`() throws {
    #expect(try read("pool: p\nconfiguration: { mfa: \"off\" }\n").notes.isEmpty)
  }
}
