import Foundation
import SignIn
import TransitionTables

/// Searches the programs of a folder for their effects on a pool's users.
struct ProgramSearch {
  /// The results, complete after ``finish(reading:)``.
  private(set) var found = ProjectPrograms()
  private let folder: String
  /// The generation of Amplify whose programs are skipped, where a project has both.
  private let other: AmplifyBackend.Generation?
  /// Whether a document mentions PreSignUp.
  private var hasPreSignUp = false
  /// Whether a document mentions a trigger after confirmation or sign-in.
  private var hasTriggerAfter = false
  /// The acts of users that concern one of the documents.
  private var acts: Set<UserAct> = []
  /// The paths of the documents and programs that mention an app client.
  private var clients: Set<String> = []
  /// The functions of Serverless projects that have no event, each with the file that declares it.
  private var idle: [(function: IdleFunction, path: String)] = []
  /// The functions of the custom challenge that were found, by a word in their answer.
  private var challenge: [String: SourceLocation] = [:]

  /// Words in the answers of the custom challenge's functions, beginning with the one that defines
  /// it.
  private static let answers = ["issueTokens", "publicChallengeParameters", "answerCorrect"]

  /// Words that mark a program as relevant even if no document has them.
  static let names =
    [
      "autoConfirmUser", "autoVerifyEmail", "autoVerifyPhone", "PostConfirmation",
      "PostAuthentication", "defineBackend", "\"@aws-amplify/backend\": \"",
    ] + answers

  /// - Parameters:
  ///   - folder: the folder's path, as the user wrote it.
  ///   - other: the generation of Amplify whose programs are skipped.
  init(in folder: String, without other: AmplifyBackend.Generation? = nil) {
    (self.folder, self.other) = (folder, other)
  }

  /// The files of the folder that may concern these pools.
  private func files(_ suffixes: Set<String>) -> [String] {
    FolderSearch(in: folder, suffixes: suffixes).paths.filter(isOfPools)
  }

  private func isOfPools(_ path: String) -> Bool {
    other.map { AmplifyBackend.Generation(of: path, in: folder) != $0 } ?? true
  }

  /// The names of AdminConfirmSignUp in the SDKs. A manual call in a script is for a single user.
  private static let confirms = [
    "adminConfirmSignUp(", "AdminConfirmSignUpCommand(", "admin_confirm_sign_up(",
  ]

  /// The names of AdminCreateUser in the SDKs, the permission for it, and users as resources.
  private static let makes = [
    "adminCreateUser(", "AdminCreateUserCommand(", "admin_create_user(",
    "cognito-idp:AdminCreateUser", "resource \"aws_cognito_user\"", "AWS::Cognito::UserPoolUser",
    "cognito-idp admin-create-user", confirmsByHand,
  ]

  /// AdminConfirmSignUp as a manual call: together with a sign-up it amounts to creating an
  /// account.
  private static let confirmsByHand = "cognito-idp admin-confirm-sign-up"
  private static let signsUpByHand = "cognito-idp sign-up"

  /// Calls that sign users up, in the languages of apps and servers, the permission for it, and the
  /// components with a form for it.
  private static let signsUp = [
    "signUp(", "SignUpCommand", "sign_up(", "SignUpRequest", "SignUpInput", ".SignUp(",
    "SignUpAsync(", "cognito-idp:SignUp", signsUpByHand, "<Authenticator",
    "withAuthenticator", "Authenticator(", "Authenticator {", "amplify-authenticator",
    "AmplifySignUp",
  ]

  /// Calls that sign users in or up, in the languages of apps and servers, and the components that
  /// do. An app may rename Amplify's call: `import { signIn as cognitoSignIn }`.
  private static let signsIn = [
    "ignIn(", "ignUp(", "signInWithRedirect(", "nitiateAuth", "nitiate_auth(", "authenticateUser(",
    "StartWithSrpAuth", "<Authenticator", "withAuthenticator", "Authenticator(", "Authenticator {",
    "amplify-authenticator", "AmplifySignIn",
  ]

  /// Words that occur where an app client is made or changed: calls of the SDKs and of the command
  /// line, resources, and constructs.
  private static let makesClients =
    ["reate", "pdate"].flatMap {
      [
        "\($0)UserPoolClient(", "\($0)UserPoolClientCommand", "\($0)UserPoolClientRequest",
        "\($0)_user_pool_client(", "\($0)-user-pool-client",
      ]
    } + [
      "resource \"aws_cognito_user_pool_client\"", "AWS::Cognito::UserPoolClient",
      "new UserPoolClient(", ".UserPoolClient(", ".addClient(",
    ]

