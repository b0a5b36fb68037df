import TransitionTables

/// Chooses and reads a user pool and its app client among Terraform's resources.
struct TerraformImporter {
  let document: LocatedDocument
  let reader: PoolReader
  let resources: [TerraformResource]
  private(set) var pool: ImportedPool
  /// The names of the pools that exist, alone, with the module, and with module and key.
  private let placesOfPools: Set<[String]>
  private let isOnlyPool: Bool
  /// The pools that resources may refer to but that do not exist, by their names.
  private let poolsLeftOut: [String: PoolLeftOut]

  init(
    document: LocatedDocument, format: PoolDocument.Format, resources: [TerraformResource],
    reader: PoolReader, leavingOut poolsLeftOut: [String: PoolLeftOut] = [:]
  ) {
    self.document = document
    self.poolsLeftOut = poolsLeftOut
    self.reader = reader
    self.resources = resources
    let pools = resources.filter { $0.type == TerraformNames.pool }
    placesOfPools = Set(
      pools.flatMap { pool in
        let near = [pool.name, pool.module]
        return pool.key.isEmpty ? [[pool.name], near] : [[pool.name], near, near + [pool.key]]
      })
    isOnlyPool = pools.count == 1
    pool = ImportedPool(format: format)
  }

  /// For other languages with Terraform's arguments, a remedy that gives a pool a domain.
  private static let domains: [PoolDocument.Format: String] = [
    .pulumi: "declare a UserPoolDomain of the pool", .sst: "give the component a domain",
    .kubernetes: "declare a UserPoolDomain of the pool",
  ]

  private var place: SourceLocation { document.root.location }

  /// Reads the pool and its app client.
  mutating func read() {
    pool.silence = [.client: "the \(pool.format.rawValue) has no app client of this pool"]
    guard let chosen = choosePool() else { return }
    if let place = Self.placeOfImport(chosen) {
      complain(
        "template.no-pool", at: place,
        "Terraform ignores all changes of \(chosen.name), and no settings stand here:"
          + " they are made elsewhere",
        remedy: "give what is deployed: `terraform show -json`, or describe-user-pool")
      return
    }
    let required = readPool(chosen)
    if let client = chooseClient(of: chosen) { readClient(client, required: required) }
  }

  /// The place where a resource shows that it imports an existing pool; nil where it states more
  /// than its name.
  private static func placeOfImport(_ resource: TerraformResource) -> SourceLocation? {
    let silent = TerraformNames.metaArguments.union(["name", "id"])
    guard (resource.arguments.entries ?? []).allSatisfy({ silent.contains($0.key) })
    else { return nil }
    return ignored(of: resource).first { $0.text == "all" }?.location
  }

  /// The names under a resource's `ignore_changes`, which may be `all`.
  private static func ignored(of resource: TerraformResource) -> [Fact] {
    let lifecycle = resource.arguments["lifecycle"]
    let blocks = if case .list(let blocks) = lifecycle.content { blocks } else { [lifecycle] }
    return blocks.map { $0["ignore_changes"] }.flatMap { fact in
      if case .list(let names) = fact.content { names } else { [fact] }
    }.filter { $0.text != nil }
  }

