import PoolAnalysis

extension PoolOptions {
  /// The request of these options.
  func request() throws(CommandFailure) -> PoolRequest {
    try reading.request(pools, settings: settings)
  }
}
