import SignIn
import TransitionTables

/// The folder into which `cdk synth` writes, whose manifest.json names what the last run made. What
/// an earlier run left there belongs to nobody.
/// Source: the cloud assembly schema of the CDK, `templateFile` and the asset manifests.
struct CloudAssembly {
  private let folder: String
  /// What stands in quotes in the manifest and in the manifests of assets that the last run wrote:
  /// templates of nested stacks are named there.
  private let words: Set<Substring>

  /// The folder; nil where it has no manifest.
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

  /// Those of some paths that are templates of an earlier run. Each folder is read once.
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

  /// The templates of stacks that later runs made once more in another folder, with those: of
  /// folders whose names differ by a number, such as `out` and `out2`, that with the highest one
  /// counts.
  static func repeated(among paths: [String]) -> [String: String] {
    let written = paths.filter { $0.hasSuffix(".template.json") }
    let folders = Set(written.map { ProjectFiles.folder(of: $0) })
    // The template of one run has no other.
    guard folders.count > 1 else { return [:] }
    let assemblies = folders.filter { CloudAssembly(in: $0) != nil }
    let templates = written.filter { assemblies.contains(ProjectFiles.folder(of: $0)) }
    let names = Dictionary(grouping: templates) { path in
      let folder = ProjectFiles.folder(of: path).reversed().drop(while: \.isNumber)
      return [String(folder.reversed()), String(path.split(separator: "/").last ?? "")]
    }
    let poolID = Self.poolID
    // Those of one name alone are read for what they make.
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

  /// A pool or an app client in a template, with its logical name.
  private static var poolID: Regex<(Substring, Substring)> {
    /"(\w+)":\s*\{\s*"Type":\s*"AWS::Cognito::UserPool(?:Client)?"/
  }

  /// Whether the last run made a template of the folder.
  private func names(_ template: String) -> Bool {
    words.contains(template.dropFirst(folder.isEmpty ? 0 : folder.count + 1))
  }

  /// Whether a file is the manifest of templates that stand next to it, each of which is looked
  /// into by itself.
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

  /// Why a template that the manifest does not name is left.
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
