/// Finds the calls of `aws cognito-idp` in the scripts of a folder.
extension ProjectFiles {
  static let clientUpdate = "update-user-pool-client"
  /// The options of that call on which verdicts depend.
  static let ofClient = [
    "--supported-identity-providers", "--explicit-auth-flows", "--prevent-user-existence-errors",
  ]

  static func script(calling call: String) -> String { "a script that calls \(call)" }

  /// Matches a reference to a request file in a script; a template that is referenced may also be
  /// deployed elsewhere.
  static var requestFile: Regex<(Substring, Substring)> {
    /--cli-input-(?:json|yaml)\W+file:\/\/([\w.\/-]+)/
  }

  /// The shell calls that update the settings of a pool or an app client.
  static func updates(in bytes: [UInt8]) -> Set<String> {
    let calls = FolderSearch.lines(with: ["update-user-pool"], in: bytes)
    return Set(
      calls.filter { !$0.hasPrefix("#") }.flatMap { $0.matches(of: update) }.map { String($0.1) })
  }

  private static var update: Regex<(Substring, Substring)> {
    /cognito-idp\s+(update-user-pool(?:-client)?)(?![-\w])/
  }
}
