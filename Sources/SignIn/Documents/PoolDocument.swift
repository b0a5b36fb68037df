public import TransitionTables

/// A user pool as its documents describe it: a valuation of the model's parameters with origins.
///
/// A parameter is open where no document states it and no default of the service decides it; the
/// pool then stands for a family of configurations. Created by ``PoolReader``.
public struct PoolDocument: Sendable {
  /// The kinds of documents that are read, in order of precedence: sources of a pool, deployed
  /// state, what an app receives. Where documents disagree, the first counts.
  public enum Format: String, Sendable, CaseIterable {
    case waymark = "Waymark pool file"
    case cloudFormation = "CloudFormation template"
    case sam = "SAM template"
    case serverless = "Serverless Framework file"
    case terraformConfiguration = "Terraform configuration"
    case terraformPlan = "Terraform plan"
    case amplifyOverrides = "Amplify Gen2 backend.ts"
    case amplifyDefinition = "Amplify Gen2 defineAuth"
    case amplifyInputOverrides = "Amplify Gen1 override.ts"
    case amplifyInputs = "Amplify Gen1 cli-inputs.json"
    case pulumi = "Pulumi declaration"
    case sst = "SST declaration"
    case kubernetes = "Kubernetes resource"
    case request = "input of create-user-pool"
    case clientRequest = "input of create-user-pool-client"
    case shell = "shell script of aws cognito-idp"
    case terraformState = "Terraform state"
    case describeUserPool = "describe-user-pool"
    case describeUserPoolClient = "describe-user-pool-client"
    case mfaConfiguration = "get-user-pool-mfa-config"
    case logDelivery = "get-log-delivery-configuration"
    case amplifyOutputs = "amplify_outputs.json"
    case amplifyConfiguration = "Amplify client configuration"

    /// The format of the documents whose settings a document of this format replaces, or nil.
    public var overridden: Format? {
      switch self {
      case .amplifyOverrides: .amplifyDefinition
      case .amplifyInputOverrides: .amplifyInputs
      default: nil
      }
    }
  }

  /// The name of the pool: that of the document, else the file's name without its suffix.
  public var name: String
  /// The purpose of the pool in one sentence; empty where the document has none.
  public var documentation: String
  /// The format of the document, or of the first one where there are several.
  public var format: Format
  /// The format of each document, by its file.
  public var formats: [String: Format] = [:]
  /// One setting for each declared parameter, in the order of the declarations.
  public var settings: [(parameter: String, setting: Setting)]
  /// Warnings and notes, by place, about what was ignored, assumed or left open; and errors, with
  /// codes `legality.…`, for what the service would reject apart from parameters.
  public var notes: [Diagnostic]
  /// The facts other than parameters that cannot change after creation, or depend on the pool's
  /// plan.
  public var fixed: [FixedFact]
  /// The reasons for open parameters that documents of these kinds do not state.
  public var untoldReasons: Set<String> = []
  /// The parameters whose value was assumed because no document states it.
  public var assumed: Set<String> = []
  /// Whether the app client gets tokens on the pages of managed login, and nothing shows that
  /// Amplify refreshes them.
  public var signsInOnPages = false
  /// For each parameter with a default, the place of the pool or of the app client.
  public var defaultPlaces: [String: SourceLocation] = [:]
  /// The place of the pool, or nil where no document declares it.
  public var place: SourceLocation?
  /// The files with functions that are triggers of the pool, which another document declares.
  public var filesOfTriggers: Set<String> = []
  /// For each user attribute that a program of the project reads, by its full name, the place.
  public var attributeReads: [String: SourceLocation] = [:]
  /// The attributes among these that only programs of a browser or an app are known to read.
  public var attributesOfBrowsers: Set<String> = []
  /// The place where a server hands out the access tokens of those whom it signs in, or nil.
  public var tokensOfUsers: SourceLocation?
  /// For each custom attribute that decides the group into which the pool's own function puts
  /// whoever signed up, how it does.
  public var attributesOfGroups: [String: GroupChoice] = [:]
  /// Whether the documents have variables whose defaults were not requested.
  public var leavesDefaults = false
  /// The expected verdict that the document states, or nil.
  public var expectation: PoolExpectation?

  /// The errors among the ``notes`` for what the service would reject; the model's own rules are
  /// checked separately.
  public var refusals: [Diagnostic] {
    notes.filter { $0.severity == .error && $0.isOfLegality }
  }

  /// The settings that no table row reads, each once; several parts of one record appear as the
  /// record. A pool file has none, since it lists them as facts.
  public var notModelled: [String] {
    guard format != .waymark else { return [] }
    let names = fixed.compactMap { fact -> String? in
      guard case .setting(let name) = fact.kind else { return nil }
      return name == FixedFact.writable ? "\(name) beyond the addresses" : name
    }
    return names.reduce(into: []) { groups, name in
      let record = name.prefix { $0 != "." }
      let isWhole = names.contains { $0 != name && $0.hasPrefix("\(record).") }
      let group = isWhole ? String(record) : name
      if !groups.contains(group) { groups.append(group) }
    }
  }

  /// The setting of a parameter, or nil where the model has no such parameter.
  public subscript(parameter: String) -> Setting? {
    settings.first { $0.parameter == parameter }?.setting
  }

  /// The names of the parameters without a value, in the order of the declarations.
  public var openParameters: [String] {
    settings.filter { $0.setting.value == nil }.map(\.parameter)
  }
}

/// The verdict that a bundled pool expects: a finding for each of these properties and no other.
public struct PoolExpectation: Hashable, Sendable {
  /// The ids of the properties that fail, as written.
  public var findings: [String]
  /// The numbers of the legality rules that refuse the configuration, such as `L7`.
  public var refused: [String]

  public init(findings: [String] = [], refused: [String] = []) {
    self.findings = findings
    self.refused = refused
  }
}
