import PoolAnalysis

extension PoolOptions {
  /// The request of these options.
  ///
  /// - Throws: `usage.unknown-verb` where the first argument is a misspelt verb, not a file.
  func request() throws(CommandFailure) -> PoolRequest {
    try MisspeltVerb.refuse(pools.first)
    return try reading.request(pools, settings: settings)
  }
}