  /// The names in documents of the triggers after confirmation or sign-in.
  private static let triggersAfter = [
    "PostConfirmation", "postConfirmation", "post_confirmation", "PostAuthentication",
    "postAuthentication", "post_authentication",
  ]

  /// The suffixes of programs that are searched together with the documents.
  private static let scripts: Set<String> = ["ts", "js", "mjs", "cjs", "py"]
  /// The suffixes of other functions, in whose languages no document is written.
  private static let compiled: Set<String> = ["cs", "java", "go"]
  /// The suffixes of all files that may sign users up.
  private static let all: Set<String> = [
    "ts", "tsx", "js", "jsx", "mjs", "cjs", "vue", "svelte", "html", "dart", "swift", "kt", "java",
    "cs", "go", "py", "rb", "php", "rs", "tf", "yaml", "yml", "json", "sh",
  ]
  /// The suffixes among these that are not of apps.
  private static let declarations: Set<String> = ["tf", "yaml", "yml", "json", "sh"]
  /// The suffixes of apps.
  static let apps = all.subtracting(declarations)
  /// The suffixes of guides, which describe manual steps.
  private static let guides: Set<String> = ["md", "txt", "adoc", "rst"]

  /// Words that refer to an app client.
  private static let clientWords = [
    "PoolClient", "poolClient", "pool_client", "pool-client", "ClientId", "clientId", "client_id",
    "ClientName", "addClient",
  ]

  /// The forms in which a package refers to its own copy of Amplify's package with `defineAuth`.
  private static let ownDefineAuth = ["file:", "link:", "portal:", "workspace:"].map {
    "\"@aws-amplify/backend\": \"\($0)"
  }

  /// Matches the role that Amplify's CLI creates for signed-in users, as in `referenceAuth`.
  private static var firstRole: Regex<Substring> { /role\/amplify-[\w-]+-authRole/ }

  /// Folders with programs that use users of their own: tests, and scripts for manual use.
  private static let ofOwnUsers: Set<Substring> = [
    "test", "tests", "e2e", "cypress", "playwright", "integration", "fixtures", "scripts", "seeds",
  ]

  /// Words in the paths of programs that the pool's users never run: examples, tests, local tools.
  private static let ofExamples: Set<Substring> = [
    "e2e", "example", "examples", "sample", "samples", "demo", "demos", "local", "postman",
  ]

  /// Searches a document or a program.
  mutating func look(into text: String, of path: String) {
    guard isOfPools(path) else { return }
    hasPreSignUp =
      hasPreSignUp || ["PreSignUp", "pre_sign_up", "preSignUp"].contains(where: text.contains)
    hasTriggerAfter =
      hasTriggerAfter || Self.triggersAfter.contains(where: text.contains)
    UserActSearch.add(concerning: text, to: &acts)
    if path.hasSuffix("package.json"), Self.ownDefineAuth.contains(where: text.contains) {
      found.hasOwnDefineAuth = true
    }
    found.takeBackend(text, of: path)
    if text.contains("referenceAuth("), text.contains(Self.firstRole) {
      found.refersToFirstGeneration = true
    }
    if ["yml", "yaml"].contains(FolderSearch.suffix(of: path)), text.contains("handler:") {
      idle += PoolReader.idleFunctions(of: Array(text.utf8), file: path).map { ($0, path) }
    }
    if Self.clientWords.contains(where: text.contains) { clients.insert(path) }
    // The users of a script that creates the pool are the pool's users.
    guard
      !hasOwnUsers(path) && !Self.isGenerated(path)
        || text.contains("cognito-idp create-user-pool ")
    else { return }
    if found.accounts == nil, Self.makes.contains(where: text.contains) {
      found.accounts = place(in: text, of: path) { Self.makes.contains(where: $0.contains) }
    }
    guard Self.scripts.contains(FolderSearch.suffix(of: path)) else { return }
    let text = CommentedCode.blanked(text, of: path)
    if Self.confirms.contains(where: text.contains) {
      found.takeCalls(of: Self.confirms, in: text, of: path)
    }
    lookForAutoConfirmation(in: text, of: path)
    found.takeMarks(in: text, of: path)
    found.takeGroups(in: text, of: path)
    for word in Self.answers where challenge[word] == nil && text.contains(word) {
      challenge[word] = place(in: text, of: path) { $0.contains(word) }
    }
  }

