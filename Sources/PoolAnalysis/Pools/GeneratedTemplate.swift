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
    let named = Set(mentions(of: own, in: paths).map(\.template))
    let reason =
      "a template that Amplify's CLI generated, by its description, and that no file here deploys"
    return Dictionary(
      uniqueKeysWithValues: Set(own).subtracting(named).map { ($0, reason) })
  }

  /// The lines of files that contain the file name of a template; lines of the template itself do
  /// not count.
  private static func mentions(
    of templates: [String], in paths: [String]
  ) -> [(template: String, file: String, line: Substring)] {
    let names = Dictionary(grouping: templates) { path in
      String(path.split(separator: "/").last ?? "")
    }
    return (names.isEmpty ? [] : paths).flatMap { file in
      let bytes = (try? PoolReader.bytes(of: file)) ?? []
      let lines = FolderSearch.lines(with: Array(names.keys), in: bytes)
      return lines.flatMap { line in
        names.filter { isNamed($0.key, in: line) }.flatMap(\.value).filter { $0 != file }
          .map { ($0, file, line) }
      }
    }
  }

  /// Whether a line contains a name as a whole file name: `all-users.yaml` is not `users.yaml`.
  private static func isNamed(_ name: String, in line: Substring) -> Bool {
    let isPart = { (character: Character?) in
      character.map { $0.isLetter || $0.isNumber || "-_".contains($0) } ?? false
    }
    return line.ranges(of: name).contains { range in
      !isPart(line[..<range.lowerBound].last) && !isPart(line[range.upperBound...].first)
    }
  }

  /// The templates that no file of the project names, although another template in their folder
  /// makes a pool of the same name and a guide, a script or a workflow deploys it. Each comes with
  /// a phrase that says so.
  /// - Parameters:
  ///   - templates: the templates to examine.
  ///   - project: the folder of the project.
  static func undeployed(_ templates: [String], of project: String) -> [String: String] {
    let named = templates.compactMap { path -> (path: String, pool: [String])? in
      guard let bytes = try? PoolReader.bytes(of: path) else { return nil }
      let names = PoolReader(parameters: []).identity(of: [(file: path, bytes: bytes)]).names
      return names.count == 1 ? (path, [ProjectFiles.folder(of: path)] + names) : nil
    }
    let groups = Dictionary(grouping: named, by: \.pool).values.filter { $0.count > 1 }
      .map { $0.map(\.path) }
    guard !groups.isEmpty else { return [:] }
    let paths = FolderSearch(in: project, suffixes: deployers).paths
    let found = mentions(
      of: groups.flatMap(\.self), in: paths + FolderSearch.workflows(of: project))
    return groups.reduce(into: [:]) { undeployed, group in
      let deployed = found.first { group.contains($0.template) && $0.line.contains(deployment) }
      guard let deployed else { return }
      for path in group where !found.contains(where: { $0.template == path }) {
        undeployed[path] =
          "a template that no file here names, next to \(deployed.template), which"
          + " \(deployed.file) deploys and which makes a pool of the same name"
      }
    }
  }

  /// The templates whose names say that they are an earlier state of a neighbour,
  /// `users-backup.yaml` of `users.yaml`, and that have no other pools, each with a phrase for it.
  /// One that a program or a configuration names, or that a guide deploys, counts.
  static func earlier(_ templates: [String], of project: String) -> [String: String] {
    let states = templates.map { ($0, ScriptGeneration($0, isTemplate: true)) }
    let newer = states.filter(\.1.isKept).reduce(into: [String: String]()) { newer, state in
      let folder = ProjectFiles.folder(of: state.0)
      newer[state.0] =
        states.first { other in
          ProjectFiles.folder(of: other.0) == folder && state.1.isKept(of: other.1)
        }?.0
    }
    let kept = newer.filter { path, other in
      guard let pools = madePools(of: path), !pools.isEmpty else { return false }
      return pools.isSubset(of: madePools(of: other) ?? [])
    }
    guard !kept.isEmpty else { return [:] }
    let paths = FolderSearch(in: project, suffixes: deployers).paths
    let deployed = mentions(
      of: Array(kept.keys), in: paths + FolderSearch.workflows(of: project)
    ).filter { mention in
      let isGuide = ["md", "txt"].contains { mention.file.hasSuffix(".\($0)") }
      return !isGuide || mention.line.contains(deployment)
    }.map(\.template)
    return kept.filter { !deployed.contains($0.key) }.mapValues { other in
      "an earlier state of \(other), as its name says"
    }
  }

  /// The suffixes of files that may name a template.
  private static let deployers: Set<String> = [
    "md", "txt", "sh", "ps1", "bat", "yml", "yaml", "json", "toml", "py", "ts", "js", "mjs", "cjs",
    "tf", "rb", "go", "mk", FolderSearch.noSuffix,
  ]

  /// Matches the option of a command that is followed by the template to deploy.
  private static var deployment: Regex<Substring> {
    #/--template(?:-file|-body)?[ =]|sam deploy .*-t /#
  }
}
