/// Searches programs for updates of attributes that may delete a phone number, by a blank value.
///
/// A project may have a function of its own under the name of such an update, with other arguments
/// and another effect. What it does shows in its own text, not where it is called, unless it passes
/// its arguments on to the SDK.
struct AttributeUpdates {
  /// The names of the functions that the project itself defines without an update of the SDK.
  private var own: Set<String> = []
  /// The names of the functions that may delete a phone number unless the project defines them.
  private var open: Set<String> = []
  /// Whether a call of the SDK may delete one.
  private var isCertain = false

  /// Whether a program may delete a phone number, once every program was searched.
  var deletes: Bool { isCertain || !open.isSubset(of: own) }

  /// Words in the names of UpdateUserAttributes, which deletes an attribute that is given a blank
  /// value.
  static let names = [
    "pdateUserAttribute", "pdate_user_attribute", "update-user-attribute", "updateAttributes(",
    "update(userAttribute",
  ]
  /// The attribute that marks a phone number as verified.
  private static let mark = "phone_number_verified"

  /// Matches the name of the attribute in the languages of apps. A variable `phone` may as well be
  /// the name of the user.
  private static var phone: Regex<Substring> { /phone_?number/.ignoresCase() }

  /// Matches a condition that a phone number is present, in the languages of apps.
  private static var isGiven: Regex<Substring> {
    /\bif\b(?:(?!==|!).)*phone(?:(?!==).)*$/.ignoresCase().wordBoundaryKind(.simple)
  }

  /// Matches an update, with what it is called on, if anything.
  private static var update: Regex<(Substring, Substring?, Substring)> {
    /(?:(\w{0,40})\)?[?!]?\.)?(\w{0,40}pdate(?:UserAttribute|_user_attribute)\w*+)/
  }
  /// Matches the definition of a function: behind a word for it, or as a method whose body begins.
  private static var definition: Regex<(Substring, Substring?, Substring?)> {
    #/
      (?: \b (?: function\*? | def | func (?: \s* \( [^)]* \) )? | fn | fun | const | let | var )
        \s+ (\w{0,40}pdate(?:UserAttribute|_user_attribute)\w*+) \s* [=(:<]
      | ^ \s* (?: (?: public | private | protected | static | async | override ) \s+ )*
        (\w{0,40}pdate(?:UserAttribute|_user_attribute)\w*+) \s* \( [^{}()]* \) \s*
        (?: : [^;{}=()]* )? \{ \s* $ )
    /#
  }
  /// Matches the source of an import that is a file of the project.
  private static var ownFile: Regex<Substring> { /["'](?:\.|[@~]\/)|from\s+\./ }

  /// The number of lines around a call that are searched for its arguments.
  private static let linesAround = 12

  /// Searches a file.
  mutating func look(into text: String) {
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let (phone, isGiven) = (Self.phone, Self.isGiven)
    let hasAmplify = text.contains("aws-amplify")
    for place in all.indices where Self.names.contains(where: all[place].contains) {
      let line = all[place]
      let code = line.drop { $0.isWhitespace }
      guard !code.hasPrefix("import ") else { continue }
      if let match = line.firstMatch(of: Self.definition), let name = match.1 ?? match.2 {
        let rest = [line[match.range.upperBound...]] + all[(place + 1)...].prefix(Self.linesAround)
        let isOfSDK = line.contains(".fn(") || rest.contains { Self.isOfSDK($0, in: all) }
        if !isOfSDK { own.insert(String(name)) }
        // A definition of one line may call the SDK: `const update = () => sdk.update(…)`.
        guard line[match.range.upperBound...].contains(Self.update) else { continue }
      }
      let around = all[
        max(0, place - Self.linesAround)..<min(place + Self.linesAround, all.count)]
      guard !isCertain,
        around.contains(where: { $0.replacing(Self.mark, with: "").contains(phone) }),
        !around.contains(where: { $0.contains(isGiven) })
      else { continue }
      let calls = line.matches(of: Self.update)
      if calls.isEmpty || hasAmplify { isCertain = true }
      for call in calls {
        if let owner = call.1, !Self.isOwn(owner, in: all) {
          isCertain = true
        } else {
          open.insert(String(call.2))
        }
      }
    }
  }

  /// Whether a line has an update of the SDK: a request, or a call on something of another package.
  private static func isOfSDK(_ line: Substring, in lines: [Substring]) -> Bool {
    line.matches(of: update).contains { call in
      ["Command", "Input", "Request"].contains(where: call.2.hasSuffix)
        || call.1.map { !isOwn($0, in: lines) } ?? false
    }
  }

  /// Whether a call on something may be of the project's own function: on the object itself, or on
  /// what a file imports from another file of the project.
  private static func isOwn(_ name: Substring, in lines: [Substring]) -> Bool {
    if ["self", "this", "cls"].contains(name) { return true }
    return !name.isEmpty
      && lines.contains { line in
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return words.contains(name)
          && ["import", "from", "require"].contains(where: words.contains)
          && line.contains(ownFile)
      }
  }
}
