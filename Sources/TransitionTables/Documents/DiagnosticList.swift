/// Several diagnostics that are thrown together, so that one fault does not hide another.
///
/// A document with a fault in every line has too many diagnostics to read. At most ``mostShown``
/// are kept, errors before warnings before notes, and a last one counts the rest.
public struct DiagnosticList: Error, Sendable {
  /// The diagnostics in the order of their places, without duplicates.
  public let diagnostics: [Diagnostic]

  /// The largest number of diagnostics that are shown.
  public static let mostShown = 100
  /// The code of the diagnostic that counts those not shown.
  static let more = "document.more-complaints"

  /// Sorts by place, removes duplicates and truncates the list. Linear apart from the sorting.
  public init(_ diagnostics: [Diagnostic]) {
    var seen = Set<Identity>()
    let own = diagnostics.filter { $0.code != Self.more && seen.insert(Identity($0)).inserted }
      .sorted { ($0.location, $0.code, $0.message) < ($1.location, $1.code, $1.message) }
    let counted = diagnostics.filter { $0.code == Self.more }
    // The order is stable: diagnostics of equal severity stay sorted by place.
    let weighed = [Diagnostic.Severity.error, .warning, .note].flatMap { severity in
      own.indices.filter { own[$0].severity == severity }
    }
    let kept = weighed.prefix(Self.mostShown).sorted().map { own[$0].withinItsLine }
    let dropped = weighed.dropFirst(Self.mostShown).map { own[$0] } + counted
    self.diagnostics = kept + [Self.count(of: dropped)].compactMap { $0 }
  }

  /// The fields by which two diagnostics are duplicates. The source line is not one of them, since
  /// it may be the whole document.
  private struct Identity: Hashable {
    let code: String
    let severity: Diagnostic.Severity
    let location: SourceLocation
    let message: String
    let remedy: String

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      severity = diagnostic.severity
      location = diagnostic.location
      message = diagnostic.message
      remedy = diagnostic.remedy
    }
  }

  private static func count(of dropped: [Diagnostic]) -> Diagnostic? {
    guard let first = dropped.first, let weight = dropped.map(\.severity).min() else { return nil }
    let count = dropped.reduce(0) { $0 + $1.count }
    var complaint = Diagnostic(
      more, weight, at: SourceLocation(file: first.location.file),
      count == 1 ? "one more complaint is not shown" : "\(count) more complaints are not shown",
      remedy: "correct what is shown first; much of the rest may follow from it")
    complaint.count = count
    return complaint
  }
}

extension Diagnostic {
  /// The diagnostic with its column limited to the source line, or directly after it.
  fileprivate var withinItsLine: Diagnostic {
    guard let sourceLine, location.column - 1 > sourceLine.utf8.count / 4 else { return self }
    var diagnostic = self
    diagnostic.location.column = min(location.column, sourceLine.unicodeScalars.count + 1)
    return diagnostic
  }
}
