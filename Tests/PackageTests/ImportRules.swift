/// Which module may import which: dependencies point one way, and what touches C, YAML or the
/// command line stands in one room each.
enum ImportRules {
  /// What each module of this package may import of the others.
  static let allowed: [String: Set<String>] = [
    "StateSpace": ["CMemory"],
    "SafeText": [],
    "TransitionTables": ["StateSpace", "SafeText", "CYaml"],
    "SignIn": ["TransitionTables", "StateSpace", "Models"],
    "MeansSearch": ["SignIn", "TransitionTables", "StateSpace"],
    "SignInCryptography": ["COpenSSL", "SafeText"],
    "SignInTestBed": ["SignIn", "SignInCryptography", "TransitionTables", "StateSpace"],
    "Diagrams": ["SafeText"],
    "GraphvizRendering": ["Diagrams"],
    "Findings": ["SafeText"],
    "WaymarkTesting": ["Findings"],
    "PoolAnalysis": [
      "MeansSearch", "SignIn", "SignInTestBed", "SignInCryptography", "TransitionTables",
      "StateSpace", "Findings", "SafeText",
    ],
    "TableMutation": [
      "PoolAnalysis", "SignIn", "SignInTestBed", "SignInCryptography", "TransitionTables",
      "StateSpace", "Findings",
    ],
    "Atlas": [
      "PoolAnalysis", "SignIn", "SignInTestBed", "SignInCryptography", "TransitionTables",
      "Findings", "Diagrams", "GraphvizRendering", "SafeText",
    ],
    "Endpoint": [
      "SignInTestBed", "SignInCryptography", "TransitionTables", "NIOCore", "NIOPosix", "NIOHTTP1",
    ],
    "WaymarkCommands": [
      "Endpoint", "PoolAnalysis", "TableMutation", "Atlas", "SignIn", "SignInTestBed",
      "SignInCryptography", "TransitionTables", "StateSpace", "Diagrams", "Findings", "SafeText",
      "ArgumentParser",
    ],
    "waymark": ["WaymarkCommands"],
  ]

  /// What comes with the toolchain and may be imported anywhere but in ``strangers``.
  static let system: Set<String> = [
    "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Glibc", "Darwin", "Musl",
    "Testing",
  ]

  /// Modules that do without some of the system's libraries.
  static let strangers: [String: Set<String>] = [
    "StateSpace": ["Foundation", "FoundationEssentials", "Testing"]
  ]

  /// The modules that code without comments and texts imports, with their lines.
  static func imports(of code: String) -> [(line: Int, module: String)] {
    code.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        let words = line.split(separator: " ")
        guard let at = words.firstIndex(of: "import"),
          words[..<at].allSatisfy({ Self.modifiers.contains(String($0)) || $0.hasPrefix("@") }),
          at + 1 < words.count
        else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let"]
        let name = kinds.contains(words[at + 1]) ? words.last ?? "" : words[at + 1]
        return (index + 1, String(name.prefix { $0 != "." }))
      }
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private",
  ]

  /// Complaints about the imports of a file of a module, as `path:line: …`.
  static func complaints(path: String, module: String, code: String) -> [String] {
    imports(of: code).compactMap { line, imported in
      if system.contains(imported) {
        return strangers[module]?.contains(imported) == true
          ? "\(path):\(line): \(module) does without \(imported)" : nil
      }
      if allowed[module]?.contains(imported) == true { return nil }
      return "\(path):\(line): \(module) may not import \(imported)"
    }
  }
}
