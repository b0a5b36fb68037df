import TransitionTables

/// Finds the flows by which programs sign users in, and whether they hand out the tokens.
extension ProjectPrograms {
  /// Words of which every line that names a flow contains one.
  package static let flowWords = ["AuthFlow", "authFlow", "auth-flow", "uthenticationFlowType"]
  /// Words of programs that hold access tokens, or that sign in by Amplify.
  package static let tokenWords = ["aws-amplify", "AccessToken"]

  /// The names of InitiateAuth and AdminInitiateAuth in the SDKs and on the command line.
  private static let signIns = ["nitiateAuth", "nitiate_auth", "initiate-auth"]
  /// Names of programs and libraries that imitate the service, in lower case.
  private static let emulators = [
    "cognito-local", "cognito_local", "localstack", "import moto", "from moto", "mock_cognito",
  ]

  /// Matches a flow as the field of a request: `AuthFlow: 'USER_PASSWORD_AUTH'`,
  /// `.authFlow(AuthFlowType.USER_PASSWORD_AUTH)`, `--auth-flow USER_PASSWORD_AUTH`.
  private static var field: Regex<(Substring, Substring)> {
    #/
      (?: (?: ^ | [^\w.$] ) AuthFlow ["']? \s* (?: = | : ) \s*
        | \.authFlow\( \s* | --auth-flow [\ =] \s* )
      (?: aws\.String\( \s* )? ["']? ((?: \w+ \. )* \w+) ["']?+
      (?! [\w.\[\(] | \s* [|?+] | \s* = )
    /#
  }
  /// Matches a flow that a call of Amplify or its configuration names.
  private static var option: Regex<(Substring, Substring)> {
    #/
      (?: (?: ^ | [^\w.$] ) auth (?: Flow | enticationFlow ) Type ["']? \s* : \s*
        | setAuthenticationFlowType\( \s* )
      ["'] (\w+) ["'] (?! \s* [|?+] )
    /#
  }

  /// Takes the literal flows by which a text signs users in; computed ones are skipped.
  /// - Parameter folder: the folder of the project, whose own path says nothing about its files.
  package mutating func takeFlows(in text: String, of file: String, in folder: String = "") {
    guard !Self.emulators.contains(where: text.lowercased().contains) else { return }
    let isRequest = Self.signIns.contains(where: text.contains)
    let own = file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : file
    let isOfBrowser = AttributeReader(of: text, file: own) == .browser
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where Self.flowWords.contains(where: line.contains) {
      let code = line.drop { $0.isWhitespace }
      guard !Self.comments.contains(where: code.hasPrefix) else { continue }
      let found = (isRequest ? code.matches(of: Self.field) : []) + code.matches(of: Self.option)
      for match in found {
        let word = match.1.split(separator: ".").last.map(String.init) ?? ""
        guard flows[word] == nil else { continue }
        flows[word] = SourceLocation(file: file, line: index + 1)
        if isOfBrowser { flowsOfBrowsers.insert(word) }
      }
    }
  }

  /// Matches an import of Amplify's calls in JavaScript; captures their names.
  private static var calls: Regex<(Substring, Substring)> {
    /import\s*\{([^}]*)\}\s*from\s*["'](?:aws-amplify\/auth|@aws-amplify\/auth)["']/
  }

  /// Takes the place where an app signs users in by Amplify in JavaScript, which knows no secret of
  /// an app client.
  package mutating func takeAmplify(in text: String, of file: String) {
    guard amplify == nil else { return }
    var names: [String] = []
    if text.contains("from 'aws-amplify'") || text.contains("from \"aws-amplify\"") {
      names.append("Auth.signIn")
    }
    let imported = text.matches(of: Self.calls).flatMap { $0.1.split(separator: ",") }
      .map { $0.split(whereSeparator: \.isWhitespace) }
    // `signIn as own` has another name in this file.
    if let own = imported.first(where: { $0.first == "signIn" })?.last { names.append(String(own)) }
    guard !names.isEmpty else { return }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let line = lines.firstIndex { line in
      let code = line.drop { $0.isWhitespace }
      guard !Self.comments.contains(where: code.hasPrefix) else { return false }
      return names.contains { name in
        code.ranges(of: "\(name)(").contains { range in
          let before = code[..<range.lowerBound]
          return before.last.map { !$0.isLetter && !$0.isNumber && !"_.$".contains($0) } ?? true
            && !before.hasSuffix("function ") && !before.hasSuffix("async ")
        }
      }
    }
    amplify = line.map { SourceLocation(file: file, line: $0 + 1) }
  }

  /// Matches an access token of the service's answer as the field of another record:
  /// `accessToken: result.AuthenticationResult.AccessToken`.
  private static var token: Regex<Substring> {
    #/
      (?: ^ | [^\w.$] ) access (?: _t | T ) oken ["']? (?: \s* : | = ) [^=:]*? [^\w:=\ ] AccessToken
      (?! \w )
    /#
  }
  /// Words of a library that keeps the tokens in a cookie which only its server can read.
  private static let vaults = ["next-auth", "NextAuth", "@auth/", "iron-session"]

  /// Takes the place where a server that signs users in hands out their access token.
  /// - Parameter folder: the folder of the project, whose own path says nothing about its files.
  package mutating func takeTokens(in text: String, of file: String, in folder: String = "") {
    let own = file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : file
    guard tokens == nil, Self.signIns.contains(where: text.contains),
      !Self.vaults.contains(where: text.contains),
      !Self.emulators.contains(where: text.lowercased().contains),
      AttributeReader(of: text, file: own) != .browser
    else { return }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let token = Self.token
    let line = lines.firstIndex { line in
      let code = line.drop { $0.isWhitespace }
      return !Self.comments.contains(where: code.hasPrefix) && code.contains("AccessToken")
        && code.firstMatch(of: token) != nil
    }
    tokens = line.map { SourceLocation(file: file, line: $0 + 1) }
  }
}
