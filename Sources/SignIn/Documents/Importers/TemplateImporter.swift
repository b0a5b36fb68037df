import TransitionTables

/// Finds and reads a template's user pool and its app client.
struct TemplateImporter {
  static let poolType = "AWS::Cognito::UserPool"
  static let clientType = "AWS::Cognito::UserPoolClient"
  static let logsType = "AWS::Cognito::LogDeliveryConfiguration"
  static let domainType = "AWS::Cognito::UserPoolDomain"
  static let providerType = "AWS::Cognito::UserPoolIdentityProvider"
  /// The types of resources that may stand in another template than their pool.
  static let typesOfBelongings = [clientType, domainType, providerType]

  let template: Template
  let poolName: String?
  let clientName: String?
  /// The values of template parameters that are given from outside, by name.
  let given: [String: String]
  /// The parameter values that the deploying template passes to this one; nil where there is none.
  private let passed: PassedParameters?
  let parameters: [ParameterDeclaration]
  /// The events of Serverless Framework functions that make these triggers of a pool.
  var functionEvents: [LocatedNode] = []
  /// Whether the template contains all resources that are deployed together.
  var isWhole: Bool
  var evaluator: IntrinsicEvaluator
  /// Whether resources with an undecided condition are assumed to be deployed.
  private var takesUndecided = true
  /// The reasons for undecided conditions that have been reported.
  private var said: Set<String> = []
  var pool: ImportedPool
  /// The names of the attributes that the pool requires.
  private(set) var required: [String] = []
  /// The names under which the pool's id is exported.
  private(set) var exports: [ExportName] = []

  /// Creates an importer for the pool and the client that a reader asks for.
  init(document: LocatedDocument, reader: PoolReader, passed: PassedParameters? = nil) {
    template = Template(document)
    poolName = reader.poolName
    clientName = reader.clientName
    given = reader.templateParameters
    self.passed = passed
    parameters = reader.parameters
    // Of a program only the resources are read that it writes as literals.
    isWhole = ![".ts", ".js", ".mjs", ".cjs"].contains { document.file.hasSuffix($0) }
    evaluator = IntrinsicEvaluator(
      template: template, given: given, passed: passed?.values ?? [:])
    pool = ImportedPool(format: template.isServerless ? .sam : .cloudFormation)
  }

  /// Reads the pool and its client. Resources with an undecided condition are assumed to exist; the
  /// warning about that is reduced to a note where the pool is the same without them.
  mutating func read() {
    var other = self
    other.takesUndecided = false
    readAll()
    guard !said.isEmpty else { return }
    other.readAll()
    guard pool.isLike(other.pool, butFor: Self.undecided) else { return }
    for index in pool.diagnostics.indices where pool.diagnostics[index].code == Self.undecided {
      pool.diagnostics[index].severity = .note
    }
  }

  private static let undecided = "template.undecided-condition"

  private mutating func readAll() {
    pool.silence = [.client: "the template has no app client of this pool"]
    checkParameterTypes()
    checkGivenParameters()
    if let resource = choosePool() {
      required = readPool(resource)
      exports = template.exports(of: resource.name)
      if let client = chooseClient(of: resource.name) { readClient(client, required: required) }
      warnOfCustomResources(of: resource.name)
    }
    pool.diagnostics += evaluator.diagnostics
  }

  /// Reads the app client, domain and identity providers of the pool that another template exports.
  /// Returns false where the template has none of them, or has a pool of its own.
  mutating func readBelongings(of owner: TemplateImporter) -> Bool {
    guard template.pools.isEmpty else { return false }
    let all = template.resources(importing: owner.exports)
    let deployed = all.filter { isDeployed($0) }
    let client = taken(of: deployed.filter { $0.type == Self.clientType })
    if client == nil, all.allSatisfy({ $0.type == Self.clientType }) { return false }
    pool.hasDomain = all.contains { $0.type == Self.domainType }
    let providers = deployed.filter { $0.type == Self.providerType }
    pool.hasProvider = !providers.isEmpty
    var reader = FactReader(document: template.document, author: .person, parameters: parameters)
    reader.checkProviders(ofTypes: providers.map { properties(of: $0)["ProviderType"] })
    pool.diagnostics += reader.diagnostics
    if let client { readClient(client, required: owner.required) }
    pool.diagnostics += evaluator.diagnostics
    return true
  }

