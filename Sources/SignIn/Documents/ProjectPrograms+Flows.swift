import TransitionTables

/// The flows by which programs sign users in.
extension ProjectPrograms {
  /// What a program has that names a flow.
  package static let flowWords = ["AuthFlow", "authFlow", "auth-flow", "uthenticationFlowType"]

  /// InitiateAuth and AdminInitiateAuth by their names in the SDKs and on the command line.
  private static let signIns = ["nitiateAuth", "nitiate_auth", "initiate-auth"]
  /// What stands for the service where no pool is deployed.
  private static let emulators = [
    "cognito-local", "cognito_local", "localstack", "import moto", "from moto", "mock_cognito",
  ]

  /// A flow as the field of a request: `AuthFlow: 'USER_PASSWORD_AUTH'`,
  /// `.authFlow(AuthFlowType.USER_PASSWORD_AUTH)`, `--auth-flow USER_PASSWORD_AUTH`.
  private static var field: Regex<(Substring, Substring)> {
    #/
      (?: (?: ^ | [^\w.$] ) AuthFlow ["']? \s* (?: = | : ) \s*
        | \.authFlow\( \s* | --auth-flow [\ =] \s* )
      (?: aws\.String\( \s* )? ["']? ((?: \w+ \. )* \w+) ["']?+
      (?! [\w.\[\(] | \s* [|?+] | \s* = )
    /#
  }
  /// The same of Amplify, where a call or the configuration names it.
  private static var option: Regex<(Substring, Substring)> {
    #/
      (?: (?: ^ | [^\w.$] ) auth (?: Flow | enticationFlow ) Type ["']? \s* : \s*
        | setAuthenticationFlowType\( \s* )
      ["'] (\w+) ["'] (?! \s* [|?+] )
    /#
  }

  /// Takes by which flows a text signs users in. What it computes is none.
  package mutating func takeFlows(in text: String, of file: String) {
    guard !Self.emulators.contains(where: text.lowercased().contains) else { return }
    let isRequest = Self.signIns.contains(where: text.contains)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where Self.flowWords.contains(where: line.contains) {
      let code = line.drop { $0.isWhitespace }
      guard !Self.comments.contains(where: code.hasPrefix) else { continue }
      let found = (isRequest ? code.matches(of: Self.field) : []) + code.matches(of: Self.option)
      for match in found {
        let word = match.1.split(separator: ".").last.map(String.init) ?? ""
        flows[word] = flows[word] ?? SourceLocation(file: file, line: index + 1)
      }
    }
  }
}
