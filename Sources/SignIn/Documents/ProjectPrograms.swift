package import TransitionTables

/// What the programs next to the documents of a pool do with its users.
package struct ProjectPrograms: Hashable, Sendable {
  /// The place where a program confirms sign-ups by AdminConfirmSignUp, or nil.
  package var confirmation: SourceLocation?
  /// The place where a program confirms sign-ups by its answer to PreSignUp, or nil.
  package var autoConfirmation: SourceLocation?
  /// The place where a program confirms only some sign-ups by AdminConfirmSignUp, or nil.
  package var confirmationOfSome: SourceLocation?
  /// The place where a program confirms only some sign-ups by its answer to PreSignUp, or nil.
  package var autoConfirmationOfSome: SourceLocation?
  /// The place where a program creates the accounts, where nothing signs users up, or nil.
  package var accounts: SourceLocation?
  /// Whether a program signs users up, or nil where no program was examined.
  package var signsUp: Bool?
  /// The place where a function defines a custom challenge, if others create and verify it, or nil.
  package var challenge: SourceLocation?
  /// Whether the project uses its own copy of Amplify's package with `defineAuth`.
  package var hasOwnDefineAuth = false
  /// The folders of Amplify whose backend overrides nothing of its pool, such as `amplify/`.
  var untouched: Set<String> = []
  /// Whether a program refers with `referenceAuth` to a pool that Amplify's CLI created.
  package var refersToFirstGeneration = false
  /// Which acts an app allows its users, as far as there is an app and it was examined.
  package var acts: [UserAct: Bool] = [:]

  /// For each attribute, the place where a function after confirmation marks it as verified.
  package var marks: [String: SourceLocation] = [:]
  /// The places where a function does so only for some users, by attribute.
  package var marksOfSome: [String: SourceLocation] = [:]
  /// Whether a function runs after confirmation or sign-in, as its text or its path shows.
  package var hasFunctionAfter = false

  /// For each custom attribute that a program reads, by its full name, the place: of the reader
  /// that counts most, and among equals the first.
  package internal(set) var reads: [String: SourceLocation] = [:]
  /// The constants that are names of custom attributes, such as `NAMES.TENANT`, with these without
  /// `custom:`; empty where programs contradict each other.
  var constants: [String: String] = [:]
  /// The readers at these places.
  var readers: [String: AttributeReader] = [:]

  /// For each custom attribute that decides the group into which a function after confirmation or
  /// sign-in puts the user, how it does.
  package internal(set) var groups: [String: GroupChoice] = [:]

  /// For each flow by which a program signs users in, as it is written there, the place.
  package var flows: [String: SourceLocation] = [:]
  /// The flows among these by which a program of a browser or an app signs in.
  var flowsOfBrowsers: Set<String> = []
  /// The place where an app signs users in by Amplify in JavaScript, or nil.
  package internal(set) var amplify: SourceLocation?
  /// The place where a server hands out the access tokens of those whom it signs in, or nil.
  package internal(set) var tokens: SourceLocation?
  /// Whether a program makes or changes an app client that no document declares.
  package var makesClients = false
  /// For each attribute, the places where functions confirm every user at PreSignUp and have the
  /// address count as verified: the first in each file.
  package var verifications: [String: [SourceLocation]] = [:]
  /// For places among these, the check of the address before them that turns others away.
  var gates: [SourceLocation: SourceLocation] = [:]
  /// The places where functions confirm every user at PreSignUp and have no address count as
  /// verified.
  var confirmationsAlone: [SourceLocation] = []
  /// The places where functions have an address count as verified at PreSignUp and confirm nobody.
  var verificationsAlone: [SourceLocation] = []

  package init() {}

  /// Adds what further programs do, where nothing is known yet.
  package mutating func add(_ others: ProjectPrograms) {
    confirmation = confirmation ?? others.confirmation
    autoConfirmation = autoConfirmation ?? others.autoConfirmation
    confirmationOfSome = confirmationOfSome ?? others.confirmationOfSome
    autoConfirmationOfSome = autoConfirmationOfSome ?? others.autoConfirmationOfSome
    accounts = accounts ?? others.accounts
    signsUp = signsUp == true ? true : others.signsUp ?? signsUp
    challenge = challenge ?? others.challenge
    hasOwnDefineAuth = hasOwnDefineAuth || others.hasOwnDefineAuth
    untouched.formUnion(others.untouched)
    refersToFirstGeneration = refersToFirstGeneration || others.refersToFirstGeneration
    acts.merge(others.acts) { $0 || $1 }
    marks.merge(others.marks) { first, _ in first }
    marksOfSome.merge(others.marksOfSome) { first, _ in first }
    hasFunctionAfter = hasFunctionAfter || others.hasFunctionAfter
    constants.merge(others.constants) { $0 == $1 ? $0 : "" }
    for (name, place) in others.reads {
      addRead(of: name, at: place, by: others.readers[name] ?? .server)
    }
    groups.merge(others.groups) { first, _ in first }
    flowsOfBrowsers.formUnion(others.flowsOfBrowsers.filter { flows[$0] == nil })
    flows.merge(others.flows) { first, _ in first }
    amplify = amplify ?? others.amplify
    tokens = tokens ?? others.tokens
    makesClients = makesClients || others.makesClients
    gates.merge(others.gates) { first, _ in first }
    confirmationsAlone += others.confirmationsAlone
    verificationsAlone += others.verificationsAlone
    verifications.merge(others.verifications) { first, second in
      first + second.filter { !first.contains($0) }
    }
  }

  /// Adds what functions do whose code stands in a document of the pool, such as in a here-document
  /// or behind `ZipFile`.
  func adding(_ documents: [(file: String, bytes: [UInt8])]) -> ProjectPrograms {
    var all = self
    for document in documents.sorted(by: { $0.file < $1.file }) {
      let text = String(decoding: document.bytes, as: UTF8.self)
      if Self.answers.contains(where: text.contains) {
        all.takeAnswers(in: text, of: document.file)
      }
      if text.contains("_verified") { all.takeMarks(in: text, of: document.file) }
      all.takeGroups(in: text, of: document.file)
    }
    return all
  }

  /// The beginnings of comment lines.
  static let comments = ["//", "#", "*", "/*"]

  // MARK: What is verified

  /// The names of AdminUpdateUserAttributes in the SDKs.
  private static let updates = ["dminUpdateUserAttributes", "dmin_update_user_attributes"]
  /// Matches the names of functions after confirmation or sign-in.
  private static var after: Regex<Substring> {
    /post[\-_]?(?:confirm|auth(?!or))[^\/]*(?:\/[^\/]*){0,2}$/
  }
  /// Words that occur only in the code of such functions: the trigger source, and the event type.
  private static let ofFunction = [
    "PostConfirmation_", "PostConfirmationT", "PostConfirmationH", "PoolsPostConfirmation",
    "PoolPostConfirmation", "CognitoPostConfirmation", "PostAuthentication_",
    "PostAuthenticationT", "PostAuthenticationH", "PoolsPostAuthentication",
    "PoolPostAuthentication", "CognitoPostAuthentication",
  ]
  /// The expressions with which a trigger identifies the user of its event.
  private static let ofEvent = [
    "event.userName", "event['userName']", "event[\"userName\"]", "event.UserName",
    "event.get(\"userName\")", "event.get('userName')",
  ]
  /// Matches an attribute name in a request that marks an address as verified; captures the
  /// attribute of the address.
  private static var mark: Regex<(Substring, Substring)> {
    /[Nn]ame["']?\s*(?:[:=](?!=)|\()[^,;{}]{0,40}?["'](email|phone_number)_verified["']/
  }
  /// The number of lines after a mark within which its value stands.
  private static let linesToValue = 3

  /// Whether a program is a function after confirmation or sign-in.
  static func isAfter(_ text: String, _ file: String) -> Bool {
    ofFunction.contains(where: text.contains) || file.lowercased().contains(after)
  }

  /// Adds the addresses that a function after confirmation or sign-in marks as verified. In other
  /// programs such a request is an administrator's act.
  package mutating func takeMarks(in text: String, of file: String) {
    let isAfter = Self.isAfter(text, file)
    // A program that declares a pool names the function that it attaches.
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
        // The text behind the next mark belongs to that mark.
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

  /// Adds the place where a text confirms the user in its answer to PreSignUp.
  package mutating func takeAnswers(in text: String, of file: String) {
    takeVerifications(in: text, of: file)
    take(text, file, \.autoConfirmation, some: \.autoConfirmationOfSome) { code in
      code.contains("utoConfirmUser") && (code.contains("true") || code.contains("True"))
    }
  }

  /// Adds the place where a text calls AdminConfirmSignUp.
  /// - Parameter calls: the names of the call in the SDKs.
  package mutating func takeCalls(of calls: [String], in text: String, of file: String) {
    take(text, file, \.confirmation, some: \.confirmationOfSome) { code in
      calls.contains(where: code.contains)
    }
  }

  /// Records the first line that confirms every sign-up, and the first that confirms only some.
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
  /// the lines before it shows. Conditions that only dispatch requests, or select ordinary
  /// sign-ups, do not count.
  private static func isConditional(_ lines: ArraySlice<Substring>) -> Bool {
    guard let own = lines.last else { return false }
    if isCondition(own.drop { $0.isWhitespace }) || own.contains(" ? ") || isComputed(own) {
      return true
    }
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

  /// The greatest number of lines to search backwards for a condition.
  static let mostLinesOfFunction = 400

  /// Whether a line with the condition of a branch begins with it. Conditions that only dispatch
  /// requests, or select ordinary sign-ups, are none.
  static func isCondition(_ code: Substring) -> Bool {
    let code = code.drop { $0 == "}" || $0.isWhitespace }
    // What is so already needs no change.
    if code.contains("_verified"), code.firstMatch(of: isUnverified) != nil { return false }
    if ["default:", "default ->"].contains(where: code.hasPrefix) { return true }
    guard ["if ", "if(", "else", "elif ", "case "].contains(where: code.hasPrefix) else {
      return false
    }
    let isOfOwnSignUp = code.contains("PreSignUp_SignUp") && !code.contains("!=")
    let isAfter = code.contains("PostConfirmation_ConfirmSignUp") && !code.contains("!=")
    let isOnlyThat = (isOfOwnSignUp || isAfter) && !["&&", " and "].contains(where: code.contains)
    return !isOnlyThat && dispatches.isDisjoint(with: words(of: code))
  }

  /// The words of a line of a program in lower case.
  private static func words(of code: Substring) -> [String] {
    code.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }

  /// Matches the condition that an address does not count as verified yet:
  /// `if (event.request.userAttributes.email_verified !== 'true') {`.
  private static var isUnverified: Regex<Substring> {
    #/
      ^ if \s* \(? \s*
      (?: (?: ! | not \s ) [\w.?\[\]"'\(]*? _verified ["'\]\)]*+
        | [\w.?\[\]"'\(]*? _verified ["'\]\)]*+ \s*
          (?: !==? \s* ["']? [Tt]rue | ===? \s* ["']? [Ff]alse ) ["']? ) \s* \)? \s* [:\{]? \s* $
    /#
  }

  /// Words in conditions with which a server dispatches requests.
  private static let dispatches: Set<String> = [
    "method", "httpmethod", "http_method", "path", "rawpath", "raw_path", "resourcepath",
    "pathname", "route", "routekey", "route_key", "action", "operation", "operationname",
    "operation_name", "requesttype", "request_type", "fieldname", "field_name",
  ]
}
