import Foundation
import SignIn

/// Finds what Amplify's CLI generated for a project's pool, where its inputs are missing: the
/// template below `build` with its values, or else the CLI's copy of the last deployment.
///
/// The folder search skips both, which repeat the inputs where these exist.
struct AmplifyBackend {
  /// The two generations of Amplify's backends: by inputs of its CLI, and by a program.
  enum Generation: CaseIterable {
    case first, second

    /// The generation of a file in a folder of Amplify's, or nil.
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - folder: the folder of the project.
    init?(of path: String, in folder: String) {
      let own = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
      let folders = own.split(separator: "/").dropLast()
      guard let place = folders.lastIndex(of: "amplify") else { return nil }
      self = folders[place...].dropFirst().first == "backend" ? .first : .second
    }

    /// Both generations where a project has both, else none.
    /// - Parameters:
    ///   - paths: the files of the project.
    ///   - folder: the folder of the project.
    static func both(of paths: [String], in folder: String) -> [Generation] {
      let programs = ["amplify/backend.ts", "amplify/auth/resource.ts"]
      let isBoth =
        paths.contains { path in programs.contains(where: path.hasSuffix) }
        && paths.contains { Generation(of: $0, in: folder) == .first }
      return isBoth ? allCases : []
    }

    var other: Generation { self == .first ? .second : .first }

    /// The generation of a pool's document; nil where it is not Amplify's.
    init?(_ format: PoolDocument.Format?) {
      switch format {
      case .amplifyDefinition, .amplifyOverrides: self = .second
      case .amplifyInputs, .amplifyInputOverrides: self = .first
      default: return nil
      }
    }
  }

  /// Amplify's folders in the project, such as `app/amplify/`.
  private let roots: [String]
  /// Whether the project has a folder of Amplify.
  let isThere: Bool

  /// - Parameters:
  ///   - paths: the files of a project.
  ///   - folder: the folder of the project.
  init(of paths: [String], in folder: String) {
    let above = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    let found = paths.flatMap { path in
      path.dropFirst(above.count).ranges(of: "amplify/").map { String(path[..<$0.upperBound]) }
    }
    roots = Set([above + "amplify/"] + found).sorted()
    isThere = roots.contains { root in
      Self.marks.contains { FileManager.default.fileExists(atPath: root + $0) }
    }
  }

  /// Entries that show that a folder is Amplify's: an app may use the name for a folder of its own.
  private static let marks = [
    "backend", "backend.ts", "auth/resource.ts", "#current-cloud-backend", ".config", "cli.json",
    "team-provider-info.json",
  ]

  /// Whether a project with a `defineAuth` program also has a backend of the first generation.
  static func isNext(to definition: String) -> Bool {
    SynthesisedTemplate.root(ofProgram: definition).map { root in
      FileManager.default.fileExists(atPath: root + "amplify/backend")
    } ?? false
  }

  /// A phrase for documents of the first generation where apps use the pool of the second.
  static let leftOver = "a left-over of Amplify Gen1 next to the pool of Gen2"
  /// The names under which apps import the configurations of each generation.
  private static let (firstNames, secondNames) = (
    ["aws-exports", "amplifyconfiguration"], ["amplify_outputs"]
  )

  /// The documents of the first generation in projects that have a `defineAuth` program and whose
  /// apps use only its outputs.
  /// - Parameters:
  ///   - paths: the known documents.
  ///   - definitions: the known documents with `defineAuth`.
  static func leftOvers(among paths: [String], next definitions: [String]) -> [String] {
    Set(definitions.compactMap(SynthesisedTemplate.root(ofProgram:))).flatMap { root in
      let own = paths.filter { path in
        path.hasPrefix(root + "amplify/backend/auth/")
          || path.hasPrefix(root) && firstNames.contains(where: path.contains)
      }
      return own.isEmpty || !takesOutputsAlone(in: root) ? [] : own
    }
  }

  /// A phrase for copies next to the folder `amplify/`, which is the only one that `ampx` reads.
  static let elsewhere = "a program next to the folder amplify/, which is all that `ampx` reads"

  /// The programs in copies next to a project's `amplify/`, such as `amplify-backup/`.
  /// - Parameters:
  ///   - paths: the known documents.
  ///   - definitions: the known documents with `defineAuth`.
  static func copies(among paths: [String], of definitions: [String]) -> [String] {
    Set(definitions.compactMap(SynthesisedTemplate.root(ofProgram:))).flatMap { root in
      definitions.filter { other in
        let parts = other.dropFirst(root.count).split(separator: "/")
        return other.hasPrefix(root) && parts.dropFirst() == ["auth", "resource.ts"]
          && parts[0] != "amplify"
      }.flatMap { other in
        let backend = other.replacing("/auth/resource.ts", with: "/backend.ts")
        return paths.filter { [other, backend].contains($0) }
      }
    }
  }

  private static func takesOutputsAlone(in root: String) -> Bool {
    var takesOutputs = false
    for path in FolderSearch(in: root.isEmpty ? "." : root, suffixes: ProgramSearch.apps).paths
    where !path.hasPrefix(root + "amplify/") {
      guard let bytes = try? PoolReader.bytes(of: path) else { continue }
      let lines = FolderSearch.lines(with: firstNames + secondNames, in: bytes).filter { line in
        !ProgramSearch.comments(in: path).contains(where: line.hasPrefix)
      }
      if lines.contains(where: { firstNames.contains(where: $0.contains) }) { return false }
      takesOutputs = takesOutputs || !lines.isEmpty
    }
    return takesOutputs
  }

  /// The files of the auth categories in all projects without a known document.
  /// - Parameter taken: the known documents.
  func documents(without taken: [String]) -> [String] {
    roots.filter { root in
      !taken.contains { path in
        ["auth/", "backend/"].contains { path.hasPrefix(root + $0) }
          && !path.hasPrefix(root + "backend/function/")
      }
    }.flatMap { root in
      let made = Self.categories(in: root + "backend/auth").flatMap { Self.template(in: $0) }
      guard made.isEmpty else { return made }
      return Self.categories(in: root + "#current-cloud-backend/auth").flatMap { category in
        let inputs = ["cli-inputs.json", "parameters.json"].map { "\(category)/\($0)" }
        let known = inputs.first(where: FileManager.default.fileExists).map { [$0] }
        return known ?? Self.template(in: category)
      }
    }
  }

  private static func categories(in folder: String) -> [String] {
    names(in: folder).map { "\(folder)/\($0)" }
  }

  /// The template that the CLI built, with its values.
  private static func template(in category: String) -> [String] {
    let folder = category + "/build"
    let names = names(in: folder)
    guard names.contains(where: isTemplate) else { return [] }
    return names.filter { $0 == "parameters.json" || isTemplate($0) }.map { "\(folder)/\($0)" }
  }

  private static func isTemplate(_ name: String) -> Bool {
    name.hasSuffix("-cloudformation-template.json")
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
