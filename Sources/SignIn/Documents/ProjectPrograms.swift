package import TransitionTables

/// What the programs next to the documents of a pool say of its users.
package struct ProjectPrograms: Hashable, Sendable {
  /// Where one confirms sign-ups by AdminConfirmSignUp, or nil.
  package var confirmation: SourceLocation?
  /// Where one confirms sign-ups by its answer to PreSignUp, or nil.
  package var autoConfirmation: SourceLocation?
  /// Where one confirms some sign-ups alone by AdminConfirmSignUp, or nil.
  package var confirmationOfSome: SourceLocation?
  /// Where one confirms some sign-ups alone by its answer to PreSignUp, or nil.
  package var autoConfirmationOfSome: SourceLocation?
  /// Where one makes the accounts and nothing signs anybody up, or nil.
  package var accounts: SourceLocation?
  /// Whether one signs people up, or nil where nobody looked.
  package var signsUp: Bool?
  /// Where one defines a custom challenge, others being there that make it and verify it, or nil.
  package var challenge: SourceLocation?
  /// Whether the project takes Amplify's package with `defineAuth` from a folder of its own.
  package var hasOwnDefineAuth = false
  /// Whether one refers by `referenceAuth` to a pool that Amplify's CLI made.
  package var refersToFirstGeneration = false
  /// What an app lets its users do and what not, as far as an app is there and anybody looked.
  package var acts: [UserAct: Bool] = [:]

  /// Where one reads an attribute of users that is none of the standard ones, by its full name.
  package var reads: [String: SourceLocation] = [:]

  package init() {}

  /// Takes what further programs say, where nothing is known yet.
  package mutating func add(_ others: ProjectPrograms) {
    confirmation = confirmation ?? others.confirmation
    autoConfirmation = autoConfirmation ?? others.autoConfirmation
    confirmationOfSome = confirmationOfSome ?? others.confirmationOfSome
    autoConfirmationOfSome = autoConfirmationOfSome ?? others.autoConfirmationOfSome
    accounts = accounts ?? others.accounts
    signsUp = signsUp == true ? true : others.signsUp ?? signsUp
    challenge = challenge ?? others.challenge
    hasOwnDefineAuth = hasOwnDefineAuth || others.hasOwnDefineAuth
    refersToFirstGeneration = refersToFirstGeneration || others.refersToFirstGeneration
    acts.merge(others.acts) { $0 || $1 }
    reads.merge(others.reads) { first, _ in first }
  }

  /// The same with what functions do whose text stands in a document of the pool, as a
  /// here-document does or what follows `ZipFile`.
  func adding(_ documents: [(file: String, bytes: [UInt8])]) -> ProjectPrograms {
    var all = self
    for document in documents.sorted(by: { $0.file < $1.file }) {
      let text = String(decoding: document.bytes, as: UTF8.self)
      guard text.contains("utoConfirmUser") else { continue }
      all.takeAnswers(in: text, of: document.file)
    }
    return all
  }

  // MARK: What is read

  /// An attribute between brackets behind a record, given to what reads one, or the claim of a rule
  /// of an identity pool, and not set: `claims['custom:role']`, `attributes.get("custom:role")`.
  private static var read: Regex<(Substring, Substring)> {
    #/
      (?: (?: [\w\)\]\.]\s*\[ | \.get\( | getClaim\( | \.getOrDefault\( ) \s* ['"`]
        | [Cc]laim ["']? \s* [:=] \s* ["']? )
      (custom:[\w.\-]++) (?! ['"`] \s* \] \s* =[^=] )
    /#
  }

  /// Takes where a text reads attributes of its project's own.
  package mutating func takeReads(in text: String, of file: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where line.contains("custom:") {
      let code = line.drop { $0.isWhitespace }
      guard !["//", "#", "*", "/*"].contains(where: code.hasPrefix) else { continue }
      for match in code.matches(of: Self.read) where reads[String(match.1)] == nil {
        reads[String(match.1)] = SourceLocation(file: file, line: index + 1)
      }
    }
  }

  // MARK: Who is confirmed

  /// Takes where a text answers PreSignUp so that the user is confirmed.
  package mutating func takeAnswers(in text: String, of file: String) {
    take(text, file, \.autoConfirmation, some: \.autoConfirmationOfSome) { code in
      code.contains("utoConfirmUser") && (code.contains("true") || code.contains("True"))
    }
  }

  /// Takes where a text calls AdminConfirmSignUp.
  /// - Parameter calls: the call by its names in the SDKs.
  package mutating func takeCalls(of calls: [String], in text: String, of file: String) {
    take(text, file, \.confirmation, some: \.confirmationOfSome) { code in
      calls.contains(where: code.contains)
    }
  }

  /// Takes the first line that confirms whoever signs up, and the first that confirms some.
  private mutating func take(
    _ text: String, _ file: String, _ all: WritableKeyPath<Self, SourceLocation?>,
    some: WritableKeyPath<Self, SourceLocation?>, where confirms: (Substring) -> Bool
  ) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let code = line.drop { $0.isWhitespace }
      let isComment = ["//", "#", "*", "/*"].contains(where: code.hasPrefix)
      guard !isComment, confirms(code) else { continue }
      let place = SourceLocation(file: file, line: index + 1)
      let target = Self.isConditional(lines[...index]) ? some : all
      self[keyPath: target] = self[keyPath: target] ?? place
    }
  }

  /// Whether the last of some lines runs under a condition of its function, as the indentation of
  /// the lines before it shows. What only chooses the request, or sign-ups by oneself, is none.
  private static func isConditional(_ lines: ArraySlice<Substring>) -> Bool {
    guard let own = lines.last else { return false }
    if isCondition(own.drop { $0.isWhitespace }) || own.contains(" ? ") { return true }
    var depth = own.prefix { $0.isWhitespace }.count
    for line in lines.dropLast().reversed() {
      let code = line.drop { $0.isWhitespace }
      let own = line.count - code.count
      guard !code.isEmpty, own < depth else { continue }
      depth = own
      if isCondition(code) { return true }
      if ["=>", "function", "def ", "func "].contains(where: code.contains) { return false }
    }
    return false
  }

  private static func isCondition(_ code: Substring) -> Bool {
    let code = code.drop { $0 == "}" || $0.isWhitespace }
    guard ["if ", "if(", "else", "elif ", "case "].contains(where: code.hasPrefix) else {
      return false
    }
    let isOfOwnSignUp = code.contains("PreSignUp_SignUp") && !code.contains("!=")
    let isOnlyThat = isOfOwnSignUp && !["&&", " and "].contains(where: code.contains)
    return !isOnlyThat && !dispatches.contains(where: code.lowercased().contains)
  }

  /// By what a server chooses what to do for a request.
  private static let dispatches = [
    "method", "path", "route", "action", "operation", "requesttype", "fieldname",
  ]
}
