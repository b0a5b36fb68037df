package import TransitionTables

/// What the programs next to the documents of a pool say of its users.
package struct ProjectPrograms: Hashable, Sendable {
  /// Where one confirms sign-ups by AdminConfirmSignUp, or nil.
  package var confirmation: SourceLocation?
  /// Where one confirms sign-ups by its answer to PreSignUp, or nil.
  package var autoConfirmation: SourceLocation?
  /// Where one makes the accounts and nothing signs anybody up, or nil.
  package var accounts: SourceLocation?
  /// Whether one signs people up, or nil where nobody looked.
  package var signsUp: Bool?
  /// Where one defines a custom challenge, others being there that make it and verify it, or nil.
  package var challenge: SourceLocation?
  /// Whether the project takes Amplify's package with `defineAuth` from a folder of its own.
  package var hasOwnDefineAuth = false
  /// What an app lets its users do and what not, as far as an app is there and anybody looked.
  package var acts: [UserAct: Bool] = [:]

  package init() {}

  /// Takes what further programs say, where nothing is known yet.
  package mutating func add(_ others: ProjectPrograms) {
    confirmation = confirmation ?? others.confirmation
    autoConfirmation = autoConfirmation ?? others.autoConfirmation
    accounts = accounts ?? others.accounts
    signsUp = signsUp == true ? true : others.signsUp ?? signsUp
    challenge = challenge ?? others.challenge
    hasOwnDefineAuth = hasOwnDefineAuth || others.hasOwnDefineAuth
    acts.merge(others.acts) { $0 || $1 }
  }

  /// Where a function whose text stands in a document of the pool, as a here-document does or what
  /// follows `ZipFile`, confirms sign-ups by its answer to PreSignUp; nil where none does.
  static func confirmation(
    within documents: [(file: String, bytes: [UInt8])]
  ) -> SourceLocation? {
    for document in documents.sorted(by: { $0.file < $1.file }) {
      let text = String(decoding: document.bytes, as: UTF8.self)
      guard text.contains("utoConfirmUser") else { continue }
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let line = lines.firstIndex { line in
        let code = line.drop { $0.isWhitespace }
        return !["//", "#", "*"].contains(where: code.hasPrefix) && confirms(code)
      }
      if let line { return SourceLocation(file: document.file, line: line + 1) }
    }
    return nil
  }

  /// Whether a line of a function confirms who signs up.
  package static func confirms(_ code: some StringProtocol) -> Bool {
    code.contains("utoConfirmUser") && (code.contains("true") || code.contains("True"))
  }
}
