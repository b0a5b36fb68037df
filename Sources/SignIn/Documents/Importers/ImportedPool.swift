import TransitionTables

/// The contribution of one document to a pool: the halves that it describes, and its diagnostics.
struct ImportedPool: Sendable {
  var name: String?
  var documentation = ""
  var format: PoolDocument.Format
  var settings: [String: Setting] = [:]
  var diagnostics: [Diagnostic] = []
  var expectation: PoolExpectation?
  /// The service's id of the pool, where the document states it.
  var poolID: Fact?
  /// The pool's name at the service, where the document alone decides it.
  private(set) var poolName: Fact?
  /// The service's id of the app client, where the document states it.
  var clientID: Fact?
  /// The names of the app client in Terraform, the most exact first.
  var clientNames: [String] = []
  /// The document's file, as the user named it.
  var file = ""
  /// The facts other than parameters that cannot change after the pool is created.
  var fixed: [FixedFact] = []
  /// Facts about custom attributes by the constants that name them, such as `NAMES.TENANT`.
  var factsOfConstants: [(constant: String, facts: [FixedFact])] = []
  /// For each half, the reason why a parameter that the document does not decide is open.
  var silence: [ServiceDefaults.Half: String] = [:]
  /// The settings that the framework behind the document always makes, for parameters that no
  /// document states.
  var assumed: [String: Setting] = [:]
  /// The names of the document's pools where it has several and none was chosen.
  var alternatives: [String] = []
  /// Whether the part describes a call that creates an app client.
  var makesClient = false
  /// Whether the part describes a call that changes an app client, and has only the settings that
  /// the call states.
  var changesClient = false
  /// Whether code that is not read creates the app client; a diagnostic names it.
  var isClientMadeByCode = false
  /// The place of the pool in the document.
  var poolPlace: SourceLocation?
  /// The place of the app client in the document.
  var clientPlace: SourceLocation?
  /// Whether users may also sign in by other app clients of the document.
  var hasOtherClients = false
  /// Whether the pool's own users sign in with the app client, as far as the document says.
  var hasOwnUsers = true
  /// Whether only a server signs users in with the app client.
  var isForServers = false
  /// Whether the document declares an identity provider of the pool.
  var hasProvider = false
  /// Whether all other app clients of the pool agree with the read one, see ``hasClient(like:)``.
  var hasLikeClients = false
  /// Whether the app client gets tokens on the pages of managed login.
  var signsInOnPages = false
  /// Whether the part replaces the schema of the document that it overrides.
  var replacesSchema = false
  /// The triggers that the part deletes from the document it overrides, while adding its own; nil
  /// where it replaces all triggers or does not mention them.
  var removedTriggers: [String]?
  /// The programs of the functions at PreSignUp, as far as the document declares them.
  var programsBefore = FunctionPrograms()
  /// The programs of the functions after confirmation or sign-in, as far as it declares them.
  var programsAfter = FunctionPrograms()
  /// Whether the document has variables whose defaults were not used.
  var leavesDefaults = false
  /// The place where the document lists the custom flow of the app client.
  var customFlowPlace: SourceLocation?
  /// Whether the document declares a domain of the pool.
  var hasDomain = false

  init(format: PoolDocument.Format) { self.format = format }

  /// Whether the document declares an app client, rather than creating one by a call or describing
  /// a deployed one.
  var declaresClient: Bool {
    (clientPlace != nil || format == .amplifyDefinition) && !makesClient && !format.isOfDeployed
  }

  /// Whether another reading of the document is the same in all that findings may depend on, except
  /// for diagnostics with the given code. A provider matters only where the app client does not
  /// show whether all users come through it.
  func isLike(_ other: ImportedPool, butFor code: String) -> Bool {
    name == other.name && settings == other.settings && fixed == other.fixed
      && diagnostics.filter { $0.code != code } == other.diagnostics.filter { $0.code != code }
      && poolPlace == other.poolPlace && clientPlace == other.clientPlace
      && hasDomain == other.hasDomain
      && (hasProvider == other.hasProvider || settings[.flows] != nil || signsInOnPages)
  }

  /// The maximum number of app clients that are compared: each is read with its whole document.
  private static let mostComparedClients = 20

  /// Whether app clients agree in everything on which a finding may depend; false for too many.
  /// - Parameters:
  ///   - clients: the app clients of one pool.
  ///   - read: the part with an app client alone.
  static func areLike<Client>(_ clients: [Client], read: (Client) -> ImportedPool) -> Bool {
    guard clients.count <= mostComparedClients else { return false }
    let all = clients.map(read)
    return all.dropFirst().allSatisfy(all[0].hasClient)
  }

  /// Whether the app client agrees with another one in everything on which a finding may depend.
  private func hasClient(like other: ImportedPool) -> Bool {
    hasOwnUsers == other.hasOwnUsers && isForServers == other.isForServers
      && signsInOnPages == other.signsInOnPages && settings.keys == other.settings.keys
      && settings.allSatisfy { name, setting in
        other.settings[name].map(setting.isLike) ?? false
      }
  }

  /// Keeps the name of the pool, unless it depends on a value that a deployment may give.
  mutating func setPoolName(_ name: Fact) {
    guard let text = name.text, !text.isEmpty, !text.contains("${"), name.assumed.isEmpty else {
      return
    }
    poolName = name
  }

  /// Adds the contribution of an app client.
  mutating func take(_ client: AppClientImporter) {
    settings.merge(client.settings) { $1 }
    fixed += client.fixedFacts
    diagnostics += client.reader.diagnostics + [client.flowsOff].compactMap(\.self)
    clientPlace = client.properties.location
    customFlowPlace = client.customFlowPlace
    silence[.client] = UntoldReason.otherClient.rawValue
    hasOwnUsers = client.hasOwnUsers
    isForServers = client.isForServers
    signsInOnPages = client.signsInOnPages
  }
}
