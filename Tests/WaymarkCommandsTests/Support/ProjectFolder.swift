import PoolAnalysis
import TestSupport
import TransitionTables

/// The folder of a project as it is read in place of its documents.
struct ProjectFolder {
  let folder: Folder
  let pools: [LoadedPool]

  /// A pool in Terraform's language.
  static let pool =
    "resource \"aws_cognito_user_pool\" \"main\" {\n  name = \"shop\"\n}\n"

  /// Writes the files and reads their folder.
  ///
  /// - Parameter model: the table; that of a few settings, where not given.
  init(_ files: [String: String], model: Model? = nil) throws {
    folder = try Folder(files)
    let loader = PoolLoader(
      model: try model ?? SmallTable.model(), request: PoolRequest(paths: [folder.path]))
    pools = try loader.load()
  }

  /// The files of each pool, as seen from the folder.
  var names: [[String]] {
    pools.map { pool in pool.files.map { String($0.dropFirst(folder.path.count + 1)) } }
  }
}
