import TransitionTables

/// Reads answers of `aws cognito-idp`, with or without the wrapping key that `--query UserPool`
/// removes. One file may hold several answers under their keys.
struct ServiceOutputImporter {
  let document: LocatedDocument
  let parameters: [ParameterDeclaration]

  /// Reads the contribution of each answer in a document.
  func read(_ kind: DocumentKind) -> [ImportedPool] {
    let root = Fact(literally: document.root)
    switch kind {
    case .describedPool: return [pool(root)]
    case .describedClient: return [client(root)]
    case .mfaConfiguration: return [mfaConfiguration(root)]
    case .logDelivery: return [logDelivery(root["LogDeliveryConfiguration"])]
    default:
      var parts: [ImportedPool] = []
      if case .record = root["UserPool"].content { parts.append(pool(root["UserPool"])) }
      if case .record = root["UserPoolClient"].content {
        parts.append(client(root["UserPoolClient"]))
      }
      return parts
    }
  }

  private func pool(_ properties: Fact) -> ImportedPool {
    var importer = UserPoolImporter(
      properties: properties, dialect: .service, document: document, parameters: parameters)
    importer.read()
    var pool = ImportedPool(format: .describeUserPool)
    pool.hasDomain = ["Domain", "CustomDomain"].contains { properties[$0].text?.isEmpty == false }
    importer.checkLink(pool.hasDomain ? .here : .nowhere)
    pool.name = properties["Name"].text
    pool.poolID = properties["Id"]
    pool.setPoolName(properties["Name"])
    pool.settings = importer.settings
    pool.poolPlace = properties.location
    pool.fixed = importer.fixedFacts
    pool.diagnostics = importer.reader.diagnostics
    pool.silence = [
      .pool: "describe-user-pool does not say; give the output of get-user-pool-mfa-config too",
      .client: "describe-user-pool does not say; give the output of describe-user-pool-client too",
    ]
    return pool
  }

  private func client(_ properties: Fact) -> ImportedPool {
    var importer = AppClientImporter(
      properties: properties, dialect: .service, document: document, parameters: parameters)
    importer.read()
    var client = ImportedPool(format: .describeUserPoolClient)
    client.name = properties["ClientName"].text
    client.poolID = properties["UserPoolId"]
    client.clientID = properties["ClientId"]
    client.take(importer)
    client.silence[.pool] =
      "describe-user-pool-client does not say; give the output of describe-user-pool too"
    return client
  }

  private func mfaConfiguration(_ properties: Fact) -> ImportedPool {
    var importer = MFAConfigurationImporter(
      properties: properties, document: document, parameters: parameters)
    importer.read()
    var part = ImportedPool(format: .mfaConfiguration)
    part.settings = importer.settings
    part.fixed = importer.fixedFacts
    part.diagnostics = importer.reader.diagnostics
    part.silence = [
      .pool: "get-user-pool-mfa-config does not say; give the output of describe-user-pool too",
      .client: "get-user-pool-mfa-config does not say;"
        + " give the output of describe-user-pool-client too",
    ]
    return part
  }

  private func logDelivery(_ logs: Fact) -> ImportedPool {
    let nothing = Fact(.record([]), at: logs.location)
    var importer = UserPoolImporter(
      properties: nothing, dialect: .service, document: document, parameters: parameters)
    importer.readLogDelivery(logs["LogConfigurations"])
    var part = ImportedPool(format: .logDelivery)
    part.poolID = logs["UserPoolId"]
    part.fixed = importer.planFacts
    part.diagnostics = importer.reader.diagnostics
    part.silence = [
      .pool: "get-log-delivery-configuration does not say;"
        + " give the output of describe-user-pool too",
      .client: "get-log-delivery-configuration does not say;"
        + " give the output of describe-user-pool-client too",
    ]
    return part
  }
}
