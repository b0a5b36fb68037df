import SignIn
import Testing
import TransitionTables

/// `defineAuth({ … })` of Amplify Gen2.
@Suite struct DefineAuthTests {
  private func definition(_ body: String) -> String {
    "import { defineAuth } from '@aws-amplify/backend'\n\n"
      + "export const auth = defineAuth({\n\(body)\n})\n"
  }

  @Test func givesTheDefaultsOfDefineAuth() throws {
    let pool = try read(definition("  loginWith: { email: true },"))
    #expect(pool.format == .amplifyDefinition)
    #expect(pool.openParameters.isEmpty)
    #expect(
      pool.lines == [
        "mfa = off", "mfaMethods = []", "usernameAttributes = [email]", "aliasAttributes = []",
        "autoVerified = [email]", "requiredAttributes = [email]", "recovery = email",
        "passwordHistory = false", "firstFactors = [password]", "selfSignUp = true",
        "tier = essentials",
        "smsConfigured = false", "emailSender = cognitoDefault", "devices = off",
        "challengeOnNewDevice = false", "verifyBeforeUpdate = [email]", "caseSensitive = false",
        "triggers = []", "threatProtection = off", "flows = [custom, refresh, userSRP]",
        "clientSecret = false", "existenceErrors = prevent",
        "webAuthnFactor = single",
        "userVerification = preferred",
      ])
    #expect(
      pool["recovery"]?.origin == .frameworkDefault("accountRecovery absent: EMAIL_ONLY"))
    #expect(pool.notes.map(\.code) == ["amplify.may-be-overridden"])
  }

  @Test func `how users log in is where recovery is decided that nobody names`() throws {
    let pool = try read(definition("  name: 'shop',\n  loginWith: { phone: true },"))
    #expect(pool["recovery"]?.value == .choice("phone"))
    #expect(pool.defaultPlaces["recovery"]?.line == 5)
  }

  @Test("what a condition spreads hangs on it, and the rest is read")
  func readsConditionalSpreads() throws {
    let provider = ParameterDeclaration(name: "externalProvider", kind: .bool)
    let spreads = [
      "...(isOpen ? {} : { externalProviders: { google: { clientId: id } } })",
      "...(has(a, b) ? { externalProviders: {} } : other?.saml ? { externalProviders: {} } : {})",
      "...(isOpen && { externalProviders: { callbackUrls: [] } })",
    ]
    for spread in spreads {
      let pool = try read(
        definition("  loginWith: { email: true, \(spread) },"),
        parameters: cognitoParameters + [provider])
      #expect(pool["usernameAttributes"]?.value == .set(["email"]))
      #expect(pool["externalProvider"] == .open("a condition of the program decides"))
    }
  }

  @Test(
    "what a condition decides of factors, senders and attributes is refused",
    arguments: [
      "...(isBeta ? { multifactor: { mode: 'OPTIONAL', totp: true } } : {})",
      "senders: { ...(isBeta ? { email: sendMail } : {}) }",
      "...(isBeta ? { senders: { email: { handler: sendMail } } } : {})",
      "userAttributes: { ...(isBeta && { phoneNumber: { required: true } }) }",
      "...(isBeta ? base : {})",
    ])
  func refusesConditions(entry: String) throws {
    let codes = codes(definition("  loginWith: { email: true }, \(entry)"))
    #expect(codes.filter { $0 != "amplify.may-be-overridden" } == ["amplify.computed"])
  }

  @Test(
    "what a condition decides of the senders' settings stays open",
    arguments: [
      "senders: { ...(isBeta ? { email: { fromEmail: 'a@b.c' } } : {}) }",
      "...(address ? { senders: { email: { fromEmail: address, fromName: name } } } : {})",
    ])
  func leavesConditionalSendersOpen(entry: String) throws {
    let pool = try read(definition("  loginWith: { email: true }, \(entry)"))
    #expect(pool["emailSender"] == .open("a condition of the program decides"))
    #expect(pool["triggers"]?.value == .set([]))
    #expect(pool.notes.map(\.code).sorted() == ["amplify.may-be-overridden", "template.left-open"])
  }

  @Test(
    "which triggers there are stays open where a condition decides it",
    arguments: [
      "triggers: { ...(isBeta && { preSignUp }) }",
      "...(migrates() ? { triggers: { userMigration } } : {})",
    ])
  func leavesConditionalTriggersOpen(entry: String) throws {
    let pool = try read(definition("  loginWith: { email: true }, \(entry)"))
    #expect(pool["triggers"] == .open("a condition of the program decides"))
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
    #expect(
      pool.notes.map(\.code).sorted() == ["amplify.may-be-overridden", "template.left-open"])
  }

  @Test("a custom attribute of a computed name is noted, and any other entry of one refused")
  func readsComputedNames() throws {
    func attributes(_ entry: String) -> String {
      definition("  loginWith: { email: true },\n  userAttributes: { \(entry) },")
    }
    let pool = try read(attributes("[NAMES.TENANT]: { dataType: 'String', mutable: true }"))
    #expect(pool["requiredAttributes"]?.value == .set(["email"]))
    #expect(
      pool.notes.map(\.code) == ["amplify.may-be-overridden", "amplify.computed-attribute"])
    #expect(codes(attributes("[NAMES.PHONE]: { required: true }")).contains("amplify.computed"))
  }

  @Test func `what people call MFA is answered by the property that defineAuth has`() throws {
    let pool = try read(
      definition("  loginWith: { email: true },\n  mfa: { mode: 'OPTIONAL', totp: true },"))
    let warning = try #require(pool.notes.first { $0.code == "document.unknown-property" })
    #expect(warning.remedy == "did you mean `multifactor`?")
  }

  /// Otherwise the attribute that MFA needs is taken to be required, and is not.
  @Test func `an attribute that defineAuth does not know is reported`() throws {
    let pool = try read(
      definition(
        """
          loginWith: { email: true },
          userAttributes: {
            phone_number: { required: true }, custom: { tier: 'String' },
            "custom:plan": { dataType: 'String' }, givenName: { required: true },
          },
        """))
    #expect(
      pool.notes.filter { $0.severity == .warning }.map { "\($0.location.line) \($0.message)" } == [
        "6 userAttributes has no property `phone_number`; it is not read, and a deployment fails "
          + "at it",
        "6 userAttributes has no property `custom`; it is not read, and a deployment fails at it",
      ])
    #expect(pool.notes.contains { $0.remedy == "did you mean `phoneNumber`?" })
  }

  @Test func readsEverythingThatIsWrittenOut() throws {
    let pool = try read(
      definition(
        """
          name: "shop", // the name
          loginWith: {
            email: { otpLogin: true, verificationEmailBody: (code) => `It is ${code()}, "so"` },
            phone: true,
            webAuthn: { relyingPartyId: 'example.com', userVerification: 'required' },
            externalProviders: { google: { clientId: secret('ID') }, callbackUrls: ['x'] },
          },
          multifactor: { mode: 'OPTIONAL', sms: true, totp: true, email: false } as const,
          userAttributes: { phoneNumber: { mutable: true }, "custom:tenant": { dataType: "String" } },
          accountRecovery: 'PHONE_AND_EMAIL',
          triggers: { preSignUp, postConfirmation: confirmed },
          senders: { email: { fromEmail: 'a@example.com' }, sms: sender },
          groups: ['ADMINS'], access: (allow) => [allow.resource(f).to(['addUserToGroup'])],
        """))
    #expect(pool.name == "shop")
    #expect(
      pool.statedLines == [
        "mfa = optional", "mfaMethods = [sms, totp]", "usernameAttributes = [email, phone]",
        "requiredAttributes = [email]", "recovery = legacy",
        "firstFactors = [emailOTP, password, webAuthn]", "emailSender = ses",
        "triggers = [customSMSSender, postConfirmation, preSignUp]", "userVerification = required",
      ])
    #expect(pool["flows"]?.value == .set(["custom", "refresh", "userAuth", "userSRP"]))
    #expect(pool["smsConfigured"]?.value == .bool(true))
    #expect(
      pool["mfa"]?.origin == .document(SourceLocation(file: "pool.yaml", line: 11, column: 24)))
  }

  @Test(arguments: [
    ("sms: { handler: sendSMS }", ["customSMSSender"], "cognitoDefault"),
    ("email: { handler: send, kmsKeyArn: 'k' }", ["customEmailSender"], "cognitoDefault"),
    ("email: { fromEmail: 'a@b.c' }, sms: { handler: s }", ["customSMSSender"], "ses"),
    ("sms: { snsRegion: 'us-east-1' }", [], "cognitoDefault"),
  ])
  func `a function with a handler sends in the service's place`(
    senders: String, triggers: [String], email: String
  ) throws {
    let pool = try read(definition("loginWith: { phone: true }, senders: { \(senders) }"))
    #expect(pool["triggers"]?.value == .set(triggers))
    #expect(pool["emailSender"]?.value == .choice(email))
    #expect(pool["smsConfigured"]?.value == .bool(true))
  }

  @Test func recoversByPhoneWherePeopleSignInByPhoneAlone() throws {
    let pool = try read(definition("loginWith: { phone: {} }"))
    #expect(pool["recovery"]?.value == .choice("phone"))
    #expect(pool["requiredAttributes"]?.value == .set(["phone"]))
    #expect(pool["smsConfigured"]?.value == .bool(true))
  }

  @Test func warnsThatAModeInLowerCaseMeansOff() throws {
    let pool = try read(
      definition("  loginWith: { email: true },\n  multifactor: { mode: 'required', totp: true },"))
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect(pool["mfaMethods"]?.value == .set([]))
    #expect(
      pool.notes.filter { $0.severity == .warning }.map(\.rendered) == [
        """
        pool.yaml:5:24: warning: defineAuth ignores the mode `required` without a word: MFA is off \
        [amplify.mode-ignored]
            multifactor: { mode: 'required', totp: true },
                                 ^
          → write `mode: 'REQUIRED'`

        """
      ])
  }

  @Test func `a definition in a constant of the file is read, one that the program changes is not`()
    throws
  {
    let program = { (change: String) in
      """
      import { defineAuth } from '@aws-amplify/backend'
      export const settings = {
        loginWith: { email: true as const },
        multifactor: { mode: 'REQUIRED', totp: true },
      }
      \(change)
      export const auth = defineAuth(settings)
      """
    }
    let pool = try read(program(""))
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
    #expect(pool["mfa"]?.value == .choice("required"))
    #expect(codes(program("settings.multifactor = chosen()")) == ["amplify.computed"])
  }

  @Test func warnsOfAMissingMode() throws {
    let pool = try read(definition("loginWith: { email: true }, multifactor: { totp: true }"))
    #expect(pool["mfa"]?.value == .choice("off"))
    #expect(pool.notes.filter { $0.severity == .warning }.map(\.code) == ["amplify.no-mode"])
  }

  @Test(arguments: [
    ("loginWith: {}", "amplify.no-login"),
    ("loginWith: { email: false }", "amplify.no-login"),
    ("loginWith: logins", "amplify.computed"),
    ("loginWith: { ...logins }", "amplify.computed"),
    ("...base, loginWith: { email: true }", "amplify.computed"),
    ("loginWith: { email: isBeta }", "amplify.computed"),
    ("loginWith: { email: true }, multifactor: { mode, totp: true }", "amplify.computed"),
    (
      "loginWith: { email: true }, multifactor: { mode: 'OPTIONAL', totp: a || b }",
      "amplify.computed"
    ),
    ("loginWith: { email: true }, accountRecovery: `${x}`", "amplify.computed"),
    ("loginWith: { email: true }, accountRecovery: 'EMAIL'", "document.unknown-value"),
    (
      "loginWith: { phone: true }, multifactor: { mode: 'OPTIONAL', totp: true }",
      "amplify.phone-without-sms"
    ),
    (
      "loginWith: { email: true }, passwordlessOptions: { preferredChallenge: 'EMAIL_OTP' }",
      "amplify.preferred-challenge"
    ),
    ("loginWith: { email: true }, senders: { sms: { externalId: 'x' } }", "amplify.sms-sender"),
  ])
  func refuses(body: String, code: String) {
    let found = faults(definition(body)).filter { $0.severity == .error }
    #expect(found.map(\.code) == [code])
    #expect(found.map(\.location.line) == [4])
    #expect(found.allSatisfy { !$0.remedy.isEmpty })
  }

  @Test func showsWhatIsComputed() {
    let text = definition("  loginWith: { email: process.env.LOGIN === 'email' },")
    #expect(
      faults(text).filter { $0.severity == .error }.map(\.message) == [
        "loginWith.email cannot be read: it is computed: `process.env.LOGIN === 'email'`"
      ])
  }

  @Test func findsTheCallAndNotItsMentions() throws {
    let pool = try read(
      """
      import { defineAuth } from '@aws-amplify/backend'
      // defineAuth({ loginWith: {} })
      const note = 'defineAuth({})'
      /* defineAuth() */
      export const auth = defineAuth({ loginWith: { email: true } })
      """)
    #expect(pool["usernameAttributes"]?.value == .set(["email"]))
  }

  @Test(arguments: [
    "import { defineAuth } from '@aws-amplify/backend'\n",
    "import { defineAuth } from '@aws-amplify/backend'\nexport { defineAuth }\n",
  ])
  func refusesAProgramThatCallsNothing(text: String) {
    #expect(codes(text) == ["amplify.no-definition"])
  }

  @Test func refusesAnArgumentThatIsNoLiteral() {
    #expect(
      codes("import { defineAuth } from 'x'\nexport const a = defineAuth(props)\n")
        == ["amplify.computed"])
  }
}
