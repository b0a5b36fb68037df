import Foundation
import SignIn

/// What the text of a file says that a folder has.
extension ProjectFiles {
  /// Whether what an app receives has a word in place of the pool's id, which begins with the
  /// region: `eu-west-1_aBcD12345`.
  static func isUnfilled(_ text: String) -> Bool {
    let ids = text.matches(
      of: /(?:user_pool_id|aws_user_pools_id|PoolId)["']?\s*:\s*["']([^"']*)["']/)
    return !ids.isEmpty && !ids.contains { $0.1.contains(/^[a-z]+-[a-z-]+-[0-9]+_/) }
  }

  /// The files of some that can be read, with their bytes.
  static func texts(_ paths: [String]) -> [(file: String, bytes: [UInt8])] {
    paths.compactMap { path in
      (try? PoolReader.bytes(of: path)).map { (file: path, bytes: $0) }
    }
  }

  /// The suffixes of data, and why a file with one of them is no document though it is not broken.
  static let data: Set<String> = ["json", "yaml", "yml", "template"]
  static let others: Set<String> = [
    "document.unsupported-format", "document.unknown-format", "document.not-a-mapping",
    "document.empty",
  ]

  /// Whether a text declares a pool or its app client as CloudFormation or Terraform does; groups
  /// of users are neither.
  static func declaresPool(_ text: String) -> Bool {
    text.contains("\"aws_cognito_user_pool\"")
      || text.contains("AWS::Cognito::UserPool")
        && text.contains(/AWS::Cognito::UserPool(?:Client)?(?!\w)/)
  }

  /// Whether a project of the Serverless Framework may have a user pool: in its own file, in one
  /// that it names, or in one that is not there. The file of a new project names one in comments.
  static func mayHavePool(_ path: String, _ bytes: [UInt8]) -> Bool {
    func names(_ bytes: [UInt8]) -> Bool {
      FolderSearch.lines(with: ["AWS::Cognito::UserPool", "cognitoUserPool:"], in: bytes)
        .contains { !$0.hasPrefix("#") }
    }
    return names(bytes)
      || resources(of: path, bytes).contains { file in
        guard let bytes = try? PoolReader.bytes(of: file) else { return true }
        return names(bytes)
      }
  }

  /// The files that a file of the Serverless Framework names.
  static func resources(of path: String, _ bytes: [UInt8]) -> [String] {
    PoolReader.serverlessResources(of: bytes, file: path).map {
      PoolReader.path($0, from: folder(of: path))
    }
  }

  /// Whether a file of the Serverless Framework names files that are not there and has not the name
  /// that the framework looks for: people keep old ones as examples.
  static func isCopy(_ path: String, _ bytes: [UInt8]) -> Bool {
    !isServerlessName(path)
      && PoolReader.serverlessResources(of: bytes, file: path).contains { reference in
        !reference.contains("${")
          && !FileManager.default.fileExists(
            atPath: PoolReader.path(reference, from: folder(of: path)))
      }
  }

  /// Whether a file has the name that the Serverless Framework looks for.
  static func isServerlessName(_ path: String) -> Bool {
    path.split(separator: "/").last?.hasPrefix("serverless.") == true
  }

  /// Whether a file is Waymark's own; those of other tools have one of its keys too.
  static func isPoolFile(_ text: String) -> Bool {
    let isJSON = text.hasPrefix("{")
    let keys = Set(
      text.split(separator: "\n").map { line in
        let key = line.prefix { $0 != ":" }
        return isJSON ? key.filter(\.isLetter) : String(key)
      })
    return keys.contains("pool") && (keys.contains("configuration") || keys.contains("open"))
  }

  /// How programs make a pool by a call of the service.
  private static let poolCalls = ["new CreateUserPoolCommand(", ".createUserPool("]

  /// Whether a program, as far as a file is one, may make a pool: `new UserPool(…)`. The class
  /// `CognitoUserPool` is that of a client library.
  static func makesPool(_ path: String, _ text: String) -> Bool {
    guard Self.scripts.contains(FolderSearch.suffix(of: path)) else {
      if FolderSearch.suffix(of: path) == "py" { return text.contains("UserPool(") }
      if FolderSearch.suffix(of: path) == "dart" { return false }
      if ["ps1", "bat", "cmd"].contains(FolderSearch.suffix(of: path)) {
        return PoolReader.makesPool(script: text) || text.contains("New-CGIPUserPool")
      }
      // Any text may be a template of some tool.
      if FolderSearch.suffix(of: path) == "template" { return declaresPool(text) }
      // An identity pool is none, and charts of Kubernetes that are filled in name one at most.
      return text.contains("AWS::Cognito::UserPool")
        || !text.contains("AWS::Cognito::") && !text.contains("{{")
    }
    if text.contains("@serverless/typescript") || PoolReader.makesPoolOfOldSST(text) { return true }
    if poolCalls.contains(where: text.contains) { return true }
    return text.components(separatedBy: "UserPool(").dropLast().contains { before in
      // A function of the app, such as `updateUserPool(…)`, is none.
      let words = before.suffix(100).split(separator: " ", omittingEmptySubsequences: false)
      return words.dropLast().last?.hasSuffix("new") == true && !before.hasSuffix("Cognito")
        || before.hasSuffix(".create")
    }
  }
}
