import SignIn
import TransitionTables

/// The parameters of the model, as its documents are read for them.
let cognitoParameters: [ParameterDeclaration] = [
  declare("mfa", .choice(["off", "optional", "required"])),
  declare("mfaMethods", .set(["sms", "totp", "email"])),
  declare("usernameAttributes", .set(["email", "phone"])),
  declare("aliasAttributes", .set(["email", "phone", "preferredUsername"])),
  declare("autoVerified", .set(["email", "phone"])),
  declare("requiredAttributes", .set(["email", "phone"])),
  declare(
    "recovery",
    .choice([
      "legacy", "email", "phone", "emailThenPhone", "phoneThenEmail", "adminOnly",
      "shownEmailThenPhone",
    ])),
  declare("passwordHistory", .bool),
  declare("firstFactors", .set(["password", "emailOTP", "smsOTP", "webAuthn"])),
  declare("selfSignUp", .bool),
  declare("tier", .choice(["lite", "essentials", "plus"])),
  declare("smsConfigured", .bool),
  declare("emailSender", .choice(["cognitoDefault", "ses"])),
  declare("devices", .choice(["off", "onPrompt", "always"])),
  declare("challengeOnNewDevice", .bool),
  declare("verifyBeforeUpdate", .set(["email", "phone"])),
  declare("caseSensitive", .bool),
  declare(
    "triggers",
    .set([
      "preSignUp", "customMessage", "postConfirmation", "preAuthentication", "postAuthentication",
      "defineAuthChallenge", "createAuthChallenge", "verifyAuthChallengeResponse",
      "preTokenGeneration", "userMigration", "customSMSSender", "customEmailSender",
    ])),
  declare("threatProtection", .choice(["off", "audit", "enforced"])),
  declare(
    "flows",
    .set(["userSRP", "userPassword", "adminUserPassword", "custom", "userAuth", "refresh"])),
  declare("clientSecret", .bool),
  declare("existenceErrors", .choice(["legacy", "prevent"])),
  declare("webAuthnFactor", .choice(["single", "multi"])),
  declare("userVerification", .choice(["preferred", "required"])),
]

private func declare(_ name: String, _ kind: ParameterDeclaration.Kind) -> ParameterDeclaration {
  ParameterDeclaration(name: name, kind: kind)
}

/// Reads one document named `pool.yaml`.
func read(
  _ text: String, pool: String? = nil, client: String? = nil,
  parameters: [ParameterDeclaration] = cognitoParameters, given: [String: String] = [:]
) throws(DiagnosticList) -> PoolDocument {
  try PoolReader(
    parameters: parameters, poolName: pool, clientName: client, templateParameters: given
  ).read([("pool.yaml", Array(text.utf8))])
}

/// Reads several documents of one pool under the given names.
func read(_ texts: [(String, String)]) throws(DiagnosticList) -> PoolDocument {
  try PoolReader(parameters: cognitoParameters).read(
    texts.map { (file: $0.0, bytes: Array($0.1.utf8)) })
}

/// Reads several documents of one pool in each order of two, and gives the one result.
func readInAnyOrder(_ texts: [(String, String)]) throws(DiagnosticList) -> PoolDocument {
  let pool = try read(texts)
  let other = try read(texts.reversed())
  precondition(pool.lines == other.lines && pool.notes == other.notes && pool.name == other.name)
  precondition(pool.fixed == other.fixed && pool.format == other.format)
  return pool
}

/// The complaints about a document that is refused; empty where it is not.
func faults(
  _ text: String, pool: String? = nil, client: String? = nil,
  parameters: [ParameterDeclaration] = cognitoParameters, given: [String: String] = [:]
) -> [Diagnostic] {
  do throws(DiagnosticList) {
    _ = try read(text, pool: pool, client: client, parameters: parameters, given: given)
    return []
  } catch {
    return error.diagnostics
  }
}

/// The codes of the complaints about a document that is refused.
func codes(_ text: String, pool: String? = nil, client: String? = nil) -> [String] {
  faults(text, pool: pool, client: client).map(\.code)
}

extension PoolDocument {
  /// The notes without the one about settings that no row reads.
  var complaints: [Diagnostic] { notes.filter { $0.code != "document.not-modelled" } }

  /// The values in one line each: `mfa = optional`, `recovery = open`.
  var lines: [String] {
    settings.map { "\($0.parameter) = \($0.setting.value.map(\.description) ?? "open")" }
  }

  /// The settings that no service default decided, in one line each.
  var statedLines: [String] {
    settings.compactMap { entry in
      guard case .document = entry.setting.origin else { return nil }
      return "\(entry.parameter) = \(entry.setting.value.map(\.description) ?? "open")"
    }
  }
}

/// A template with one pool `P` and one client `C`; the arguments are lines of properties, and
/// whole sections before the resources.
func template(pool: String = "", client: String = "", sections: String = "") -> String {
  func indented(_ text: String) -> [String] {
    text.split(separator: "\n").map { "      \($0)" }
  }
  let lines =
    [#"AWSTemplateFormatVersion: "2010-09-09""#] + [sections].filter { !$0.isEmpty }
    + ["Resources:", "  P:", "    Type: AWS::Cognito::UserPool", "    Properties:"]
    + ["      UserPoolName: shop"] + indented(pool)
    + ["  C:", "    Type: AWS::Cognito::UserPoolClient", "    Properties:"]
    + ["      UserPoolId: !Ref P"] + indented(client)
  return lines.joined(separator: "\n") + "\n"
}
