import TransitionTables

/// Reads the requests that create a pool or an app client: the input of `create-user-pool` and
/// `create-user-pool-client`, as JSON (`--cli-input-json`) or as the options of a call.
///
/// A setting that the request leaves out has the service's default, as in a template. These calls
/// do not cover TOTP, e-mail codes and passkeys; `set-user-pool-mfa-config` switches them on.
struct ServiceRequest {
  let input: Fact
  let document: LocatedDocument
  let parameters: [ParameterDeclaration]

  init(_ input: Fact, document: LocatedDocument, parameters: [ParameterDeclaration]) {
    self.input = input.withoutBlanks
    self.parameters = parameters
    self.document = document
  }

  /// Reads the contribution of the request.
  /// - Parameter isClient: whether the request creates an app client rather than a pool.
  func read(isClient: Bool) -> ImportedPool { isClient ? client() : pool() }

  private func pool() -> ImportedPool {
    var part = ImportedPool(format: .request)
    var properties = input
    properties.content = .record(
      (input.entries ?? []).filter { !["UserPoolId", Self.methods].contains($0.key) }.map { entry in
        var entry = entry
        if entry.key == "PoolName" { entry.key = "UserPoolName" }
        return entry
      })
    var importer = UserPoolImporter(
      properties: properties, dialect: .template, document: document, parameters: parameters)
    importer.read()
    importer.checkLink(.perhapsElsewhere, declaration: UserPoolImporter.domainByCall)
    part.name = input["PoolName"].text
    part.setPoolName(input["PoolName"])
    part.settings = importer.settings
    part.poolPlace = properties.location
    part.fixed = importer.fixedFacts
    part.diagnostics = importer.reader.diagnostics + complaints
    part.silence = [
      .client: "the input of create-user-pool does not say; give that of create-user-pool-client"
    ]
    return part
  }

  /// The property in which a template lists the methods of MFA, and for which the call has no
  /// option.
  private static let methods = "EnabledMfas"

  /// The warnings about properties that CloudFormation has and the call does not.
  private var complaints: [Diagnostic] {
    (input.entries ?? []).filter { $0.key == Self.methods }.map { entry in
      document.diagnostic(
        "document.unknown-property", .warning, at: entry.keyLocation,
        "create-user-pool takes no `\(entry.key)`; it is not read, and the call fails at it",
        remedy: "leave it out: `aws cognito-idp set-user-pool-mfa-config` switches methods on")
    }
  }

  private func client() -> ImportedPool {
    var part = ImportedPool(format: .clientRequest)
    part.makesClient = true
    var importer = AppClientImporter(
      properties: input, dialect: .template, document: document, parameters: parameters)
    importer.read()
    part.name = input["ClientName"].text
    part.take(importer)
    part.silence[.pool] =
      "the input of create-user-pool-client does not say; give that of create-user-pool"
    return part
  }
}