  /// Reports parameters of types that CloudFormation rejects.
  private mutating func checkParameterTypes() {
    for (name, parameter) in template.parameters.sorted(by: { $0.key < $1.key }) {
      guard let type = parameter.unknownType else { continue }
      complain(
        "document.unknown-value", at: type.location,
        "the template parameter \(name.prefix(40)) cannot have the type"
          + " `\(type.text.prefix(40))`",
        remedy: Template.Parameter.types.nearest(to: type.text).map { "did you mean `\($0)`?" }
          ?? "write \(Template.Parameter.types.list), or a list such as `List<Number>`")
    }
  }

  /// Reports values for parameters that the template does not declare, or does not allow.
  private mutating func checkGivenParameters() {
    let names = template.parameters.keys.sorted()
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      guard let parameter = template.parameters[name] else {
        complain(
          "template.unknown-parameter", at: template.parametersLocation,
          "the template has no parameter `\(name.prefix(40))`, for which a value is given",
          remedy: names.nearest(to: name).map { "did you mean `\($0)`?" }
            ?? (names.isEmpty ? "give no value; it has no parameters" : "it has \(names.list)"))
        continue
      }
      guard let allowed = parameter.allowedValues, let elements = allowed.elements else { continue }
      let words = elements.compactMap(\.text)
      let chosen = parameter.isList ? value.split(separator: ",").map(\.trimmingBlanks) : [value]
      guard let wrong = chosen.first(where: { !words.contains($0) }) else { continue }
      complain(
        "template.parameter-not-allowed", at: allowed.location,
        "the template parameter \(name) cannot be `\(wrong.quoted(under: name))`",
        remedy: words.nearest(to: wrong).map { "did you mean `\($0)`?" } ?? "give \(words.list)")
    }
  }

  /// Reads the pool, and returns the names of the attributes that it requires.
  private mutating func readPool(_ resource: Template.Resource) -> [String] {
    let properties = properties(of: resource)
    // A program may compute the key of the resource.
    let isNamed = resource.name != TypeScriptLiteral.computedKey
    pool.name = properties["UserPoolName"].text ?? (isNamed ? resource.name : nil)
    pool.setPoolName(properties["UserPoolName"])
    var importer = UserPoolImporter(
      properties: properties, dialect: .template, document: template.document,
      parameters: parameters)
    importer.read()
    importer.addTriggers(events(of: resource.name) + attached(to: resource))
    takeChanges(of: resource.name, into: &importer)
    for logs in belongings(Self.logsType, of: resource.name) {
      importer.readLogDelivery(logs["LogConfigurations"])
    }
    for domain in belongings(Self.domainType, of: resource.name) {
      importer.checkCustomDomain(domain)
      importer.checkManagedLogin(domain)
    }
    let providers = belongings(Self.providerType, of: resource.name)
    pool.hasProvider = !providers.isEmpty
    importer.checkMappings(providers.map { ($0["AttributeMapping"], $0["ProviderName"]) })
    importer.reader.checkProviders(ofTypes: providers.map { $0["ProviderType"] })
    let domain = domainPlace(of: resource.name)
    pool.hasDomain = domain == .here
    importer.checkLink(domain)
    pool.settings.merge(importer.settings) { $1 }
    pool.poolPlace = properties.location
    pool.diagnostics += importer.reader.diagnostics
    pool.fixed = importer.fixedFacts
    pool.programsBefore = programs(of: ["PreSignUp"], of: resource.name)
    pool.programsAfter = programs(
      of: ["PostConfirmation", "PostAuthentication"], of: resource.name)
    return importer.requiredNames
  }

  /// The properties of the resources of a type that belong to a pool, such as its domain.
  private mutating func belongings(_ type: String, of pool: String) -> [Fact] {
    template.resources.filter { $0.type == type }.compactMap { resource in
      let owner = resource.properties?["UserPoolId"].map { evaluator.evaluate($0) }
      guard owner?.resource == pool, isDeployed(resource) else { return nil }
      return properties(of: resource)
    }
  }

  /// Where a pool has its domain. An exported pool may have it in another template, and a custom
  /// resource may create it somewhere unknown.
  private mutating func domainPlace(of pool: String) -> DomainPlace {
    let owners = template.resources.filter { $0.type == Self.domainType }.map {
      domain -> String? in
      let owner = domain.properties?["UserPoolId"].map { evaluator.evaluate($0) }
      return owner?.resource
    }
    if owners.contains(where: { $0 == nil || $0 == pool }) { return .here }
    let isAlone = !template.resources.contains {
      $0.type.hasPrefix("Custom::") || $0.type.hasPrefix("AWS::CloudFormation::")
    }
    return isWhole && isAlone && template.exports(of: pool).isEmpty ? .nowhere : .perhapsElsewhere
  }

  private mutating func readClient(_ resource: Template.Resource, required: [String]) {
    var importer = AppClientImporter(
      properties: addingProviders(to: properties(of: resource), of: resource.name),
      dialect: .template, document: template.document, parameters: parameters)
    importer.read(required: required)
    pool.take(importer)
  }

  private mutating func properties(of resource: Template.Resource) -> Fact {
    guard let node = resource.properties else { return Fact(.record([]), at: resource.location) }
    let fact = evaluator.evaluate(node)
    if fact.entries == nil, fact.text != nil || node.elements != nil {
      complain(
        "document.wrong-type", at: node.location, "Properties of \(resource.name) is no record",
        remedy: "write `Properties:` with one property a line")
    }
    return fact
  }

  // MARK: Which pool, which client

  /// The pool to read: the only one, or the one of the given name.
  private mutating func choosePool() -> Template.Resource? {
    let all = template.resources.filter { $0.type == Self.poolType }
    if all.isEmpty {
      complainOfNoPool()
      return nil
    }
    if let poolName {
      // Undecided conditions of the other pools are reported where those are read.
      let called = all.filter { isCalled($0, poolName, "UserPoolName") }
      if let chosen = called.first(where: { isDeployed($0) }) { return chosen }
    }
    let present = all.filter { isDeployed($0) }
    if let poolName {
      let names = present.map(\.name)
      complain(
        "template.unknown-pool", at: template.document.root.location,
        "the template has no pool `\(poolName)`",
        remedy: names.nearest(to: poolName).map { "did you mean `\($0)`?" } ?? "name \(names.list)")
      return nil
    }
    if present.isEmpty {
      complain(
        "template.pool-switched-off", at: all[0].location,
        "the condition of \(all.map(\.name).list) does not hold with "
          + (passed.map { "the values that \($0.file) gives" } ?? "the template's defaults"),
        remedy: passed.map { "change what \($0.file) gives, or give the documents of its pool" }
          ?? "change the default of the parameter that the condition hangs on")
    } else if present.count > 1 {
      pool.alternatives = present.map(\.name)
      complain(
        "template.several-pools", at: present[1].location,
        "the template has \(present.count) pools: \(present.map(\.name).enumerated)",
        remedy: "choose one of them: `--pool \(present[0].name)`")
    }
    return present.count == 1 ? present[0] : nil
  }

  private mutating func complainOfNoPool() {
    let near = template.resources.first {
      $0.type != Self.clientType && [Self.poolType].nearest(to: $0.type) != nil
        && $0.type.lowercased() == Self.poolType.lowercased()
    }
    let client = template.resources.first { $0.type == Self.clientType }
    let loop = template.loops.first
    if client == nil, near == nil, loop == nil, complainOfPoolOfFunctions() { return }
    complain(
      "template.no-pool",
      at: near?.location ?? client?.location ?? loop ?? template.document.root.location,
      client == nil
        ? "the template has no resource of type \(Self.poolType)"
        : "the template has an app client but not its user pool",
      remedy: near.map { "the type of \($0.name) is written \(Self.poolType)" } ?? wayToThePool)
  }

  /// Reports the pool whose triggers the functions of the Serverless Framework are, where there are
  /// any: a pool that the framework creates for them, or an existing one.
  private mutating func complainOfPoolOfFunctions() -> Bool {
    let own = functionEvents.first { $0["existing"]?.text != "true" }
    guard let event = own ?? functionEvents.first else { return false }
    let computed = TypeScriptLiteral.computed
    let name = event["pool"]?.text.map { text in
      text.hasPrefix(computed) ? String(text.dropFirst(computed.count)) : "`\(text.prefix(60))`"
    }
    let called = name ?? "that is computed"
    complain(
      "template.no-pool", at: event.location,
      own == nil
        ? "the functions are triggers of the pool \(called), which is made elsewhere"
        : "the framework makes the pool \(called) for the functions that are its triggers",
      remedy: own == nil
        ? "give the template that declares the pool"
        : "give the template that `serverless package` writes below .serverless/")
    return true
  }

  /// A remedy that says where the pool of a template without one may be.
  private var wayToThePool: String {
    if !template.loops.isEmpty {
      return "give what CloudFormation makes of Fn::ForEach:"
        + " `aws cloudformation get-template --template-stage Processed --stack-name STACK`"
    }
    if let stack = template.resources.first(where: { $0.type.hasSuffix("::Stack") }) {
      return "it may be in a nested stack: give the template that \(stack.name) deploys"
    }
    return "give the template that declares the user pool"
  }

  /// The client to read: the first client of the pool, or the one with the given name.
  private mutating func chooseClient(of pool: String) -> Template.Resource? {
    var joined: [Template.Resource] = []
    for client in template.resources where client.type == Self.clientType {
      let owner = client.properties?["UserPoolId"].map { evaluator.evaluate($0) }
      if owner?.resource == pool, isDeployed(client) { joined.append(client) }
      if owner?.resource == nil { noteUnjoined(client, pool) }
    }
    if let chosen = taken(of: joined) { return chosen }
    guard let clientName else { return nil }
    let names = joined.map(\.name)
    complain(
      "template.unknown-client", at: template.document.root.location,
      "the pool \(pool) has no app client `\(clientName)`",
      remedy: names.nearest(to: clientName).map { "did you mean `\($0)`?" }
        ?? "name \(names.list)")
    return nil
  }

  /// The client with the given name, else the first.
  private mutating func taken(of clients: [Template.Resource]) -> Template.Resource? {
    if let clientName { return clients.first { isCalled($0, clientName, "ClientName") } }
    let (ordered, first, isOfSeveral) = AppClientImporter.inOrder(clients) { client in
      client.properties?["AllowedOAuthFlows"].map { evaluator.evaluate($0) }
        ?? Fact(.absent, at: client.location)
    }
    pool.hasOtherClients = isOfSeveral
    if ordered.count > 1 {
      let others = ordered.dropFirst().map(\.name).list
      complain(
        "template.several-clients", .note, at: ordered[0].location,
        "\(ordered[0].name) is taken, \(first) the pool's \(ordered.count) app clients",
        remedy: "give `--client NAME` for \(others)")
      var other = self
      pool.hasLikeClients = ImportedPool.areLike(ordered) { client in
        other.pool = ImportedPool(format: other.pool.format)
        other.readClient(client, required: other.required)
        return other.pool
      }
    }
    return ordered.first
  }

  private mutating func noteUnjoined(_ client: Template.Resource, _ pool: String) {
    complain(
      "template.unjoined-client", .note, at: client.location,
      "the template does not say whether \(client.name) is an app client of \(pool); "
        + "it is ignored",
      remedy: "write `UserPoolId: !Ref \(pool)`")
  }

  /// Whether a resource has a name, as its logical name or as the value of a property.
  private mutating func isCalled(
    _ resource: Template.Resource, _ name: String, _ property: String
  ) -> Bool {
    if resource.name == name { return true }
    return resource.properties?[property].map { evaluator.evaluate($0).text } == name
  }

  /// Whether the resource's condition holds; an undecided condition is assumed to hold.
  mutating func isDeployed(_ resource: Template.Resource) -> Bool {
    guard let condition = resource.condition, let name = condition.text else { return true }
    switch evaluator.decide(named: name, at: condition.location) {
    case .decided(let holds, _): return holds
    case .undecided(let reason):
      if said.insert(reason).inserted {
        let names = alike(resource, undecidedFor: reason)
        let subject = names.listOfAll + (names.count > 1 ? " are" : " is")
        complain(
          Self.undecided, .warning, at: condition.location,
          "it is not decided whether \(subject) deployed: \(reason)",
          remedy: wayToDecide(reason) + "; until then "
            + (names.count == 1 ? "it is" : "they are") + " taken to be deployed")
      }
      return takesUndecided
    }
  }

  /// A remedy that decides the conditions that are undecided for the given reason.
  private func wayToDecide(_ reason: String) -> String {
    let name = evaluator.passed.first { $0.value.unknownReason == reason }?.key
    return name.map { "give its value: `--parameter \($0.prefix(40))=VALUE`" }
      ?? "give the parameter a default"
  }

  /// The names of a resource and of all other user pool resources whose condition is undecided for
  /// the same reason.
  private mutating func alike(
    _ resource: Template.Resource, undecidedFor reason: String
  ) -> [String] {
    template.resources.filter { other in
      guard other.name != resource.name else { return true }
      guard other.type.hasPrefix(Self.poolType), let condition = other.condition,
        let name = condition.text,
        case .undecided(reason) = evaluator.decide(named: name, at: condition.location)
      else { return false }
      return true
    }.map(\.name)
  }

  mutating func complain(
    _ code: String, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String, remedy: String
  ) {
    pool.diagnostics.append(
      template.document.diagnostic(code, severity, at: location, message, remedy: remedy))
  }
}
