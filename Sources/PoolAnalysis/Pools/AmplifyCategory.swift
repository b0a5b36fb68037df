import SignIn
import TransitionTables

/// Reads what the files of Amplify's CLI say about the resources in its folders, such as
/// `amplify/backend/auth/shop/`.
enum AmplifyCategory {
  /// A phrase for an API's template that creates no pool, because its parameter for one is not
  /// `NONE`.
  static let given = "a template whose parameters.json gives it a pool that is made elsewhere"
  private static let unlisted = "a pool of Amplify's that backend-config.json does not list"

  /// A phrase for a document that creates no pool according to the files next to it; nil otherwise.
  static func withoutPool(_ path: String) -> String? {
    guard let backend = path.ranges(of: "amplify/backend/").last?.upperBound else { return nil }
    let names = path[backend...].split(separator: "/")
    guard names.count > 2 else { return nil }
    switch names[0] {
    case "api":
      let values = document(ProjectFiles.folder(of: path) + "/parameters.json")
      guard let pool = values?["AuthCognitoUserPoolId"], !["", "NONE"].contains(pool.text) else {
        return nil
      }
      return given
    case "auth":
      let listed = document(path[..<backend] + "backend-config.json")?["auth"]?.entries ?? []
      return listed.isEmpty || listed.contains { $0.key == names[1] } ? nil : unlisted
    default: return nil
    }
  }

  /// The documents of folders that repeat another folder, each with the inputs of Amplify's CLI
  /// that it repeats: one backend may stand in the folders of several apps, or in a kept copy.
  /// Inputs that differ by a byte are different pools.
  /// - Parameter paths: the known documents.
  static func copies(among paths: [String]) -> [String: String] {
    let folders = Dictionary(grouping: paths, by: ProjectFiles.folder)
    // The CLI does not know copies such as `amplify-backup/`.
    let isOther = { (folder: String) in folder.contains("amplify/backend/") ? 0 : 1 }
    let ordered = folders.sorted { (isOther($0.key), $0.key) < (isOther($1.key), $1.key) }
    var originals: [[Substring: [UInt8]]: String] = [:]
    var copies: [String: String] = [:]
    for (folder, files) in ordered {
      let found = files.compactMap { path in
        (try? PoolReader.bytes(of: path)).map { (path.dropFirst(folder.count), $0) }
      }
      let contents = Dictionary(found, uniquingKeysWith: { first, _ in first })
      guard
        let inputs = files.first(where: { path in inputs.contains(where: path.hasSuffix) }),
        found.contains(where: { FolderSearch.has(names, in: $0.1) })
      else { continue }
      if let original = originals[contents] {
        for path in files { copies[path] = original }
      } else {
        originals[contents] = inputs
      }
    }
    return copies
  }

  /// The files with inputs of the CLI, and keys in them whose values are unique to a project.
  private static let (inputs, names) = (
    ["/cli-inputs.json", "/parameters.json"], ["\"sharedId\"", "\"resourceName\""]
  )

  /// Whether only Amplify writes files with this name, for a pool or for an app.
  static func isWritten(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return ["json", "dart"].contains { suffix in
      ["amplify_outputs", "amplifyconfiguration"].contains { "\($0).\(suffix)" == name }
    } || path.contains("amplify/backend/auth/") && name == "cli-inputs.json"
  }

  /// Warnings about broken lists of a backend's resources, such as after an unfinished merge: only
  /// these lists state which pools a backend has.
  /// - Parameter paths: the documents to be read.
  static func brokenLists(of paths: [String]) -> [Diagnostic] {
    let lists = paths.compactMap { path in
      path.ranges(of: "amplify/backend/auth/").last.map {
        path[..<$0.lowerBound] + "amplify/backend/backend-config.json"
      }
    }
    return Set(lists).sorted().compactMap { path in
      guard let bytes = try? PoolReader.bytes(of: String(path)) else { return nil }
      do throws(DiagnosticList) {
        _ = try LocatedDocument(bytes: bytes, file: String(path))
        return nil
      } catch {
        guard var fault = error.diagnostics.first else { return nil }
        let lines = LocatedDocument.lines(of: bytes)
        if let mark = lines.firstIndex(where: { $0.hasPrefix("<<<<<<<") }) {
          fault = Diagnostic(
            "document.not-json", at: SourceLocation(file: String(path), line: mark + 1),
            "a merge that is not finished is in this file", remedy: "finish it",
            sourceLine: lines[mark])
        }
        fault.severity = .warning
        fault.message += "; which pools the backend has is not known, and all here are read"
        return fault
      }
    }
  }

  private static func document(_ path: String) -> LocatedNode? {
    (try? PoolReader.document(at: path))?.root
  }
}
