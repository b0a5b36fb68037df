import SignIn
import TransitionTables

extension ProjectFiles {
  /// How a program of the CDK is called where it is left.
  static let program = "a program of the CDK"

  /// The suffixes of programs in whose languages no document is written.
  private static let compiled: Set<String> = ["cs", "java", "go"]
  /// The suffixes of programs that may make a pool by a call.
  static let scripts: Set<String> = ["ts", "js", "mjs", "cjs"]

  /// How the CDK makes a pool in these languages; one that is imported is made elsewhere.
  private static var maker: Regex<Substring> {
    /\b(?:new (?:\w+\.)*(?:Cfn)?UserPool\(|(?:Cfn)?UserPool\.Builder\b)|\.New(?:Cfn)?UserPool\(/
      .wordBoundaryKind(.simple)
  }

  /// The programs of the CDK that make a pool in a language of which no document is written.
  static func compiledPrograms(in folder: String) -> [Diagnostic] {
    FolderSearch(in: folder, suffixes: compiled).paths.compactMap { path in
      guard let bytes = try? PoolReader.bytes(of: path), FolderSearch.has(["UserPool"], in: bytes)
      else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return isOfCDK(text) && text.contains(maker) ? refusal(of: bytes, at: path) : nil
    }
  }

  /// The first program of the CDK: where nothing else is found it says what to do.
  static func anyProgram(in folder: String) -> Diagnostic? {
    FolderSearch(in: folder, suffixes: compiled.union(scripts)).paths.lazy.compactMap { path in
      guard let bytes = try? PoolReader.bytes(of: path) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return isOfCDK(text) ? refusal(of: bytes, at: path) : nil
    }.first
  }

  /// The first app that names its pool and its app client to Amplify by what stands elsewhere, such
  /// as variables of its surroundings, or else the first program with the id of a pool: it says
  /// nothing of their settings.
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

  /// The app client in the configuration of an app with its value, which is not its type.
  private static var clientKey: Regex<Substring> {
    /userPool(?:Web)?ClientId["']?\s*:\s*(?!string\W)[^\s;,)]/
  }

  /// The programs whose classes of constructs no line of a program names, but the one that declares
  /// them and comments: what stays of an older project, as a rule.
  /// - Parameters:
  ///   - programs: those with constructs of a pool.
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

  /// How a class of the CDK is declared, with its name.
  private static var declaration: Regex<(Substring, Substring)> {
    /\bclass (\w+) extends (?:\w+\.)*(?:Nested)?(?:Stack|Construct)\b/
      .wordBoundaryKind(.simple)
  }

  /// Whether what was left makes a pool of which it does not say much: a program, or a module that
  /// stands elsewhere.
  static func makesPool(_ left: Diagnostic) -> Bool {
    ["a program of", "the pool is made by the module"].contains(where: left.message.contains)
  }

  /// What was left, the programs first: of the pools that they make nothing else says anything.
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
