import SignIn
import TransitionTables

/// The folder that `cdk synth` writes to, whose manifest.json names the results of the last run.
/// Templates that an earlier run left there are stale.
/// Source: the cloud assembly schema of the CDK, `templateFile` and the asset manifests.
struct CloudAssembly {
  private let folder: String
  /// The quoted words in the manifest and in its asset manifests, which name the templates of
  /// nested stacks.
  private let words: Set<Substring>

  /// Reads the manifest of a folder; returns nil where there is none.
  private init?(in folder: String) {
    self.folder = folder
    let within = folder.isEmpty ? "" : folder + "/"
    guard let manifest = Self.text(of: within + "manifest.json"),
      manifest.contains("\"artifacts\"")
    else { return nil }
    let own = Set(manifest.split(separator: "\""))
    let assets = own.filter { $0.hasSuffix(".assets.json") }.compactMap {
      Self.text(of: within + $0)
    }
    words = assets.reduce(into: own) { $0.formUnion($1.split(separator: "\"")) }
  }

  /// The templates of an earlier run among some paths. Each folder is read once.
  static func stale(among paths: [String]) -> [String] {
    var folders: [String: CloudAssembly?] = [:]
    return paths.filter { path in
      guard path.hasSuffix(".template.json") else { return false }
      let folder = ProjectFiles.folder(of: path)
      let assembly = folders[folder] ?? CloudAssembly(in: folder)
      folders.updateValue(assembly, forKey: folder)
      return assembly?.names(path) == false
    }
  }

  /// The templates of stacks that a later run wrote to another folder, each with the later
  /// template. Of folders whose names differ by a number, such as `out` and `out2`, the highest
  /// number counts.
  static func repeated(among paths: [String]) -> [String: String] {
    let written = paths.filter { $0.hasSuffix(".template.json") }
    let folders = Set(written.map { ProjectFiles.folder(of: $0) })
    // A single folder has no repetitions.
    guard folders.count > 1 else { return [:] }
    let assemblies = folders.filter { CloudAssembly(in: $0) != nil }
    let templates = written.filter { assemblies.contains(ProjectFiles.folder(of: $0)) }
    let names = Dictionary(grouping: templates) { path in
      let folder = ProjectFiles.folder(of: path).reversed().drop(while: \.isNumber)
      return [String(folder.reversed()), String(path.split(separator: "/").last ?? "")]
    }
    let poolID = Self.poolID
    // Templates that share a name are compared by the pools that they declare.
    let stacks = names.values.filter { $0.count > 1 }.flatMap { paths in
      Dictionary(grouping: paths) { path in
        (text(of: path) ?? "").matches(of: poolID).map { String($0.1) }.sorted()
      }.values
    }
    return stacks.reduce(into: [:]) { repeated, paths in
      let ordered = paths.sorted { number(of: $0) < number(of: $1) }
      for path in ordered.dropLast() { repeated[path] = ordered.last }
    }
  }

  /// The number at the end of the name of a template's folder.
  private static func number(of template: String) -> Int {
    let digits = ProjectFiles.folder(of: template).reversed().prefix(while: \.isNumber)
    return Int(String(digits.reversed())) ?? 0
  }

  /// Matches a pool or an app client in a template; captures its logical name.
  private static var poolID: Regex<(Substring, Substring)> {
    /"(\w+)":\s*\{\s*"Type":\s*"AWS::Cognito::UserPool(?:Client)?"/
  }

  /// Whether the last run wrote a template of the folder.
  private func names(_ template: String) -> Bool {
    words.contains(template.dropFirst(folder.isEmpty ? 0 : folder.count + 1))
  }

  /// Whether a file is the manifest of templates next to it, each of which is read by itself.
  static func isManifest(_ path: String) -> Bool {
    let folder = ProjectFiles.folder(of: path)
    let within = folder.isEmpty ? "" : folder + "/"
    guard path == within + "manifest.json", let assembly = CloudAssembly(in: folder) else {
      return false
    }
    return assembly.words.contains { word in
      word.hasSuffix(".template.json") && text(of: within + word) != nil
    }
  }

  /// The note about a template that the manifest does not name.
  static func stale(_ template: String) -> Diagnostic {
    Diagnostic(
      "project.stale-template", .note, at: SourceLocation(file: template),
      "this is a template that the manifest.json next to it does not name: `cdk synth` no longer"
        + " makes it",
      remedy: "remove it, or name the file itself to have it read")
  }

  private static func text(of path: String) -> String? {
    (try? PoolReader.bytes(of: path)).map { String(decoding: $0, as: UTF8.self) }
  }
}
