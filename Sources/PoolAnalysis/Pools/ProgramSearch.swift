import Foundation
import SignIn
import TransitionTables

/// Looks into the programs of a folder for what they do with a pool's users.
struct ProgramSearch {
  /// What they say. Ask for it after ``finish()``.
  private(set) var found = ProjectPrograms()
  private let folder: String
  /// Whether a document names PreSignUp.
  private var hasPreSignUp = false

  /// What a program names that a document need not name.
  static let names = ["autoConfirmUser"]

  /// - Parameter folder: the folder's path, as the user wrote it.
  init(in folder: String) { self.folder = folder }

  /// AdminConfirmSignUp by its names in the SDKs. What a script does by hand is for one user.
  private static let confirms = [
    "adminConfirmSignUp(", "AdminConfirmSignUpCommand(", "admin_confirm_sign_up(",
  ]

  /// AdminCreateUser by its names in the SDKs, the permission to call it, and users as resources.
  private static let makes = [
    "adminCreateUser(", "AdminCreateUserCommand(", "admin_create_user(",
    "cognito-idp:AdminCreateUser", "resource \"aws_cognito_user\"", "AWS::Cognito::UserPoolUser",
  ]

  /// What signs people up, in the languages of apps and of servers, the permission to do so, and
  /// the components with a form for it.
  private static let signsUp = [
    "signUp(", "SignUpCommand", "sign_up(", "SignUpRequest", "SignUpInput", ".SignUp(",
    "SignUpAsync(", "cognito-idp:SignUp", "cognito-idp sign-up", "<Authenticator",
    "withAuthenticator", "Authenticator(", "Authenticator {", "amplify-authenticator",
    "AmplifySignUp",
  ]

  /// The suffixes of the programs that are looked into with the documents.
  private static let scripts: Set<String> = ["ts", "js", "mjs", "py"]
  /// Those of other functions, of which no document is written.
  private static let compiled: Set<String> = ["cs", "java", "go"]
  /// Those of what may sign people up.
  private static let all: Set<String> = [
    "ts", "tsx", "js", "jsx", "mjs", "cjs", "vue", "svelte", "html", "dart", "swift", "kt", "java",
    "cs", "go", "py", "rb", "php", "rs", "tf", "yaml", "yml", "json", "sh",
  ]

  /// Folders of programs with users of their own: tests, and scripts that are run by hand.
  private static let ofOwnUsers: Set<Substring> = [
    "test", "tests", "e2e", "cypress", "playwright", "integration", "fixtures", "scripts", "seeds",
  ]

  /// Looks into a document or a program.
  mutating func look(into text: String, of path: String) {
    hasPreSignUp =
      hasPreSignUp || ["PreSignUp", "pre_sign_up", "preSignUp"].contains(where: text.contains)
    guard !hasOwnUsers(path) else { return }
    if found.accounts == nil, Self.makes.contains(where: text.contains) {
      found.accounts = place(in: text, of: path) { Self.makes.contains(where: $0.contains) }
    }
    guard Self.scripts.contains(FolderSearch.suffix(of: path)) else { return }
    if found.confirmation == nil, Self.confirms.contains(where: text.contains) {
      found.confirmation = place(in: text, of: path) { Self.confirms.contains(where: $0.contains) }
    }
    lookForAutoConfirmation(in: text, of: path)
  }

  /// Looks into the programs of other languages, as far as something hangs on them.
  mutating func finish() {
    if found.autoConfirmation == nil, hasPreSignUp {
      for path in FolderSearch(in: folder, suffixes: Self.compiled).paths where !hasOwnUsers(path) {
        guard let bytes = try? PoolReader.bytes(of: path),
          FolderSearch.has(["utoConfirmUser"], in: bytes)
        else { continue }
        lookForAutoConfirmation(in: String(decoding: bytes, as: UTF8.self), of: path)
      }
    }
    guard found.accounts != nil else { return }
    let signsUp = FolderSearch(in: folder, suffixes: Self.all).paths.contains { path in
      (try? PoolReader.bytes(of: path)).map { FolderSearch.has(Self.signsUp, in: $0) } ?? false
    }
    if signsUp { found.accounts = nil }
  }

  /// A function that answers PreSignUp so that the user is confirmed, if only some users are.
  private mutating func lookForAutoConfirmation(in text: String, of path: String) {
    guard found.autoConfirmation == nil, text.contains("utoConfirmUser") else { return }
    found.autoConfirmation = place(in: text, of: path) { code in
      code.contains("utoConfirmUser") && (code.contains("true") || code.contains("True"))
    }
  }

  private func hasOwnUsers(_ path: String) -> Bool {
    let own = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
    return !Self.ofOwnUsers.isDisjoint(with: own.split(separator: "/").dropLast())
  }

  /// The first line that is wanted and no comment.
  private func place(
    in text: String, of path: String, where isWanted: (Substring) -> Bool
  ) -> SourceLocation? {
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { line in
      let code = line.drop { $0.isWhitespace }
      return !["//", "#", "*", "/*"].contains(where: code.hasPrefix) && isWanted(code)
    }
    return line.map { SourceLocation(file: path, line: $0 + 1) }
  }
}
