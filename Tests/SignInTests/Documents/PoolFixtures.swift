import SignIn
import TransitionTables

/// All parameters of the model.
let tableParameters = (try? BundledTable.signIn())?.parameterDeclarations ?? []

/// What calls that change settings reset.
let tableUpdates = (try? BundledTable.signIn())?.updates ?? []

/// Parameters of the model, as documents are read for them, and one that no row reads.
let cognitoParameters: [ParameterDeclaration] = [
  "mfa", "mfaMethods", "usernameAttributes", "aliasAttributes", "autoVerified",
  "requiredAttributes", "recovery", "passwordHistory", "firstFactors", "selfSignUp", "tier",
  "smsConfigured", "emailSender", "devices", "challengeOnNewDevice", "verifyBeforeUpdate",
  "caseSensitive", "triggers", "threatProtection", "flows", "clientSecret", "existenceErrors",
  "webAuthnFactor", "userVerification",
].map { name in
  tableParameters.first { $0.name == name } ?? ParameterDeclaration(name: name, kind: .bool)
}

/// Reads one document named `pool.yaml`.
func read(
  _ text: String, pool: String? = nil, client: String? = nil,
  parameters: [ParameterDeclaration] = cognitoParameters, given: [String: String] = [:]
) throws(DiagnosticList) -> PoolDocument {
  var reader = PoolReader(
    parameters: parameters, poolName: pool, clientName: client, templateParameters: given)
  reader.updates = tableUpdates
  return try reader.read([("pool.yaml", Array(text.utf8))])
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
