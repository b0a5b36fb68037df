import TransitionTables

/// Where a project makes its users' accounts itself, by AdminCreateUser or as resources, and signs
/// nobody up.
struct AccountMaking {
  /// The first place where accounts are made, or nil.
  private(set) var place: SourceLocation?

  /// The call by its names in the SDKs, the permission to call it, and users as resources.
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

  /// The suffixes of what may sign people up.
  private static let programs: Set<String> = [
    "ts", "tsx", "js", "jsx", "mjs", "cjs", "vue", "svelte", "html", "dart", "swift", "kt", "java",
    "cs", "go", "py", "rb", "php", "rs", "tf", "yaml", "yml", "json", "sh",
  ]

  /// Takes one more file, but for those of programs with users of their own.
  mutating func look(into text: String, of path: String, below folder: String) {
    guard place == nil, !ProjectFiles.hasOwnUsers(path, below: folder),
      Self.makes.contains(where: text.contains)
    else { return }
    place = ProjectFiles.place(of: Self.makes, in: text, of: path)
  }

  /// Forgets the place where anything below a folder signs people up. Reads what may do so, so it
  /// is asked last.
  mutating func forgetIfUsersSignUp(in folder: String) {
    guard place != nil else { return }
    let signsUp = FolderSearch(in: folder, suffixes: Self.programs).paths.contains { path in
      (try? PoolReader.bytes(of: path)).map { FolderSearch.has(Self.signsUp, in: $0) } ?? false
    }
    if signsUp { place = nil }
  }
}
