import SignIn
import TransitionTables

/// Finds templates that a tool generated from other files of the project, and that somebody kept.
enum GeneratedTemplate {
  /// An output that the Serverless Framework adds to every stack.
  private static let serverlessOutput = "ServerlessDeploymentBucketName"

  /// The templates that the Serverless Framework generated from projects, as `serverless package`
  /// writes them or their stacks show them, each with a phrase for it. They have this output, names
  /// derived from the service's, and no other pools.
  /// - Parameters:
  ///   - templates: the templates to examine.
  ///   - projects: the framework's own files.
  static func ofServerless(
    _ templates: [String], of projects: [String]
  ) -> [String: String] {
    let services = projects.compactMap { path in
      service(of: path).map { (file: path, name: $0) }
    }.sorted { ($0.name.count, $1.file) > ($1.name.count, $0.file) }
    return templates.reduce(into: [:]) { found, path in
      guard !services.isEmpty, let bytes = try? PoolReader.bytes(of: path),
        FolderSearch.has([serverlessOutput], in: bytes)
      else { return }
      // The longest name comes first, since a service's name may be part of another.
      let own = services.first { service in
        FolderSearch.has(["/aws/lambda/\(service.name)-", "sls-\(service.name)-"], in: bytes)
      }
      guard let own, let names = madePools(of: path), !names.isEmpty,
        names.isSubset(of: pools(of: own.file))
      else { return }
      found[path] =
        "what the Serverless Framework made of \(own.file), by its output"
        + " \(serverlessOutput) and the service \(own.name)"
    }
  }

  private static func service(of path: String) -> String? {
    let service = (try? PoolReader.document(at: path))?.root["service"]
    return (service?.text ?? service?["name"]?.text).flatMap { $0.contains("$") ? nil : $0 }
  }

  /// The names of the pools of a project, in its own file and in the files that it references.
  private static func pools(of project: String) -> Set<String> {
    guard let bytes = try? PoolReader.bytes(of: project) else { return [] }
    let others = ProjectFiles.resources(of: project, bytes).compactMap {
      try? PoolReader.bytes(of: $0)
    }
    return Set(
      ([bytes] + others).flatMap { bytes in
        String(decoding: bytes, as: UTF8.self).matches(of: ProjectFiles.poolResource)
          .map { String($0.1) }
      })
  }

  private static func madePools(of path: String) -> Set<String>? {
    let resources = (try? PoolReader.document(at: path))?.root["Resources"]?.entries
    return resources.map { entries in
      Set(entries.filter { $0.value["Type"]?.text == "AWS::Cognito::UserPool" }.map(\.key))
    }
  }

  /// The mark of Amplify's CLI in the description of its templates.
  private static let amplify = #""createdBy":"Amplify""#

  /// The templates that Amplify's CLI generated and that stand outside of a backend's folder, where
  /// neither the CLI nor a file of the project deploys them.
  /// - Parameters:
  ///   - templates: the templates to examine.
  ///   - inputs: the inputs of the CLI, from which it generates the templates that it deploys.
  ///   - paths: the files of the project.
  static func ofAmplify(
    _ templates: [String], next inputs: [String], in paths: [String]
  ) -> [String: String] {
    guard !inputs.isEmpty else { return [:] }
    let folders = Set(inputs.map(ProjectFiles.folder))
    let own = templates.filter { path in
      guard !path.contains("amplify/backend/"), !folders.contains(ProjectFiles.folder(of: path)),
        let root = (try? PoolReader.document(at: path))?.root
      else { return false }
      return root["Description"]?.text?.contains(amplify) == true
    }
    var named: Set<String> = []
    for other in own.isEmpty ? [] : paths {
      guard let bytes = try? PoolReader.bytes(of: other) else { continue }
      for path in own where path != other && !named.contains(path) {
        let name = String(path.split(separator: "/").last ?? "")
        if FolderSearch.has([name], in: bytes) { named.insert(path) }
      }
    }
    let reason =
      "a template that Amplify's CLI generated, by its description, and that no file here deploys"
    return Dictionary(
      uniqueKeysWithValues: Set(own).subtracting(named).map { ($0, reason) })
  }
}
