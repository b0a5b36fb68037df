import Foundation
import SignIn

/// Checks on the text of files in a folder.
extension ProjectFiles {
  /// Whether the configuration of an app has a placeholder for the pool's id, which begins with the
  /// region: `eu-west-1_aBcD12345`.
  static func isUnfilled(_ text: String) -> Bool {
    let ids = text.matches(
      of: /(?:user_pool_id|aws_user_pools_id|PoolId)["']?\s*:\s*["']([^"']*)["']/)
    return !ids.isEmpty && !ids.contains { $0.1.contains(/^[a-z]+-[a-z-]+-[0-9]+_/) }
  }

  /// Those of the files that can be read, with their bytes.
  static func texts(_ paths: [String]) -> [(file: String, bytes: [UInt8])] {
    paths.compactMap { path in
      (try? PoolReader.bytes(of: path)).map { (file: path, bytes: $0) }
    }
  }

  /// The suffixes of data files, and the codes for a file with such a suffix that is not broken but
  /// no document of a pool.
  static let data: Set<String> = ["json", "yaml", "yml", "template"]
  static let others: Set<String> = [
    "document.unsupported-format", "document.unknown-format", "document.not-a-mapping",
    "document.empty",
  ]

  /// Whether a text declares a pool or its app client as CloudFormation or Terraform does; groups
  /// of users do not count.
  static func declaresPool(_ text: String) -> Bool {
    text.contains("\"aws_cognito_user_pool\"")
      || text.contains("AWS::Cognito::UserPool")
        && text.contains(/AWS::Cognito::UserPool(?:Client)?(?!\w)/)
  }

  /// Whether a project of the Serverless Framework may have a user pool: in its own file, in one
  /// that it references, or in a missing one. Comments do not count: the file of a new project
  /// mentions one there.
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

  /// The files that a file of the Serverless Framework references.
  static func resources(of path: String, _ bytes: [UInt8]) -> [String] {
    PoolReader.serverlessResources(of: bytes, file: path).map {
      PoolReader.path($0, from: folder(of: path))
    }
  }

  /// Whether a file of the Serverless Framework references missing files and does not have the name
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

  /// Whether a file is a pool file of Waymark; files of other tools may have one of its keys.
  static func isPoolFile(_ text: String) -> Bool {
    let isJSON = text.hasPrefix("{")
    let keys = Set(
      text.split(separator: "\n").map { line in
        let key = line.prefix { $0 != ":" }
        return isJSON ? key.filter(\.isLetter) : String(key)
      })
    return keys.contains("pool") && (keys.contains("configuration") || keys.contains("open"))
  }

  /// The calls of the service with which programs create a pool.
  private static let poolCalls = [
    "new CreateUserPoolCommand(", ".createUserPool(", ".create_user_pool(",
  ]
  /// Imports of moto, a library that imitates the service in tests.
  private static let imitations = ["import moto", "from moto"]

  /// Whether a file may be a program that creates a pool, `new UserPool(…)`. The class
  /// `CognitoUserPool` belongs to a client library.
  static func makesPool(_ path: String, _ text: String) -> Bool {
    guard Self.scripts.contains(FolderSearch.suffix(of: path)) else {
      if FolderSearch.suffix(of: path) == "py" {
        return (poolCalls + ["UserPool("]).contains(where: text.contains)
          && !imitations.contains(where: text.contains) && !callsEmulator(text)
      }
      if FolderSearch.suffix(of: path) == "dart" { return false }
      if ["ps1", "bat", "cmd"].contains(FolderSearch.suffix(of: path)) {
        return PoolReader.makesPool(script: text) || text.contains("New-CGIPUserPool")
      }
      // Any text may be a template of some tool.
      if FolderSearch.suffix(of: path) == "template" { return declaresPool(text) }
      // Identity pools do not count, and Kubernetes charts with placeholders rarely declare a pool.
      return text.contains("AWS::Cognito::UserPool")
        || !text.contains("AWS::Cognito::") && !text.contains("{{")
    }
    if text.contains("@serverless/typescript") || PoolReader.makesPoolOfOldSST(text) { return true }
    if poolCalls.contains(where: text.contains) { return true }
    return text.components(separatedBy: "UserPool(").dropLast().contains { before in
      // A function of the app, such as `updateUserPool(…)`, does not create a pool.
      let words = before.suffix(100).split(separator: " ", omittingEmptySubsequences: false)
      return words.dropLast().last?.hasSuffix("new") == true && !before.hasSuffix("Cognito")
        || before.hasSuffix(".create")
    }
  }
}
