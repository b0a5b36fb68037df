import PoolAnalysis

extension PoolOptions {
  /// The request of these options.
  ///
  /// - Throws: `usage.unknown-verb` where the first argument is a misspelt verb, not a file.
  func request() throws(CommandFailure) -> PoolRequest {
    try MisspeltVerb.refuse(pools.first)
    var request = PoolRequest(
      paths: pools, settings: try settings.map(Assignment.init(parsing:)),
      assumptions: try assumptions.map(Assignment.init(parsing:)),
      templateParameters: try templateParameters.map(Assignment.init(parsing:)),
      poolName: poolName, clientName: clientName)
    request.variableFiles = variables.files
    request.takesVariableDefaults = variables.takesDefaults
    return request
  }
}