  /// Searches the guides and the programs in other languages, as far as a result depends on them.
  /// - Parameter documents: the paths of the documents that are read.
  mutating func finish(reading documents: [String]) {
    if challenge.count == Self.answers.count { found.challenge = challenge[Self.answers[0]] }
    if found.autoConfirmation == nil && hasPreSignUp || hasTriggerAfter {
      for path in files(Self.compiled) where !hasOwnUsers(path) {
        guard let bytes = try? PoolReader.bytes(of: path),
          FolderSearch.has(ProjectPrograms.answers + Self.triggersAfter, in: bytes)
        else { continue }
        let text = CommentedCode.blanked(String(decoding: bytes, as: UTF8.self), of: path)
        if hasPreSignUp { lookForAutoConfirmation(in: text, of: path) }
        found.takeMarks(in: text, of: path)
        found.takeGroups(in: text, of: path)
      }
    }
    if found.confirmation != nil { acts.insert(.recovery) }
    if found.accounts == nil { lookForAccounts() }
    lookForActs(reading: documents)
    // A client that only other programs mention is not a client of these documents.
    let hasClient = clients.contains { path in
      documents.contains(path) || !Self.scripts.contains { path.hasSuffix(".\($0)") }
    }
    guard found.accounts != nil || !hasClient else { return }
    let suffixes = Self.all.union(Self.guides)
    let signUp = files(suffixes).contains(where: signsUp)
    found.signsUp = signUp
    if signUp { found.accounts = nil }
  }

  /// Searches for a guide that describes how to create an account.
  private mutating func lookForAccounts() {
    let commands = Self.makes.filter { $0.hasPrefix("cognito-idp ") }
    for path in files(Self.guides) where !hasOwnUsers(path) {
      guard let bytes = try? PoolReader.bytes(of: path), FolderSearch.has(commands, in: bytes)
      else { continue }
      found.accounts = place(in: String(decoding: bytes, as: UTF8.self), of: path) { line in
        commands.contains(where: line.contains)
      }
      return
    }
  }

  /// Searches for the acts that apps allow their users, where any signs users in, and for the
  /// attributes that they read.
  private mutating func lookForActs(reading documents: [String]) {
    let known = Set(documents.map { PoolReader.path($0, from: ".") })
    let uncalled = uncalledPrograms
    var search = UserActSearch(for: acts)
    var signsIn = false
    for path in files(Self.all) {
      guard !Self.isGenerated(path), let bytes = try? PoolReader.bytes(of: path) else { continue }
      search.look(into: bytes) { lines(of: path, with: $0, in: bytes) }
      let isOfUsers = !hasOwnUsers(path)
      let isOfApp = !Self.declarations.contains(FolderSearch.suffix(of: path))
      if isOfUsers {
        take(
          path, bytes, isOfApp: isOfApp, isUncalled: uncalled.contains { path.hasPrefix($0 + ".") })
      }
      if FolderSearch.has(Self.makesClients, in: bytes),
        !known.contains(PoolReader.path(path, from: "."))
      {
        found.makesClients = true
      }
      guard !signsIn, isOfUsers, isOfApp else { continue }
      signsIn = !lines(of: path, with: Self.signsIn, in: bytes).isEmpty
    }
    found.acts = search.found(signingIn: signsIn)
  }

  /// Takes what a program of the pool's users reads of them, and how it signs them in.
  private mutating func take(_ path: String, _ bytes: [UInt8], isOfApp: Bool, isUncalled: Bool) {
    let reads = !isUncalled && FolderSearch.has(["custom:"], in: bytes)
    let isOfTest = isOfTest(path)
    let signsIn =
      !isOfTest && (isOfApp || path.hasSuffix(".sh"))
      && FolderSearch.has(ProjectPrograms.flowWords, in: bytes)
    let hasTokens =
      !isOfTest && isOfApp && FolderSearch.has(ProjectPrograms.tokenWords, in: bytes)
    guard reads || signsIn || hasTokens else { return }
    let text = CommentedCode.blanked(String(decoding: bytes, as: UTF8.self), of: path)
    if reads { found.takeReads(in: text, of: path, in: folder) }
    if signsIn { found.takeFlows(in: text, of: path, in: folder) }
    if hasTokens {
      found.takeAmplify(in: text, of: path)
      found.takeTokens(in: text, of: path, in: folder)
    }
  }

