extension PoolDocument.Format {
  /// Whether the format is one answer of the service's API.
  var isServiceOutput: Bool {
    switch self {
    case .describeUserPool, .describeUserPoolClient, .mfaConfiguration, .logDelivery: true
    default: false
    }
  }

  /// Whether documents of the format have parameters whose values are given from outside.
  var takesParameters: Bool {
    switch self {
    case .cloudFormation, .sam, .terraformConfiguration: true
    default: false
    }
  }
}
