import TransitionTables

/// What one document contributes to a pool: the halves that it describes, and its complaints.
struct ImportedPool: Sendable {
  var name: String?
  var documentation = ""
  var format: PoolDocument.Format
  var settings: [String: Setting] = [:]
  var diagnostics: [Diagnostic] = []
  var expectation: PoolExpectation?
  /// The service's id of the pool, where the document states it.
  var poolID: Fact?
  /// The name that the service knows the pool by, where the document alone decides it.
  private(set) var poolName: Fact?
  /// The service's id of the app client, where the document states it.
  var clientID: Fact?
  /// What the app client is called in Terraform, the most exact name first.
  var clientNames: [String] = []
  /// The document's file, as the user named it.
  var file = ""
  /// What cannot change once the pool is there, next to the parameters.
  var fixed: [FixedFact] = []
  /// Why a parameter that the document does not decide is open, by half.
  var silence: [ServiceDefaults.Half: String] = [:]
  /// What the framework that writes such a document always sets, where no document states.
  var assumed: [String: Setting] = [:]
  /// The names of the document's pools where it has several, of which none was chosen.
  var alternatives: [String] = []
  /// Whether it is of a call that makes an app client.
  var makesClient = false
  /// Whether it is of a call that changes an app client, of which it has what the call states.
  var changesClient = false
  /// Whether code that is not read makes the app client, which a complaint names.
  var isClientMadeByCode = false
  /// Where the document has the pool.
  var poolPlace: SourceLocation?
  /// Where the document has the app client.
  var clientPlace: SourceLocation?
  /// Whether users may sign in by further app clients of the document, too.
  var hasOtherClients = false
  /// Whether users of the pool's own sign in by the app client, as far as the document says.
  var hasOwnUsers = true
  /// Whether a server alone signs users in by the app client.
  var isForServers = false
  /// Whether the document has an identity provider of the pool.
  var hasProvider = false
  /// Whether the app client hands out tokens on the pages of managed login.
  var signsInOnPages = false
  /// Whether it takes the place of the schema of the document that it overrides.
  var replacesSchema = false
  /// The triggers that it deletes of the document that it overrides, next to whose its own stand;
  /// nil where it takes their place or says nothing of them.
  var removedTriggers: [String]?
  /// Whether it has variables with a default that was not taken.
  var leavesDefaults = false
  /// Whether the document has a domain of the pool.
  var hasDomain = false

  init(format: PoolDocument.Format) { self.format = format }

  /// Whether it declares an app client, rather than make one by a call or show one.
  var declaresClient: Bool {
    (clientPlace != nil || format == .amplifyDefinition) && !makesClient && !format.isOfDeployed
  }

  /// Whether all that findings may hang on is the same in another reading of the document, but for
  /// complaints with a code. Of a provider the app client says whether users come by it alone.
  func isLike(_ other: ImportedPool, butFor code: String) -> Bool {
    name == other.name && settings == other.settings && fixed == other.fixed
      && diagnostics.filter { $0.code != code } == other.diagnostics.filter { $0.code != code }
      && poolPlace == other.poolPlace && clientPlace == other.clientPlace
      && hasDomain == other.hasDomain
      && (hasProvider == other.hasProvider || settings[.flows] != nil || signsInOnPages)
  }

  /// Keeps the name of the pool, unless it hangs on what a deployment may give.
  mutating func setPoolName(_ name: Fact) {
    guard let text = name.text, !text.isEmpty, !text.contains("${"), name.assumed.isEmpty else {
      return
    }
    poolName = name
  }

  /// Adds what an app client says.
  mutating func take(_ client: AppClientImporter) {
    settings.merge(client.settings) { $1 }
    fixed += client.fixedFacts
    diagnostics += client.reader.diagnostics + [client.flowsOff].compactMap(\.self)
    clientPlace = client.properties.location
    silence[.client] = UntoldReason.otherClient.rawValue
    hasOwnUsers = client.hasOwnUsers
    isForServers = client.isForServers
    signsInOnPages = client.signsInOnPages
  }
}
