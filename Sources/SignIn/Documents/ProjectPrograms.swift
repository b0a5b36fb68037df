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

  /// Where one that runs after the confirmation marks an address as verified, by the attribute.
  package var marks: [String: SourceLocation] = [:]
  /// The same of the addresses of some users alone.
  package var marksOfSome: [String: SourceLocation] = [:]
  /// Whether one runs after the confirmation or a sign-in, as its words or its path say.
  package var hasFunctionAfter = false

  /// Where one reads an attribute of users that is none of the standard ones, by its full name.
  package var reads: [String: SourceLocation] = [:]

  /// Where one signs users in by a flow that it names, by the flow as it is written there.
  package var flows: [String: SourceLocation] = [:]
  /// Whether one makes or changes an app client that no document has.
  package var makesClients = false
  /// Where one answers PreSignUp so that the user is confirmed and an address of everybody's counts
  /// as verified, by the attribute.
  package var verifications: [String: SourceLocation] = [:]

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
    marks.merge(others.marks) { first, _ in first }
    marksOfSome.merge(others.marksOfSome) { first, _ in first }
    hasFunctionAfter = hasFunctionAfter || others.hasFunctionAfter
    reads.merge(others.reads) { first, _ in first }
    flows.merge(others.flows) { first, _ in first }
    makesClients = makesClients || others.makesClients
    verifications.merge(others.verifications) { first, _ in first }
  }

  /// The same with what functions do whose text stands in a document of the pool, as a
  /// here-document does or what follows `ZipFile`.
  func adding(_ documents: [(file: String, bytes: [UInt8])]) -> ProjectPrograms {
    var all = self
    for document in documents.sorted(by: { $0.file < $1.file }) {
      let text = String(decoding: document.bytes, as: UTF8.self)
      if text.contains("utoConfirmUser") { all.takeAnswers(in: text, of: document.file) }
      if text.contains("_verified") { all.takeMarks(in: text, of: document.file) }
    }
    return all
  }

  /// What lines of comments begin with.
  static let comments = ["//", "#", "*", "/*"]

  // MARK: What is read

  /// An attribute between brackets behind a record, given to what reads one, or the claim of a rule
  /// of an identity pool, and not set: `claims['custom:role']`, `attributes.get("custom:role")`.
  private static var read: Regex<(Substring, Substring)> {
    #/
      (?: (?: (?: [\w\)\]] | \?\. ) \[ | \.get\( | getClaim\( | \.getOrDefault\( ) \s* ['"`]
        | [Cc]laim ["']? \s* [:=] \s* ["']? )
      (custom:[\w.\-]++) (?! ['"`] \s* \] \s* =[^=] )
    /#
  }

  /// Takes where a text reads attributes of its project's own.
  package mutating func takeReads(in text: String, of file: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where line.contains("custom:") {
      let code = line.drop { $0.isWhitespace }
      let isNoRead = Self.comments.contains(where: code.hasPrefix) || code.hasPrefix("delete ")
      guard !isNoRead else { continue }
      for match in code.matches(of: Self.read) where reads[String(match.1)] == nil {
        reads[String(match.1)] = SourceLocation(file: file, line: index + 1)
      }
    }
  }

  // MARK: What is verified

  /// AdminUpdateUserAttributes by its names in the SDKs.
  private static let updates = ["dminUpdateUserAttributes", "dmin_update_user_attributes"]
  /// What functions after the confirmation or a sign-in are called.
  private static var after: Regex<Substring> {
    /post[\-_]?(?:confirm|auth(?!or))[^\/]*(?:\/[^\/]*){0,2}$/
  }
  /// What only their code names: the source of the call, and the type of the event.
  private static let ofFunction = [
    "PostConfirmation_", "PostConfirmationT", "PostConfirmationH", "PoolsPostConfirmation",
    "PoolPostConfirmation", "CognitoPostConfirmation", "PostAuthentication_",
    "PostAuthenticationT", "PostAuthenticationH", "PoolsPostAuthentication",
    "PoolPostAuthentication", "CognitoPostAuthentication",
  ]
  /// What a trigger is given, by which one updates the user of its call.
  private static let ofEvent = [
    "event.userName", "event['userName']", "event[\"userName\"]", "event.UserName",
    "event.get(\"userName\")", "event.get('userName')",
  ]
  /// The mark of an address as the name of an attribute in a request, with its attribute.
  private static var mark: Regex<(Substring, Substring)> {
    /[Nn]ame["']?\s*(?:[:=](?!=)|\()[^,;{}]{0,40}?["'](email|phone_number)_verified["']/
  }
  /// How many lines further down the value of a mark stands.
  private static let linesToValue = 3

  /// Takes which addresses a function after the confirmation or a sign-in marks as verified. Of
  /// other programs such a request is what an administrator does.
  package mutating func takeMarks(in text: String, of file: String) {
    let isAfter =
      Self.ofFunction.contains(where: text.contains)
      || file.lowercased().contains(Self.after)
    // What declares a pool names the function that it attaches.
    let declaresPool = ["UserPool(", "AWS::Cognito::UserPool"].contains(where: text.contains)
    if isAfter, !declaresPool { hasFunctionAfter = true }
    let isOfEvent =
      Self.ofEvent.contains(where: text.contains)
      || text.contains("userPoolId") && text.contains("} = event")
    guard isAfter || isOfEvent,
      text.contains("_verified"), Self.updates.contains(where: text.contains)
    else { return }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where line.contains("_verified") {
      let code = line.drop { $0.isWhitespace }
      guard !Self.comments.contains(where: code.hasPrefix) else { continue }
      for match in code.matches(of: Self.mark) {
        let further = lines[(index + 1)..<min(index + Self.linesToValue, lines.count)]
        let value = ([code[match.range.upperBound...]] + further).joined(separator: "\n")
        // What follows the next mark is that one's.
        let own = value.firstRange(of: "_verified").map { value[..<$0.lowerBound] } ?? value[...]
        guard own.lowercased().contains("true") else { continue }
        let place = SourceLocation(file: file, line: index + 1)
        let isOfSome = Self.isConditional(lines[...index])
        let target = isOfSome ? \Self.marksOfSome : \.marks
        let name = String(match.1)
        self[keyPath: target][name] = self[keyPath: target][name] ?? place
      }
    }
  }

  // MARK: Who is confirmed

  /// Takes where a text answers PreSignUp so that the user is confirmed.
  package mutating func takeAnswers(in text: String, of file: String) {
    takeVerifications(in: text, of: file)
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
      guard !Self.comments.contains(where: code.hasPrefix), confirms(code) else { continue }
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
    for line in lines.dropLast().suffix(Self.mostLinesOfFunction).reversed() {
      let code = line.drop { $0.isWhitespace }
      let own = line.count - code.count
      guard !code.isEmpty, own < depth else { continue }
      depth = own
      if isCondition(code) { return true }
      if ["=>", "function", "def ", "func "].contains(where: code.contains) { return false }
    }
    return false
  }

  /// How far back a condition is looked for.
  private static let mostLinesOfFunction = 400

  static func isCondition(_ code: Substring) -> Bool {
    let code = code.drop { $0 == "}" || $0.isWhitespace }
    guard ["if ", "if(", "else", "elif ", "case "].contains(where: code.hasPrefix) else {
      return false
    }
    let isOfOwnSignUp = code.contains("PreSignUp_SignUp") && !code.contains("!=")
    let isAfter = code.contains("PostConfirmation_ConfirmSignUp") && !code.contains("!=")
    let isOnlyThat = (isOfOwnSignUp || isAfter) && !["&&", " and "].contains(where: code.contains)
    return !isOnlyThat && !dispatches.contains(where: code.lowercased().contains)
  }

  /// By what a server chooses what to do for a request.
  private static let dispatches = [
    "method", "path", "route", "action", "operation", "requesttype", "fieldname",
  ]
}
