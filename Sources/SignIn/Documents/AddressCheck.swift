/// The checks by which a PreSignUp function turns away whoever types an address that does not pass.
/// They prove nothing, since anybody may type one that does.
enum AddressCheck {
  /// Whether a condition compares what the user typed as an address with words, a variable of the
  /// environment or a list, and nothing else: `if (!email.endsWith('@example.com')) {`. An address
  /// that is read from another record, or a call of the program's own, may be a proof.
  static func isMade(by code: Substring) -> Bool {
    guard code.contains(isOfAddress) else { return false }
    let ends = ["throw ", "raise ", "return", "callback(", "context."]
      .compactMap { code.firstRange(of: $0)?.lowerBound }
    let condition = code[..<(ends.min() ?? code.endIndex)].dropFirst("if".count)
      .replacing("&&", with: "\n").replacing("||", with: "\n").replacing(" and ", with: "\n")
      .replacing(" or ", with: "\n")
    return condition.split(separator: "\n").allSatisfy(isPlain)
  }

  /// Matches a condition on what the user typed as an address: `if (domain !== 'example.com') {`.
  private static var isOfAddress: Regex<Substring> {
    #/
      (?i) ^if\b
      (?! .* (?: code | token | secret | otp | metadata | validationdata | source | captcha
        | await ) )
      .* (?: email | domain | phone )
    /#
  }

  private static func isPlain(_ clause: Substring) -> Bool {
    guard clause.contains(/(?i)email|domain|phone/),
      clause.matches(of: call).allSatisfy({ ofTexts.contains($0.1.lowercased()) }),
      !clause.matches(of: field).contains(where: { !ofEvent.contains($0.1.lowercased()) })
    else { return false }
    guard let comparison = clause.firstMatch(of: /[!=]==?/) else { return true }
    let sides = [
      clause[..<comparison.range.lowerBound], clause[comparison.range.upperBound...],
    ]
    if sides.contains(where: { $0.contains(fixed) }) { return true }
    // Of a domain anybody may have an address.
    return sides.contains { $0.lowercased().contains("domain") }
      && sides.allSatisfy { $0.contains(/^[\s\(!]*\w+[\s\){:]*$/) }
      && !sides.contains { $0.contains(/(?i)email|phone/) }
  }

  private static var call: Regex<(Substring, Substring)> { /(\w+)\s?\(/ }
  /// Functions of texts and lists, and words before a parenthesis that are no calls, in lower case.
  private static let ofTexts: Set<String> = [
    "if", "not", "in", "endswith", "startswith", "includes", "has", "indexof", "test", "match",
    "split", "tolowercase", "touppercase", "lower", "upper", "tolower", "toupper", "trim",
    "trimspace", "strip", "tostring", "slice", "substring", "at", "pop", "get", "getenv",
    "hassuffix", "hasprefix", "contains", "equalfold", "fullmatch", "search",
  ]
  /// Matches the address as a field of a record; captures the record.
  private static var field: Regex<(Substring, Substring)> {
    #/
      (?i) ([a-z_$][\w$]*+) (?: [!?]? \. \w++ | (?:\?\.)? \[ ["']\w++["'] \] )*?
      (?: [!?]? \. | (?:\?\.)? \[ ["'] | \.get\( ["'] )
      (?: email | phone | phone_?number | domain ) \b
    /#
  }
  /// The records with what the user typed, in lower case.
  private static let ofEvent: Set<String> = [
    "event", "evt", "e", "request", "req", "userattributes", "user_attributes", "attributes",
    "attrs", "attr",
  ]
  /// Matches what is the same for everybody: a word, a number, a constant or the environment.
  private static var fixed: Regex<Substring> {
    #/
      ^ [\s\(]* (?: ["'`][^"'`]*["'`] | -?\d+ | [A-Z][A-Z0-9_]* | None | null | undefined | nil
        | true | false ) [\s\)\{:]* $
      | process\.env | os\.environ | [gG]etenv\(
    /#
  }
}
