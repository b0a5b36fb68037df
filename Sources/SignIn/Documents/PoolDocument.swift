public import TransitionTables

/// A user pool as its documents describe it: a valuation of the model's parameters with origins.
///
/// What no document says and no service default decides is open; the pool then stands for a family
/// of configurations. Made by ``PoolReader``.
public struct PoolDocument: Sendable {
  /// The kinds of documents that are read, in the order of their weight: what a pool is made from,
  /// what is deployed, what an app receives. Where documents disagree the first counts.
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

    /// The documents whose settings one of this kind replaces, or nil.
    public var overridden: Format? {
      switch self {
      case .amplifyOverrides: .amplifyDefinition
      case .amplifyInputOverrides: .amplifyInputs
      default: nil
      }
    }
  }

  /// The pool's name: as the document calls it, else the file's name without its suffix.
  public var name: String
  /// What the pool is for, in one sentence; empty where the document has none.
  public var documentation: String
  /// The format; of several documents of one pool, that of the first.
  public var format: Format
  /// The format of each document, by its file.
  public var formats: [String: Format] = [:]
  /// One setting for each declared parameter, in the order of the declarations.
  public var settings: [(parameter: String, setting: Setting)]
  /// Warnings and notes, by place: what was ignored, assumed or left open, and why; and as errors
  /// with a code `legality.…` what the service would refuse of things that are no parameter.
  public var notes: [Diagnostic]
  /// What cannot change once the pool is there, or hangs on its plan, next to the parameters.
  public var fixed: [FixedFact]
  /// Why parameters are open that documents of these kinds do not state.
  public var untoldReasons: Set<String> = []
  /// The parameters that have the value which is assumed of what made the pool.
  public var assumed: Set<String> = []
  /// Whether the app client hands out tokens on the pages of managed login, and nothing says that
  /// Amplify refreshes them.
  public var signsInOnPages = false
  /// Where the pool or the app client is that leaves a parameter to its default, by the parameter.
  public var defaultPlaces: [String: SourceLocation] = [:]
  /// Where the pool is, or nil where no document has it.
  public var place: SourceLocation?
  /// The files whose functions are triggers of the pool, which another document declares.
  public var filesOfTriggers: Set<String> = []
  /// Where a program of the project reads an attribute of users, by the attribute's full name.
  public var attributeReads: [String: SourceLocation] = [:]
  /// Whether the documents have variables with a default that nobody asked to take.
  public var leavesDefaults = false
  /// What the document expects of itself, or nil.
  public var expectation: PoolExpectation?

  /// What the service would refuse, among the ``notes``; the model's own rules come on top.
  public var refusals: [Diagnostic] {
    notes.filter { $0.severity == .error && $0.code.hasPrefix("legality.") }
  }

  /// The settings that no row reads, each once; of a record several parts of which are among them
  /// its name. A pool file names its own as such.
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
