import TransitionTables

/// Finds the backends of Amplify that leave the pool as `defineAuth` makes it.
extension ProjectPrograms {
  /// The name of the file with an Amplify Gen2 backend, in the project's folder `amplify`.
  private static let backend = "amplify/backend.ts"

  /// Takes the folder of a backend that neither names its auth nor passes itself on, by which
  /// another file could override something.
  package mutating func takeBackend(_ text: String, of file: String) {
    guard file.hasSuffix(Self.backend), text.contains("defineBackend") else { return }
    let code = text.split(whereSeparator: \.isNewline).filter { line in
      !Self.comments.contains(where: line.drop { $0.isWhitespace }.hasPrefix)
        && !line.contains(" from ")
    }.joined(separator: "\n")
    let variable = code.firstMatch(of: /(\w+)\s*(?::[^=]*)?=\s*(?:await\s+)?defineBackend\(/)?.1
    if let variable {
      let words = code.split { !$0.isLetter && !$0.isNumber && !"_$.".contains($0) }
      // The declaration is the only place where the backend stands without a member.
      let isPassedOn = words.count { $0 == variable } > 1 || code.contains("\(variable)[")
      let auth = "\(variable).auth"
      guard !isPassedOn, !words.contains(where: { $0 == auth || $0.hasPrefix("\(auth).") }),
        !code.contains("\(variable)?")
      else { return }
    }
    guard code.contains("defineBackend("), !code.contains("Aspects") else { return }
    untouched.insert(String(file.dropLast("backend.ts".count)))
  }
}
