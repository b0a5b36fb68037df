import PoolAnalysis

extension PoolOptions {
  /// The request that these options describe.
  func request() throws(CommandFailure) -> PoolRequest {
    try reading.request(pools, settings: settings)
  }
}
