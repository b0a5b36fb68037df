import Foundation
import SignIn
import TransitionTables

/// The template that Amplify synthesises from a program with `defineAuth`, in the hidden folder
/// `.amplify/artifacts/cdk.out` next to the folder `amplify`.
///
/// It contains the values that the program computes, and what its constructs do to the pool. The
/// last run of `npx ampx sandbox` wrote it; it is out of date if a file of the program is newer.
struct SynthesisedTemplate {
  let path: String
  /// A file of the program that is newer than the template, or nil.
  let newer: String?

  private static let folder = ".amplify/artifacts/cdk.out/"

  /// Finds the template of a program; returns nil where there is none.
  /// - Parameter definition: the path of the file with `defineAuth`.
  init?(of definition: String) {
    guard let root = Self.root(ofProgram: definition) else { return nil }
    let folder = root + Self.folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let templates = names.sorted().map { folder + $0 }.filter { $0.hasSuffix(".template.json") }
    let stale = Set(CloudAssembly.stale(among: templates))
    let template = templates.first { path in
      !stale.contains(path) && (try? PoolReader.bytes(of: path)).map(Self.declaresPool) == true
    }
    guard let template, let written = Self.date(of: template) else { return nil }
    path = template
    newer = FolderSearch(in: root + "amplify", suffixes: ["ts"]).paths.first { file in
      Self.date(of: file).map { $0 > written } ?? false
    }
  }

  /// The project folder of a template, with a trailing slash unless it is empty; nil for other
  /// templates.
  static func root(ofTemplate path: String) -> String? {
    path.range(of: folder).map { String(path[..<$0.lowerBound]) }
  }

  /// The project folder of a file of the program.
  static func root(ofProgram path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.lastIndex(of: "amplify").map { index in
      parts[..<index].map { $0 + "/" }.joined()
    }
  }

  /// The note for a template that is skipped because it is older than the program.
  static func old(_ template: String, than file: String) -> Diagnostic {
    Diagnostic(
      "project.old-template", .note, at: SourceLocation(file: template),
      "this is older than \(file): it is what Amplify made of the program before",
      remedy: "run `npx ampx sandbox` to write it anew, or name the file itself to have it read")
  }

  private static func declaresPool(_ bytes: [UInt8]) -> Bool {
    FolderSearch.has(["\"AWS::Cognito::UserPool\""], in: bytes)
  }

  private static func date(of path: String) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
  }
}
