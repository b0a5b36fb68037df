import PoolAnalysis
import TransitionTables

extension PoolRequest {
  /// The one pool of a document, with further settings.
  ///
  /// - Throws: a usage error where the document describes several, or the reason why it is
  ///   unreadable.
  func pool(
    at path: String, with changes: [Assignment] = [], of model: Model
  ) throws(CommandFailure) -> LoadedPool {
    var request = self
    request.paths = [path]
    request.settings += changes
    let pools = try PoolLoader(model: model, request: request).load()
    guard let pool = pools.first, pools.count == 1 else {
      throw CommandFailure.usage(
        "usage.two-pools", "\(path) describes \(pools.count) pools",
        remedy: "name the documents one by one")
    }
    return pool
  }
}