  /// The program files, without suffix, of functions that have no event and that nothing but their
  /// declaration names.
  private var uncalledPrograms: [String] {
    guard !idle.isEmpty else { return [] }
    var open = idle.map { function, path in
      let program = PoolReader.path(function.program, from: ProjectFiles.folder(of: path))
      // The first letter is dropped: the framework capitalises it in the names of its resources.
      let words = [function.name, function.program].map { name in
        String((name.split(separator: "/").last ?? "").dropFirst())
      }
      return (program: program, path: path, words: words)
    }
    for path in files(Self.all) {
      guard !open.isEmpty, let bytes = try? PoolReader.bytes(of: path) else { continue }
      open.removeAll { function in
        guard !path.hasPrefix(function.program + ".") else { return false }
        return function.words.contains { word in
          // The function's declaration contains both its name and its program.
          let own = path == function.path ? function.words.count { $0 == word } : 0
          return Self.count(of: word, in: bytes) > own
        }
      }
    }
    return open.filter { !$0.words.contains("") }.map(\.program)
  }

  /// Counts the occurrences of a function's name or program that no letter or digit follows, or
  /// that `LambdaFunction` follows, as in the names of the framework's resources.
  private static func count(of word: String, in bytes: [UInt8]) -> Int {
    guard !word.isEmpty, FolderSearch.has([word], in: bytes) else { return 0 }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.ranges(of: word).count { range in
      let rest = text[range.upperBound...]
      return rest.first.map { !$0.isLetter && !$0.isNumber } ?? true
        || rest.hasPrefix("LambdaFunction")
    }
  }

  /// Whether a file signs users up. A form that hides sign-up does not, and neither does a manual
  /// sign-up that is confirmed by hand.
  private func signsUp(_ path: String) -> Bool {
    guard !Self.isGenerated(path), let bytes = try? PoolReader.bytes(of: path) else { return false }
    let confirms = FolderSearch.has([Self.confirmsByHand], in: bytes)
    let words = Self.signsUp.filter { !confirms || $0 != Self.signsUpByHand }
    return lines(of: path, with: words, in: bytes).contains { !$0.contains("hideSignUp") }
  }

  /// The lines of a file that contain one of some words and are neither comments nor imports.
  private func lines(of path: String, with words: [String], in bytes: [UInt8]) -> [Substring] {
    let others = Self.comments(in: path) + ["import ", "from "]
    return FolderSearch.lines(with: words, in: bytes).filter { line in
      !others.contains(where: line.hasPrefix)
    }
  }

  /// Finds a function that confirms all users, or some, in its answer to PreSignUp.
  private mutating func lookForAutoConfirmation(in text: String, of path: String) {
    guard ProjectPrograms.answers.contains(where: text.contains) else { return }
    // Another pool may have a function of its own.
    if found.autoConfirmation != nil { return found.takeVerifications(in: text, of: path) }
    found.takeAnswers(in: text, of: path)
  }

  /// Whether Amplify's CLI generated a file with calls and permissions that may be unused: the API
  /// for administrators, or the template of a function.
  private static func isGenerated(_ path: String) -> Bool {
    guard let start = path.range(of: "amplify/backend/function/")?.upperBound else { return false }
    return path[start...].hasPrefix("AdminQueries")
      || path.hasSuffix("-cloudformation-template.json")
  }

  /// Whether a file belongs to a test or an example, by the words of its path within the folder.
  private func isOfTest(_ path: String) -> Bool { Self.isOfTest(path, in: folder) }

  /// Whether a file is one of tests, mocks or examples, by its path in a project.
  /// - Parameter folder: the path of the project.
  static func isOfTest(_ path: String, in folder: String) -> Bool {
    let own = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
    let words = own.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.contains { word in
      ["test", "mock"].contains(where: word.contains) || ofExamples.contains(word)
    }
  }

  private func hasOwnUsers(_ path: String) -> Bool {
    let own = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
    return !Self.ofOwnUsers.isDisjoint(with: own.split(separator: "/").dropLast())
  }

  /// The beginnings of comment lines in a file; a guide has none.
  static func comments(in path: String) -> [String] {
    guides.contains(FolderSearch.suffix(of: path)) ? [] : ["//", "#", "*", "/*"]
  }

  /// The first line that is wanted and is not a comment.
  private func place(
    in text: String, of path: String, where isWanted: (Substring) -> Bool
  ) -> SourceLocation? {
    let comments = Self.comments(in: path)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let line = lines.firstIndex { line in
      let code = line.drop { $0.isWhitespace }
      return !comments.contains(where: code.hasPrefix) && isWanted(code)
    }
    return line.map { SourceLocation(file: path, line: $0 + 1) }
  }
}
