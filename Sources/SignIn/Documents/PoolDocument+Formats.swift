extension PoolDocument.Format {
  /// Whether the format is one answer of the service's API.
  var isServiceOutput: Bool {
    switch self {
    case .describeUserPool, .describeUserPoolClient, .mfaConfiguration, .logDelivery: true
    default: false
    }
  }

  /// Whether it is what an app receives of a pool and its client.
  package var isOfApp: Bool { self == .amplifyOutputs || self == .amplifyConfiguration }

  /// Whether a document of the format says by itself what a pool is: what is deployed, or the
  /// request that made it.
  package var isPoolByItself: Bool {
    [.describeUserPool, .terraformState, .request].contains(self) || isOfApp
  }

  /// Whether it shows a pool that is deployed.
  var isOfDeployed: Bool { isServiceOutput || isOfApp || self == .terraformState }

  /// Whether an app that Amplify's libraries serve comes with documents of the format.
  var isOfAmplify: Bool {
    switch self {
    case .amplifyDefinition, .amplifyOverrides, .amplifyInputs, .amplifyInputOverrides,
      .amplifyOutputs, .amplifyConfiguration:
      true
    default: false
    }
  }

  /// Whether documents of the format have parameters whose values are given from outside.
  var takesParameters: Bool {
    switch self {
    case .cloudFormation, .sam, .serverless, .terraformConfiguration: true
    default: false
    }
  }

  /// Whether a document of the format may describe several pools or app clients.
  var mayHoldSeveral: Bool {
    switch self {
    case .waymark, .amplifyOutputs, .amplifyConfiguration, .amplifyInputs, .amplifyDefinition:
      false
    default: !isServiceOutput
    }
  }
}

extension PoolDocument.Format: Comparable {
  /// By weight: of documents that disagree the one of the smaller format counts.
  public static func < (one: Self, other: Self) -> Bool { one.weight < other.weight }

  private var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
