import SignIn
import TransitionTables

/// The folder into which `cdk synth` writes, whose manifest.json names what the last run made. What
/// an earlier run left there belongs to nobody.
/// Source: the cloud assembly schema of the CDK, `templateFile` and the asset manifests.
struct CloudAssembly {
  private let folder: String
  private let manifest: String
  /// The manifests of assets that the last run wrote: templates of nested stacks are named there.
  private let assets: [String]

  /// The folder of a template; nil where it has no manifest.
  init?(of template: String) {
    folder = ProjectFiles.folder(of: template)
    let within = folder.isEmpty ? "" : folder + "/"
    guard template.hasSuffix(".template.json"),
      let manifest = Self.text(of: within + "manifest.json"), manifest.contains("\"artifacts\"")
    else { return nil }
    self.manifest = manifest
    let names = manifest.split(separator: "\"").filter { $0.hasSuffix(".assets.json") }
    assets = Set(names).sorted().compactMap { Self.text(of: within + $0) }
  }

  /// Whether the last run made a template of the folder.
  func names(_ template: String) -> Bool {
    let name = "\"\(template.dropFirst(folder.isEmpty ? 0 : folder.count + 1))\""
    return manifest.contains(name) || assets.contains { $0.contains(name) }
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
