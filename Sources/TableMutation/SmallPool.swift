import Foundation
import PoolAnalysis
import SignIn
import TransitionTables

/// A configuration whose first thousands of states contain most behaviours of its kind of sign-in.
package struct SmallPool: Sendable {
  package var name: String
  package var parameters: [Int: Int]

  /// The pools of `Models/pools/small`, which explore few acts each, and some of the sound ones.
  package static func bundled(of model: Model) -> [SmallPool] {
    let folder = BundledTable.directory.appending(path: "pools")
    let small = (try? BundledTable.yamlFiles(in: folder.appending(path: "small"))) ?? []
    let sound = ["sundial", "beacon", "club", "post-office", "clinic", "tenants"].map { name in
      folder.appending(path: "sound/\(name).yaml")
    }
    return (small + sound).compactMap { file in
      let loader = PoolLoader(model: model, request: PoolRequest(paths: [file.path]))
      let name = file.deletingPathExtension().lastPathComponent
      return (try? loader.load())?.first.map { SmallPool(name: name, parameters: $0.closed) }
    }
  }
}
