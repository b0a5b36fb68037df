import Foundation
import SignIn

/// What Amplify's CLI made of a project's pool, where the inputs that it made it of are not there:
/// the template below `build` with its values, else its copy of what was deployed last.
///
/// A search passes over both, which say the same once more where the inputs stand next to them.
struct AmplifyBackend {
  /// Amplify's two ways to make a backend: by inputs of its CLI, and by a program.
  enum Generation: CaseIterable {
    case first, second

    /// That of a file in a folder of Amplify's, or nil.
    /// - Parameters:
    ///   - path: the file.
    ///   - folder: the folder of the project.
    init?(of path: String, in folder: String) {
      let own = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
      let folders = own.split(separator: "/").dropLast()
      guard let place = folders.lastIndex(of: "amplify") else { return nil }
      self = folders[place...].dropFirst().first == "backend" ? .first : .second
    }

    /// Both where a project has them, else none.
    /// - Parameters:
    ///   - paths: the files of the project.
    ///   - folder: its folder.
    static func both(of paths: [String], in folder: String) -> [Generation] {
      let programs = ["amplify/backend.ts", "amplify/auth/resource.ts"]
      let isBoth =
        paths.contains { path in programs.contains(where: path.hasSuffix) }
        && paths.contains { Generation(of: $0, in: folder) == .first }
      return isBoth ? allCases : []
    }

    var other: Generation { self == .first ? .second : .first }

    /// That of a pool's document; nil where it is not Amplify's.
    init?(_ format: PoolDocument.Format?) {
      switch format {
      case .amplifyDefinition, .amplifyOverrides: self = .second
      case .amplifyInputs, .amplifyInputOverrides: self = .first
      default: return nil
      }
    }
  }

  /// The CLI's folders, such as `app/amplify/`.
  private let roots: [String]
  /// Whether the project has such a folder.
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

  /// What Amplify has in its folder: an app may call a folder of its own so.
  private static let marks = [
    "backend", "backend.ts", "auth/resource.ts", "#current-cloud-backend", ".config", "cli.json",
    "team-provider-info.json",
  ]

  /// Whether the project of a program with `defineAuth` has a backend of the first generation, too.
  static func isNext(to definition: String) -> Bool {
    SynthesisedTemplate.root(ofProgram: definition).map { root in
      FileManager.default.fileExists(atPath: root + "amplify/backend")
    } ?? false
  }

  /// What is left of the first generation where the second one makes the pool that apps use.
  static let leftOver = "a left-over of Amplify Gen1 next to the pool of Gen2"
  /// How apps name what each generation writes for them.
  private static let (firstNames, secondNames) = (
    ["aws-exports", "amplifyconfiguration"], ["amplify_outputs"]
  )

  /// The documents of the first generation in projects that have a program with `defineAuth`, and
  /// whose apps take what that one makes alone.
  /// - Parameters:
  ///   - paths: the documents that are known.
  ///   - definitions: those among them with `defineAuth`.
  static func leftOvers(among paths: [String], next definitions: [String]) -> [String] {
    Set(definitions.compactMap(SynthesisedTemplate.root(ofProgram:))).flatMap { root in
      let own = paths.filter { path in
        path.hasPrefix(root + "amplify/backend/auth/")
          || path.hasPrefix(root) && firstNames.contains(where: path.contains)
      }
      return own.isEmpty || !takesOutputsAlone(in: root) ? [] : own
    }
  }

  /// What is made of the folder `amplify/` once more, next to it: `ampx` reads that one alone.
  static let elsewhere = "a program next to the folder amplify/, which is all that `ampx` reads"

  /// The programs in folders next to a project's `amplify/`, such as `amplify-backup/`.
  /// - Parameters:
  ///   - paths: the documents that are known.
  ///   - definitions: those among them with `defineAuth`.
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

  /// The files of the categories auth, of each project without a document of its own.
  /// - Parameter taken: the documents that are known.
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

  /// The template with its values, as the CLI builds them.
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
