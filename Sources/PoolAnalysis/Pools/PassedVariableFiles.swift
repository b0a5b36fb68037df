import SignIn

/// The files of values below a folder that Terraform does not load by itself, and which of them the
/// scripts there pass: `terraform apply -var-file=prod.tfvars`.
struct PassedVariableFiles {
  /// The paths of the files, those that a script passes first.
  let paths: [String]
  /// The last components of the passed paths; nil for one that is computed.
  private let passed: Set<String?>

  /// The greatest number of files that are found.
  private static let most = 50
  private static let scripts: Set<String> = [
    "sh", "bash", "mk", "ps1", "yml", "yaml", "json", FolderSearch.noSuffix,
  ]

  /// - Parameter project: the folder's path, as the user wrote it.
  init(in project: String) {
    let files = FolderSearch(in: project, suffixes: ["tfvars"]).paths.filter { path in
      let words = path.split(separator: "/").last?.split(separator: ".") ?? []
      return words.dropLast().last != "auto" && words != ["terraform", "tfvars"]
    }
    guard !files.isEmpty else {
      (paths, passed) = ([], [])
      return
    }
    var passed: Set<String?> = []
    let scripts = FolderSearch(in: project, suffixes: Self.scripts).paths.filter { path in
      !ProgramSearch.isOfTest(path, in: project)
        && (!path.hasSuffix("json") || path.split(separator: "/").last == "package.json")
    }
    for path in scripts + FolderSearch.workflows(of: project) {
      guard let bytes = try? PoolReader.bytes(of: path), bytes.count <= 1_000_000 else { continue }
      let lines = FolderSearch.lines(with: ["-var-file"], in: bytes).filter { !$0.hasPrefix("#") }
      for line in lines {
        let words = line.matches(of: /-var-file[=\s]+(\S+)/)
        // A list of arguments is not read, so that another file may be passed too.
        if words.isEmpty { passed.insert(nil) }
        for word in words { passed.insert(Self.end(of: String(word.1), in: bytes)) }
      }
    }
    let isPassed = { (path: String) in passed.contains { Self.path(path, endsIn: $0) } }
    paths = Array((files.filter(isPassed) + files.filter { !isPassed($0) }).prefix(Self.most))
    self.passed = passed
  }

  /// Whether the scripts always pass this file, or one with its name in another folder.
  func isOnly(_ path: String) -> Bool {
    passed.count == 1 && passed.contains { Self.path(path, endsIn: $0) }
  }

  private static func path(_ path: String, endsIn end: String?) -> Bool {
    end.map { path == $0 || path.hasSuffix("/\($0)") } ?? false
  }

  /// The end of a path in a script, from the first component that no variable computes; nil where
  /// the name of the file is computed. A variable that the script sets once has that value.
  private static func end(of word: String, in bytes: [UInt8]) -> String? {
    var word = bare(word)
    // A variable may have the value of another one.
    for _ in 0..<3 {
      guard let name = word.wholeMatch(of: /\$[{(]?(\w+)[})]?/)?.1 else { break }
      let lines = FolderSearch.lines(with: [String(name)], in: bytes)
      let values = Set(
        lines.compactMap { line in
          line.prefixMatch(of: /(?:(?:export|readonly|local)\s+)?(\w+)\s*(?:[:?]?=|:)\s*(\S+)/)
            .flatMap { $0.1 == name ? bare(String($0.2)) : nil }
        })
      guard values.count == 1, let value = values.first else { return nil }
      word = value
    }
    let parts = word.split(separator: "/")
    let computed = parts.lastIndex { $0.contains("$") || $0.allSatisfy { $0 == "." } }
    let end = parts[(computed.map { $0 + 1 } ?? 0)...]
    return end.isEmpty ? nil : end.joined(separator: "/")
  }

  /// A word of a script without quotes and what ends a command.
  private static func bare(_ word: String) -> String {
    let marks: Set<Character> = ["\"", "'", "`", "\\", ",", ";"]
    return String(word.filter { !marks.contains($0) })
  }
}