  /// Leaves open the arguments whose changes Terraform ignores and that the resource does not
  /// state, since they are set elsewhere. A note covers the stated ones, except for the attributes
  /// of a pool, which the service does not change either.
  private mutating func ignoredLeftOpen(
    _ written: TerraformResource, known: Set<String>
  ) -> TerraformResource {
    let ignored = Self.ignored(of: written)
    let all = ignored.first { $0.text == "all" }
    guard pool.format == .terraformConfiguration, var entries = written.arguments.entries,
      let first = all ?? ignored.first
    else { return written }
    let stated = Set(entries.map(\.key))
    let names = known.intersection(all == nil ? ignored.compactMap(\.text) : Array(known))
    let reason = "Terraform ignores changes of it, and it is set elsewhere, if at all"
    // If single arguments are named, Terraform created the pool; with `all`, it may be imported.
    let settled = all == nil ? Self.given.union(Self.fixed) : Self.given
    for name in names.subtracting(stated).subtracting(settled).sorted() {
      let value = Fact(.uncertain(reason), at: first.location)
      entries.append(Fact.Entry(key: name, keyLocation: first.location, value: value))
    }
    let kept = names.intersection(stated).subtracting(Self.given.union(["schema"])).sorted()
    if all != nil || !kept.isEmpty {
      complain(
        "terraform.ignored-changes", .note, at: first.location,
        "Terraform ignores \(all == nil ? "changes of \(kept.list)" : "all changes") of"
          + " \(written.name): what is deployed may differ from what stands here",
        remedy: "give what is deployed: `terraform show -json`, or describe-user-pool and"
          + " describe-user-pool-client")
    }
    var resource = written
    resource.arguments.content = .record(entries)
    return resource
  }

  /// Arguments that Terraform always creates a resource with.
  private static let given: Set<String> = ["name", "user_pool_id"]

  /// Arguments that cannot change after the pool is created. A schema may get further attributes,
  /// none of them required.
  private static let fixed: Set<String> = [
    "alias_attributes", "schema", "username_attributes", "username_configuration",
  ]

  /// Reads the pool, and returns the names of the attributes that it requires.
  private mutating func readPool(_ written: TerraformResource) -> [String] {
    warnOfUnknown(in: written, known: TerraformNames.poolArguments, of: "a user pool")
    let known = TerraformNames.poolArguments
    let resource = ignoredLeftOpen(misspeltLeftOpen(written, known: known), known: known)
    pool.name = resource.arguments["name"].text ?? resource.name
    pool.setPoolName(resource.arguments["name"])
    if resource.arguments["id"].text != nil { pool.poolID = resource.arguments["id"] }
    var importer = UserPoolImporter(
      properties: TerraformTranslation.pool(
        resource.arguments, isWritten: pool.format == .terraformConfiguration,
        parameters: reader.parameters),
      dialect: .terraform, document: document, parameters: reader.parameters,
      isState: pool.format == .terraformState)
    importer.read()
    for logs in resources where logs.type == TerraformNames.logs && belongs(logs, to: resource) {
      importer.readLogDelivery(TerraformTranslation.logDelivery(logs.arguments))
    }
    let providers = resources.filter {
      $0.type == TerraformNames.provider && belongs($0, to: resource)
    }
    pool.hasProvider = !providers.isEmpty
    importer.checkMappings(
      providers.map { ($0.arguments["attribute_mapping"], $0.arguments["provider_name"]) })
    importer.reader.checkProviders(ofTypes: providers.map { $0.arguments["provider_type"] })
    pool.hasDomain = resources.contains {
      $0.type == TerraformNames.domain && ($0.namesNoPool || belongs($0, to: resource))
    }
    importer.checkLink(
      pool.hasDomain ? .here : .perhapsElsewhere, declaration: Self.domains[pool.format])
    pool.settings.merge(importer.settings) { $1 }
    pool.poolPlace = importer.properties.location
    pool.diagnostics += importer.reader.diagnostics
    pool.fixed = importer.fixedFacts
    return importer.requiredNames
  }

  private mutating func readClient(_ written: TerraformResource, required: [String]) {
    warnOfUnknown(in: written, known: TerraformNames.clientArguments, of: "an app client")
    let known = TerraformNames.clientArguments
    let resource = ignoredLeftOpen(misspeltLeftOpen(written, known: known), known: known)
    if resource.arguments["id"].text != nil { pool.clientID = resource.arguments["id"] }
    pool.clientNames = resource.names
    var importer = AppClientImporter(
      properties: TerraformTranslation.client(
        resource.arguments, isWritten: pool.format == .terraformConfiguration),
      dialect: .terraform, document: document, parameters: reader.parameters)
    importer.read(required: required)
    pool.take(importer)
  }

