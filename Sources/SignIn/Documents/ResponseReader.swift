/// Finds whether a field of a record goes to whoever asks a server.
enum ResponseReader {
  /// The number of lines before a field within which its response begins.
  static let mostLines = 30

  /// What is known of a bracket that is open before a field.
  private enum Bracket {
    case ofResponse, ofBody, ofOther, unknown
  }

  /// Whether what stands behind a text lies in a response: in `res.json({`, `return {` or
  /// `body: JSON.stringify({` of an answer, but not in an argument of another call.
  static func isInResponse(behind text: String) -> Bool {
    var (closed, isBody) = (0, false)
    let bytes = Array(text.utf8)
    for index in bytes.indices.reversed() {
      switch bytes[index] {
      case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): closed += 1
      case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["):
        guard closed == 0 else {
          closed -= 1
          continue
        }
        let before = String(decoding: bytes[max(0, index - 100)..<index], as: UTF8.self)
        switch bracket(bytes[index], behind: before, isBody: isBody) {
        case .ofResponse: return true
        case .ofOther: return false
        case .ofBody: isBody = true
        case .unknown: break
        }
      default: break
      }
    }
    return false
  }

  /// - Parameter isBody: whether what it contains is known to be the body of something.
  private static func bracket(
    _ bracket: UInt8, behind text: String, isBody: Bool
  ) -> Bracket {
    if bracket == UInt8(ascii: "[") { return .unknown }
    if text.contains(answering) || bracket == UInt8(ascii: "{") && text.contains(returning) {
      return .ofResponse
    }
    if text.contains(body) { return .ofBody }
    if isBody, text.contains(handing) { return .ofResponse }
    return text.contains(nesting) ? .unknown : .ofOther
  }

  /// Matches the call of a response: `res.status(200).json`, `return jsonify`, `return Tokens`.
  private static var answering: Regex<Substring> {
    #/
      (?: \b (?: res | reply | response | c | ctx | Response | NextResponse )
          (?: \.status\( \w* \) | \.code\( \w* \) )? \. (?: json | JSON | send )
        | \b jsonify | \b (?: [A-Z]\w* )? Response
        | \b return \s+ (?: await \s+ )? (?: [A-Z]\w* | json\.dumps | JSON\.stringify )
        | \b (?: return | body \s* = ) \s* ) $
    /#
  }
  /// Matches the beginning of a record that a function returns, perhaps with its type.
  private static var returning: Regex<Substring> {
    /\b(?:return|body\s*=)\s*\(?\s*[\w.&*]*\s*$/
  }
  /// Matches the key of a body, perhaps with a conversion to text.
  private static var body: Regex<Substring> {
    /\bbody["']?\s*[:=]\s*(?:(?:JSON\.stringify|json\.dumps)\s*)?$/
  }
  /// Matches how a record with a body may be handed out.
  private static var handing: Regex<Substring> { /(?:\w\s*=|\bcallback\(\s*\w+\s*,)\s*$/ }
  /// Matches the place of a record in another, or in a call.
  private static var nesting: Regex<Substring> {
    /(?:[\w"'\]]\s*:|[\(,\[]|\bgin\.H|JSON\.stringify|json\.dumps)\s*$/
  }
}
