/// One complaint about something that a person wrote: a stable code, the place, what is wrong and
/// what to write instead.
///
/// The code names a page of `waymark explain`. The message states the fault in one sentence, the
/// remedy what to do about it; neither repeats the other. `source` is the offending line, kept here
/// so that a diagnostic can be printed long after the file was closed.
public struct Diagnostic: Error, Hashable, Sendable {
  /// How much it weighs: an error stops the run, the others do not.
  public enum Severity: String, Sendable, Comparable {
    case error, warning, note
    /// An error is least, so that it is listed first.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    private var rank: Int { self == .error ? 0 : self == .warning ? 1 : 2 }
  }

  /// Stable, like `table.unknown-key` or `document.not-yaml`.
  public var code: String
  /// How much it weighs.
  public var severity: Severity
  /// What it points at.
  public var location: SourceLocation
  /// What is wrong, in one sentence without the place.
  public var message: String
  /// What to write instead; empty where there is nothing to do.
  public var remedy: String
  /// The text of the offending line, or nil where there is none.
  public var sourceLine: String?

  /// A diagnostic; an error unless another severity is given.
  public init(
    _ code: String, _ severity: Severity = .error, at location: SourceLocation, _ message: String,
    remedy: String = "", sourceLine: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.location = location
    self.message = message
    self.remedy = remedy
    self.sourceLine = sourceLine
  }

  /// The diagnostic as it stands on a terminal: place, code, message, the line with a caret,
  /// remedy.
  ///
  /// Of a long line only the part around the caret is shown, and control characters of the user's
  /// file never reach the terminal.
  public var rendered: String {
    var text = "\(location): \(severity.rawValue): \(message) [\(code)]\n"
    if let excerpt { text += "  \(excerpt.line)\n  \(excerpt.indent)^\n" }
    if !remedy.isEmpty { text += "  → \(remedy)\n" }
    return text
  }

  /// The most scalars of a line that are shown.
  private static let widestExcerpt = 96

  /// What is shown of the source line, and the blanks before the caret.
  private var excerpt: (line: String, indent: String)? {
    guard let sourceLine else { return nil }
    let scalars = sourceLine.unicodeScalars.map { scalar in
      scalar != "\t" && scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
    let caret = min(max(location.column - 1, 0), scalars.count)
    var shown = scalars[...]
    if scalars.count > Self.widestExcerpt {
      let start = max(0, min(caret - Self.widestExcerpt / 2, scalars.count - Self.widestExcerpt))
      shown = scalars[start..<(start + Self.widestExcerpt)]
    }
    var indent = shown.startIndex > 0 ? " " : ""
    for scalar in shown.prefix(caret - shown.startIndex) {
      indent.unicodeScalars.append(scalar == "\t" ? "\t" : " ")
    }
    var line = String(String.UnicodeScalarView(shown))
    if shown.startIndex > 0 { line = "…" + line }
    if shown.endIndex < scalars.count { line += "…" }
    return (line, indent)
  }
}

/// Several diagnostics thrown together: nothing is lost because something else was wrong first.
public struct DiagnosticList: Error, Sendable {
  /// In the order of their places, without repetitions.
  public var diagnostics: [Diagnostic]

  /// Sorts by place and drops repetitions.
  public init(_ diagnostics: [Diagnostic]) {
    var seen = Set<Diagnostic>()
    self.diagnostics = diagnostics.filter { seen.insert($0).inserted }
      .sorted { ($0.location, $0.code, $0.message) < ($1.location, $1.code, $1.message) }
  }
}
