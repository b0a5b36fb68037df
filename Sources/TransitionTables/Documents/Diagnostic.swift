import SafeText

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
  /// How many complaints it stands for: more than 1 at the end of a ``DiagnosticList`` that was
  /// cut.
  public internal(set) var count = 1
  /// Whether the line has names alone, none of which is masked.
  private(set) var hasNamesAlone = false
  /// Where a key that stands twice stands first, where that is known.
  package var related: SourceLocation?

  /// A diagnostic; an error unless another severity is given.
  public init(
    _ code: String, _ severity: Severity = .error, at location: SourceLocation, _ message: String,
    remedy: String = "", sourceLine: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.location = location
    // A fault of ours keeps all its steps.
    let isOurs = code.hasPrefix("system.")
    self.message = isOurs ? message : message.shortened
    self.remedy = remedy.shortened
    self.sourceLine = sourceLine
  }

  /// The diagnostic as it stands on a terminal: place, code, message, the line with a caret,
  /// remedy.
  ///
  /// Of a line only the part about the caret is shown, without secrets, and nothing of the user's
  /// file reaches the terminal that the terminal would obey.
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

  /// The same with the line of a text that it points at. A place beyond the last line becomes the
  /// end of that line.
  public func pointing(into lines: [String]) -> Diagnostic {
    var pointing = self
    guard location.line > 0, !lines.isEmpty else { return pointing }
    // A text that ends with a line feed has an empty line behind it, which no editor shows.
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

  /// The same with its line unmasked, for texts in which names stand under names: what is called
  /// `password` there is no secret. Where the line has anything but words it stays masked.
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
  /// The text without its middle where a name in it is so long that nobody reads it.
  fileprivate var shortened: String {
    let (first, last, most) = (400, 200, 2_000)
    guard utf8.count > most, unicodeScalars.count > most else { return self }
    let (head, tail) = (unicodeScalars.prefix(first), unicodeScalars.suffix(last))
    return "\(Substring(head)) … \(Substring(tail))"
  }
}