  /// Warns of unknown arguments, in documents that people write; states and plans were checked by
  /// the provider.
  private mutating func warnOfUnknown(
    in resource: TerraformResource, known: Set<String>, of owner: String
  ) {
    guard [.terraformConfiguration, .pulumi, .kubernetes].contains(pool.format) else { return }
    let names = known.union(TerraformNames.metaArguments)
    let candidates = known.sorted()
    for entry in resource.arguments.entries ?? [] where !names.contains(entry.key) {
      // A null argument counts as absent; Terraform's own generated configurations have these.
      if case .absent = entry.value.content { continue }
      if ["count", "for_each"].contains(entry.key) {
        complain(ofMultiplier: entry, of: resource)
        continue
      }
      complain(
        "document.unknown-property", .warning, at: entry.keyLocation,
        "\(owner) has no argument `\(entry.key.prefix(40))`; it is not read, and"
          + " a deployment fails at it",
        remedy: candidates.nearest(to: entry.key).map { "did you mean `\($0)`?" }
          ?? "remove it, or correct its name")
    }
  }

  /// The resource, with the arguments left open that a misspelt one may stand for, so that no
  /// verdict rests on a default. The warning says what to write.
  private func misspeltLeftOpen(
    _ written: TerraformResource, known: Set<String>
  ) -> TerraformResource {
    guard pool.format == .terraformConfiguration, var entries = written.arguments.entries else {
      return written
    }
    var resource = written
    for entry in entries where !known.contains(entry.key) {
      if case .absent = entry.value.content { continue }
      guard let meant = known.sorted().nearest(to: entry.key), Self.lists.contains(meant),
        !entries.contains(where: { $0.key == meant })
      else { continue }
      let reason = "`\(entry.key.prefix(40))` is not read, and may be `\(meant)`"
      let value = Fact(.opaque(reason), at: entry.value.location)
      entries.append(Fact.Entry(key: meant, keyLocation: entry.keyLocation, value: value))
    }
    resource.arguments.content = .record(entries)
    return resource
  }

  /// List arguments for which the service has a default.
  private static let lists: Set<String> = [
    "alias_attributes", "auto_verified_attributes", "explicit_auth_flows", "username_attributes",
  ]

  /// Notes that `count` or `for_each` decides the number of resources, of which one is read.
  private mutating func complain(ofMultiplier entry: Fact.Entry, of resource: TerraformResource) {
    let isAtMostOne = entry.key == "count" && Self.isAtMostOne(entry.value)
    let kind = resource.type == TerraformNames.client ? "app clients" : "pools"
    let address = resource.declaration ?? resource.address
    complain(
      isAtMostOne ? "terraform.conditional-resource" : "terraform.computed-resource", .note,
      at: entry.keyLocation,
      isAtMostOne
        ? "whether there is \(address) is decided at deployment; it is read as if it is"
          + " there"
        : "there are as many \(kind) \(address) as `\(entry.key)` says; one is read, and"
          + " what they differ in stays open",
      remedy: Self.remedy)
  }

  /// Whether a count is at most one: 1, or a choice between 1 and 0.
  private static func isAtMostOne(_ count: Fact) -> Bool {
    switch count.content {
    case .text(let text, _): return text == "1"
    case .uncertain: return true
    default: return false
    }
  }

  /// The remedy where the text alone does not decide the settings.
  static let remedy =
    "give what is planned: `terraform plan -out=plan && terraform show -json plan`,"
    + " or what is deployed: `terraform show -json`"

  // MARK: Which pool, which client

