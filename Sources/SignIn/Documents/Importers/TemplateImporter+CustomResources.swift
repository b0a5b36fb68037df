import TransitionTables

/// The effects of custom resources, which run the author's own code, on the pool and its app
/// clients.
extension TemplateImporter {
  /// Warns of custom resources that change the pool or its clients.
  mutating func warnOfCustomResources(of pool: String) {
    let clients = template.resources.filter { resource in
      let owner = resource.properties?["UserPoolId"].map { evaluator.evaluate($0) }
      return resource.type == Self.clientType && owner?.resource == pool
    }
    let all = customResources(changing: Set([pool] + clients.map(\.name)))
    let made = clients.isEmpty ? all.filter(\.isClient) : []
    self.pool.isClientMadeByCode = !made.isEmpty
    if made.count == 1, made[0].admitsProvidersAlone { self.pool.hasOwnUsers = false }
    for custom in all where custom.asksForTOTP == nil {
      let act = custom.makesClient ? "makes an app client" : "changes the pool or an app client"
      complain(
        CustomResource.code, custom.makesClient ? .note : .warning, at: custom.resource.location,
        "\(custom.resource.name) \(act) by code of its own when it is"
          + " deployed (\(custom.means)), and is not read",
        remedy: "give what is deployed: the output of describe-user-pool and of"
          + " describe-user-pool-client")
    }
  }

  private mutating func customResources(changing names: Set<String>) -> [CustomResource] {
    CustomResource.all(in: template, changing: names).filter { isDeployed($0.resource) }
  }

  /// The properties of an app client, with the providers that the only custom resource with
  /// providers gives it, as templates did before CloudFormation could.
  mutating func addingProviders(to properties: Fact, of client: String) -> Fact {
    let name = "SupportedIdentityProviders"
    let given = customResources(changing: [client]).compactMap { $0.resource.properties?[name] }
    guard given.count == 1, var entries = properties.entries,
      !entries.contains(where: { $0.key == name })
    else { return properties }
    var all = properties
    entries.append(
      Fact.Entry(
        key: name, keyLocation: given[0].location, value: evaluator.evaluate(given[0])))
    all.content = .record(entries)
    return all
  }

  /// Applies the effects of custom resources to the pool's properties: Amplify's function makes
  /// TOTP a method; any other code leaves the methods or the triggers open.
  mutating func takeChanges(of pool: String, into importer: inout UserPoolImporter) {
    for custom in customResources(changing: [pool]) {
      if let asked = custom.asksForTOTP {
        let fact = evaluator.evaluate(asked)
        if fact.isTrue { importer.addTOTP(at: fact.location) }
        continue
      }
      let reason = "\(custom.resource.name) sets them by code of its own"
      if custom.setsMethods { importer.set(.mfaMethods, to: .open(reason)) }
      if custom.setsTriggers { importer.openTriggers(named: custom.names, reason) }
    }
  }
}
