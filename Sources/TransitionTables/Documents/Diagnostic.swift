import SafeText

/// One finding about something that a person wrote: a stable code, the place, the fault and the
/// remedy.
///
/// The code names a page of `waymark explain`. The message states the fault in one sentence, the
/// remedy what to do about it; neither repeats the other. `source` is the offending line, kept here
/// so that a diagnostic can be printed long after the file was closed.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The severity: an error stops the run, the others do not.
  public enum Severity: String, Sendable, Comparable {
    case error, warning, note
    /// Orders errors before warnings before notes, so that errors are listed first.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    private var rank: Int { self == .error ? 0 : self == .warning ? 1 : 2 }
  }

  /// The stable code, like `table.unknown-key` or `document.not-yaml`.
  public var code: String
  /// The severity of the finding.
  public var severity: Severity
  /// The place that the diagnostic points at.
  public var location: SourceLocation
  /// The fault, in one sentence without the place.
  public var message: String
  /// The advice what to write instead; empty where there is none.
  public var remedy: String
  /// The text of the offending line, or nil where there is none.
  public var sourceLine: String?
  /// The number of findings that it stands for: more than 1 at the end of a ``DiagnosticList`` that
  /// was truncated.
  public internal(set) var count = 1
  /// Whether the source line contains only names, which need no masking.
  private(set) var hasNamesAlone = false
  /// Another place that it is about, where it is known: the first occurrence of a repeated key, or
  /// the block of a pool that Terraform does not create.
  package var related: SourceLocation?

  /// A diagnostic; an error unless another severity is given.
  public init(
    _ code: String, _ severity: Severity = .error, at location: SourceLocation, _ message: String,
    remedy: String = "", sourceLine: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.location = location
    // An internal error keeps the whole message.
    let isOurs = code.hasPrefix("system.")
    self.message = isOurs ? message : message.shortened
    self.remedy = remedy.shortened
    self.sourceLine = sourceLine
  }

  /// The diagnostic for a terminal: place, code, message, the source line with a caret, and remedy.
  ///
  /// Only the part of the line around the caret is shown, without secrets. Control characters from
  /// the user's file are made visible, so that the terminal does not interpret them.
  public var rendered: String {
    var text = "\(location): \(severity.rawValue): \(message) [\(code)]".visibleLine + "\n"
    if let sourceLine {
      let excerpt = SourceExcerpt(
        of: sourceLine, column: location.column, isMasked: !hasNamesAlone)
      text += "  \(excerpt.line)\n  \(excerpt.indent)^\n"
    }
    if !remedy.isEmpty { text += "  → \(remedy.visibleLine)\n" }
    return text
  }

  /// Returns the diagnostic with the source line that it points at. A place after the last line
  /// becomes the end of that line.
  public func pointing(into lines: [String]) -> Diagnostic {
    var pointing = self
    guard location.line > 0, !lines.isEmpty else { return pointing }
    // A text that ends with a line feed has an empty last line, which no editor shows.
    let end = lines.count > 1 && lines[lines.count - 1].isEmpty ? lines.count - 1 : lines.count
    if location.line > end {
      pointing.location.line = end
      pointing.location.column = lines[end - 1].unicodeScalars.count + 1
    }
    let line = pointing.location.line - 1
    let isHidden = SecretMask.hides(line: line, of: lines)
    pointing.sourceLine =
      isHidden ? String(repeating: "•", count: lines[line].unicodeScalars.count) : lines[line]
    return pointing
  }

  /// Returns the diagnostic with an unmasked line, for texts in which names are values: a name like
  /// `password` is no secret there. The line stays masked if it contains anything except words.
  package func showingNames(of lines: [String]) -> Diagnostic {
    guard lines.indices.contains(location.line - 1) else { return self }
    let line = lines[location.line - 1]
    let signs = " []{},:-#".unicodeScalars
    guard line.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || signs.contains($0) })
    else { return self }
    var shown = self
    (shown.sourceLine, shown.hasNamesAlone) = (line, true)
    return shown
  }
}

extension String {
  /// The text without its middle, where it is too long to read.
  fileprivate var shortened: String {
    let (first, last, most) = (400, 200, 2_000)
    guard utf8.count > most, unicodeScalars.count > most else { return self }
    let (head, tail) = (unicodeScalars.prefix(first), unicodeScalars.suffix(last))
    return "\(Substring(head)) … \(Substring(tail))"
  }
}
