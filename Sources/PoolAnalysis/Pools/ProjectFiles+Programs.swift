import SignIn
import TransitionTables

extension ProjectFiles {
  /// The phrase for a CDK program that is not read.
  static let program = "a program of the CDK"

  /// The suffixes of programs in languages in which no document is written.
  private static let compiled: Set<String> = ["cs", "java", "go"]
  /// The suffixes of programs that may create a pool by a call.
  static let scripts: Set<String> = ["ts", "js", "mjs", "cjs"]

  /// Matches the CDK's constructors of a pool in these languages; an imported pool is created
  /// elsewhere.
  private static var maker: Regex<Substring> {
    /\b(?:new (?:\w+\.)*(?:Cfn)?UserPool\(|(?:Cfn)?UserPool\.Builder\b)|\.New(?:Cfn)?UserPool\(/
      .wordBoundaryKind(.simple)
  }

  /// Drops what is said of Pulumi projects below whose folder a program with the pool is read.
  mutating func dropReadProjects() {
    let isOfProject = { (note: Diagnostic) in
      let name = note.location.file.split(separator: "/").last?.split(separator: ".") ?? []
      return name == ["Pulumi", "yaml"] || name == ["Pulumi", "yml"]
    }
    guard left.contains(where: isOfProject) else { return }
    let programs = taken.filter { path in
      (try? PoolReader.bytes(of: path)).flatMap { PoolReader.format(of: $0, file: path) } == .pulumi
    }
    left.removeAll { note in
      let folder = Self.folder(of: note.location.file)
      return isOfProject(note)
        && programs.contains { folder.isEmpty || $0.hasPrefix(folder + "/") }
    }
  }

  /// Errors for CDK programs that create a pool in a language in which no document is written.
  static func compiledPrograms(in folder: String) -> [Diagnostic] {
    FolderSearch(in: folder, suffixes: compiled).paths.compactMap { path in
      guard let bytes = try? PoolReader.bytes(of: path), FolderSearch.has(["UserPool"], in: bytes)
      else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return isOfCDK(text) && text.contains(maker) ? refusal(of: bytes, at: path) : nil
    }
  }

  /// The error for the first CDK program, for use where nothing else is found: its remedy says what
  /// to do.
  static func anyProgram(in folder: String) -> Diagnostic? {
    FolderSearch(in: folder, suffixes: compiled.union(scripts)).paths.lazy.compactMap { path in
      guard let bytes = try? PoolReader.bytes(of: path) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return isOfCDK(text) ? refusal(of: bytes, at: path) : nil
    }.first
  }

  /// The error for the first app that configures Amplify with a pool and an app client, or else for
  /// the first program that contains the id of exactly one pool. Such programs state no settings of
  /// the pool.
  static func anyApp(in folder: String) -> Diagnostic? {
    let paths = FolderSearch(in: folder, suffixes: ProgramSearch.apps).paths
    return appOfAmplify(among: paths)
      ?? paths.lazy.compactMap { path in
        guard let bytes = try? PoolReader.bytes(of: path) else { return nil }
        let lines = FolderSearch.lines(with: ["POOL", "Pool", "pool"], in: bytes)
        return PoolReader.onlyPoolID(in: lines).map { PoolReader.reference(path, id: $0) }
      }.first
  }

  private static func appOfAmplify(among paths: [String]) -> Diagnostic? {
    paths.lazy.compactMap { path in
      guard let bytes = try? PoolReader.bytes(of: path),
        FolderSearch.has(["userPoolClientId", "userPoolWebClientId"], in: bytes)
      else { return nil }
      let isOfAmplify = path.contains("aws-exports") || FolderSearch.has(["mplify"], in: bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      return isOfAmplify && text.contains(clientKey) ? PoolReader.reference(path) : nil
    }.first
  }

  /// Matches the app client in the configuration of an app with its value, but not with its type.
  private static var clientKey: Regex<Substring> {
    /userPool(?:Web)?ClientId["']?\s*:\s*(?!string\W)[^\s;,)]/
  }

  /// The programs whose construct classes are mentioned by no program line other than their
  /// declaration: usually remains of an older project.
  /// - Parameters:
  ///   - programs: the programs with constructs of a pool.
  ///   - paths: the files of the folder.
  static func unmade(_ programs: Set<String>, in paths: [String]) -> [String] {
    var classes: [String: [String]] = [:]
    for path in programs {
      guard let bytes = try? PoolReader.bytes(of: path) else { continue }
      classes[path] = String(decoding: bytes, as: UTF8.self).matches(of: declaration)
        .map { String($0.1) }
    }
    let all = Set(classes.values.joined())
    guard programs.count > 1, !all.isEmpty else { return [] }
    var named: Set<String> = []
    for path in paths where scripts.contains(FolderSearch.suffix(of: path)) {
      guard let bytes = try? PoolReader.bytes(of: path) else { continue }
      for line in FolderSearch.lines(with: Array(all), in: bytes)
      where !ProgramSearch.comments(in: path).contains(where: line.hasPrefix) {
        let declared = line.firstMatch(of: declaration).map { String($0.1) }
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        named.formUnion(words.filter { $0 != declared })
      }
    }
    return classes.filter { !$0.value.isEmpty && named.isDisjoint(with: $0.value) }.map(\.key)
  }

  /// Matches the declaration of a CDK class; captures its name.
  private static var declaration: Regex<(Substring, Substring)> {
    /\bclass (\w+) extends (?:\w+\.)*(?:Nested)?(?:Stack|Construct)\b/
      .wordBoundaryKind(.simple)
  }

  /// Whether a skipped file creates a pool that it does not describe: a program, or a module
  /// defined elsewhere.
  static func makesPool(_ left: Diagnostic) -> Bool {
    ["a program of", "the pool is made by the module"].contains(where: left.message.contains)
  }

  /// The notes on skipped files, with programs first: nothing else describes the pools that they
  /// create.
  static func programsFirst(_ left: [Diagnostic]) -> [Diagnostic] {
    let isProgram = { (one: Diagnostic) in one.message.contains("a program of") }
    return left.filter(isProgram) + left.filter { !isProgram($0) }
  }

  private static func isOfCDK(_ text: String) -> Bool {
    text.contains("UserPool")
      && ["Amazon.CDK", "awscdk", "aws-cdk-go"].contains(where: text.contains)
  }

  private static func refusal(of bytes: [UInt8], at path: String) -> Diagnostic? {
    do throws(DiagnosticList) {
      _ = try PoolReader.formatOrRefusal(of: bytes, file: path)
      return nil
    } catch {
      return error.diagnostics.first { $0.code == "document.unsupported-format" }
    }
  }
}