  private mutating func choosePool() -> TerraformResource? {
    let pools = resources.filter { $0.type == TerraformNames.pool }
    if pools.isEmpty, !poolsLeftOut.isEmpty {
      for left in poolsLeftOut.values.sorted(by: { $0.place < $1.place }) {
        complain(
          "template.pool-switched-off", at: left.place, left.message,
          remedy: left.remedy(among: reader.otherVariableFiles))
        pool.diagnostics[pool.diagnostics.count - 1].related = left.pool
      }
      return nil
    }
    guard !pools.isEmpty else {
      let client = resources.first { $0.type == TerraformNames.client }
      complain(
        "template.no-pool", at: client?.arguments.location ?? place,
        client == nil
          ? "the \(pool.format.rawValue) has no resource \(TerraformNames.pool)"
          : "the \(pool.format.rawValue) has an app client but not its user pool",
        remedy: PoolReader.onlyPoolID(in: document.lines).map(UnsupportedFormat.deployed)
          ?? (pool.format == .terraformConfiguration
            ? Self.remedy : "give the document of the stack that has the user pool"))
      return nil
    }
    if let name = reader.poolName {
      if let chosen = pools.first(where: { $0.isCalled(name) }) { return chosen }
      let names = pools.map(\.name)
      complain(
        "template.unknown-pool", at: place, "there is no pool `\(name)`",
        remedy: names.nearest(to: name).map { "did you mean `\($0)`?" } ?? "name \(names.list)")
      return nil
    }
    guard pools.count == 1 else {
      pool.alternatives = pools.map(\.address)
      let short = pools[0].nameWithKey
      let isShortEnough = pools.count { $0.nameWithKey == short } == 1
      complain(
        "template.several-pools", at: pools[1].arguments.location,
        "there are \(pools.count) pools: \(pools.map(\.address).enumerated)",
        remedy: "choose one of them: `--pool \(isShortEnough ? short : pools[0].address)`")
      return nil
    }
    return pools[0]
  }

  private mutating func chooseClient(of chosen: TerraformResource) -> TerraformResource? {
    let joined = resources.filter { $0.type == TerraformNames.client && belongs($0, to: chosen) }
    if let name = reader.clientName {
      if let client = joined.first(where: { $0.isCalled(name) }) { return client }
      let names = joined.map(\.nameWithKey)
      complain(
        "template.unknown-client", at: place,
        "the pool \(chosen.name) has no app client `\(name)`",
        remedy: names.nearest(to: name).map { "did you mean `\($0)`?" } ?? "name \(names.list)")
      return nil
    }
    if !reader.clientNames.isEmpty {
      return reader.clientNames.lazy.compactMap { name in joined.first { $0.isCalled(name) } }.first
    }
    let (clients, first, isOfSeveral) = AppClientImporter.inOrder(joined) {
      $0.arguments["allowed_oauth_flows"]
    }
    pool.hasOtherClients = isOfSeveral
    if clients.count > 1 {
      complain(
        "template.several-clients", .note, at: clients[0].arguments.location,
        "\(clients[0].nameWithKey) is taken, \(first) the pool's \(clients.count) app clients",
        remedy: "give `--client NAME` for \(clients.dropFirst().map(\.nameWithKey).list)")
      var other = self
      pool.hasLikeClients = ImportedPool.areLike(clients) { client in
        other.pool = ImportedPool(format: other.pool.format)
        other.readClient(client, required: [])
        return other.pool
      }
    }
    return clients.first
  }

  /// Whether a client belongs to a pool: by id, by reference, or because there is no other pool.
  private func belongs(_ client: TerraformResource, to chosen: TerraformResource) -> Bool {
    if let id = chosen.arguments["id"].text, let owner = client.arguments["user_pool_id"].text {
      return owner == id
    }
    if let name = client.referredPool ?? client.arguments["user_pool_id"].resource {
      // A choice between two pools also names the one that does not exist.
      if !placesOfPools.contains([name]), poolsLeftOut[name] != nil { return isOnlyPool }
      let near = [name, client.module]
      guard chosen.name == name else { return false }
      if placesOfPools.contains(near + [client.key]) {
        return chosen.module == client.module && chosen.key == client.key
      }
      return !placesOfPools.contains(near) || chosen.module == client.module
    }
    return isOnlyPool
  }

  mutating func complain(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String
  ) {
    pool.diagnostics.append(
      document.diagnostic(code, severity, at: location, message, remedy: remedy))
  }
}
