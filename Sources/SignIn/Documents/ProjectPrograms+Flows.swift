import TransitionTables

/// Finds the flows by which programs sign users in, and whether they hand out the tokens.
extension ProjectPrograms {
  /// Words of which every line that names a flow contains one.
  package static let flowWords = ["AuthFlow", "authFlow", "auth-flow", "uthenticationFlowType"]
  /// Words of programs that hold access tokens, or that sign in by Amplify.
  package static let tokenWords = ["aws-amplify", "AccessToken", "AuthenticationResult"]

  /// The number of names by which one program may call Amplify.
  private static let mostNames = 4
  /// The number of tokens in one program of which it is examined where they go.
  private static let mostTokens = 50

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
      guard code.utf8.count <= FunctionLines.longestLine,
        !Self.comments.contains(where: code.hasPrefix)
      else { continue }
      let found = (isRequest ? code.matches(of: Self.field) : []) + code.matches(of: Self.option)
      for match in found {
        let word = match.1.split(separator: ".").last.map(String.init) ?? ""
        guard flows[word] == nil else { continue }
        flows[word] = SourceLocation(file: file, line: index + 1)
        if isOfBrowser { flowsOfBrowsers.insert(word) }
      }
    }
  }

  /// Matches an import of Amplify in JavaScript; captures the name of the whole, the names of parts
  /// and the package.
  private static var imports: Regex<(Substring, Substring?, Substring?, Substring)> {
    #/
      \b import \s++ (?: (?: \* \s*+ as \s++ )? (\w++) \s*+ ,? \s*+ )?
      (?: \{ ([^\{\}]*+) \} \s*+ )? from \s*+ ["'] ((?:@aws-amplify/ | aws-amplify) [\w\-/]*) ["']
    /#
  }

  /// The calls and components in a text that sign in by Amplify.
  private static func signInsOfAmplify(in text: String) -> [String] {
    text.matches(of: imports).flatMap { match -> [String] in
      let parts = (match.2 ?? "").split(separator: ",").map {
        $0.split(whereSeparator: \.isWhitespace)
      }
      // `signIn as own` has another name in this file.
      func own(_ name: String) -> String? {
        parts.first { $0.first == name[...] }?.last.map(String.init)
      }
      let isWhole = match.0.contains("*")
      switch match.3 {
      case "aws-amplify/auth", "@aws-amplify/auth":
        let whole = match.1.map { isWhole || $0 == "Auth" ? ["\($0).signIn("] : [] } ?? []
        return whole
          + [own("signIn").map { "\($0)(" }, own("Auth").map { "\($0).signIn(" }]
          .compactMap(\.self)
      case "aws-amplify":
        return own("Auth").map { ["\($0).signIn("] } ?? []
      case let package where package.hasPrefix("@aws-amplify/ui-"):
        // A form of the app's own may send what it likes.
        guard !text.contains("handleSignIn") else { return [] }
        return [own("Authenticator").map { "<\($0)" }, own("withAuthenticator").map { "\($0)(" }]
          .compactMap(\.self)
      default: return []
      }
    }
  }

  /// Takes the place where an app signs users in by Amplify in JavaScript, which knows no secret of
  /// an app client.
  package mutating func takeAmplify(in text: String, of file: String) {
    guard amplify == nil, text.contains("aws-amplify") else { return }
    let names = Self.signInsOfAmplify(in: text).prefix(Self.mostNames)
    guard !names.isEmpty else { return }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let line = lines.firstIndex { line in
      let code = line.drop { $0.isWhitespace }
      guard code.utf8.count <= FunctionLines.longestLine,
        !Self.comments.contains(where: code.hasPrefix)
      else { return false }
      return names.contains { Self.isUsed($0, in: code) }
    }
    amplify = line.map { SourceLocation(file: file, line: $0 + 1) }
  }

  /// Whether a line uses a call or a component of that name, and not only as part of another's.
  private static func isUsed(_ name: String, in code: Substring) -> Bool {
    code.ranges(of: name).contains { range in
      let before = code[..<range.lowerBound]
      let next = code[range.upperBound...].first ?? " "
      // `<Authenticator.Provider` shows no form.
      return before.last.map { !$0.isLetter && !$0.isNumber && !"_.$".contains($0) } ?? true
        && !before.hasSuffix("function ") && !before.hasSuffix("async ")
        && (name.hasSuffix("(") || !next.isLetter && !next.isNumber && !"_.".contains(next))
    }
  }

  /// Matches an access token of the service's answer as the field of another record:
  /// `accessToken: result.AuthenticationResult.AccessToken`.
  private static var token: Regex<Substring> {
    #/
      (?: ^ | [^\w.$] ) access (?: _t | T ) oken ["']? (?: \s* : | = ) [^=:]*? [^\w:=\ ] AccessToken
      (?! \w )
    /#
  }
  /// Matches the service's whole answer in a response: `res.json(result.AuthenticationResult)`.
  private static var wholeAnswer: Regex<Substring> {
    #/
      (?: \b res (?: \.status\( \w+ \) )? \. (?: json | send ) | Response\.json | jsonify
        | \bbody ["']? \s* : \s* (?: JSON\.stringify | json\.dumps ) )
      \( \s* (?: [\w.?!\[\]"']*? [^\w,\ ] )? AuthenticationResult ["'\]]* \s* [,\)]
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
    let (token, wholeAnswer) = (Self.token, Self.wholeAnswer)
    var rest = Self.mostTokens
    let line = lines.indices.first { index in
      let code = lines[index].drop { $0.isWhitespace }
      guard code.utf8.count <= FunctionLines.longestLine,
        !Self.comments.contains(where: code.hasPrefix)
      else { return false }
      if rest > 0, code.contains("AccessToken"), let match = code.firstMatch(of: token) {
        rest -= 1
        let start = code[..<match.range.lowerBound] + match.0.prefix { $0 != "a" }
        let before =
          lines[..<index].suffix(ResponseReader.mostLines)
          .filter { $0.utf8.count <= FunctionLines.longestLine } + [start]
        if ResponseReader.isInResponse(behind: before.joined(separator: "\n")) { return true }
      }
      return code.contains("AuthenticationResult") && code.contains(wholeAnswer)
    }
    tokens = line.map { SourceLocation(file: file, line: $0 + 1) }
  }
}
