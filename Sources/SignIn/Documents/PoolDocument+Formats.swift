extension PoolDocument.Format {
  /// Whether the format is an answer of the service's API.
  var isServiceOutput: Bool {
    switch self {
    case .describeUserPool, .describeUserPoolClient, .mfaConfiguration, .logDelivery: true
    default: false
    }
  }

  /// Whether the format is what an app receives about a pool and its client.
  package var isOfApp: Bool { self == .amplifyOutputs || self == .amplifyConfiguration }

  /// Whether a document of this format identifies a pool by itself: a deployed pool, or the request
  /// that created one.
  package var isPoolByItself: Bool {
    [.describeUserPool, .terraformState, .request].contains(self) || isOfApp
  }

  /// Whether the format shows a deployed pool.
  var isOfDeployed: Bool { isServiceOutput || isOfApp || self == .terraformState }

  /// Whether documents of this format come with an app that uses Amplify's libraries.
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
  /// Orders formats by precedence: where documents disagree, the smaller format counts.
  public static func < (one: Self, other: Self) -> Bool { one.weight < other.weight }

  private var weight: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
