import TransitionTables

/// What is said of a document that may be anything: the codes of all complaints, and those of errors
/// that break what holds for every complaint.
package struct HostileAnswer: Hashable {
  package var isRead: Bool
  package var codes: Set<String>
  /// What the complaints say, without names and numbers: the branches of the reader that were
  /// taken, as far as they can be seen from outside.
  package var sentences: Set<String>
  package var faults: [String] = []

  init(isRead: Bool, _ complaints: [Diagnostic], about files: () -> [String: [UInt8]]) {
    self.isRead = isRead
    codes = Set(complaints.map(\.code))
    sentences = Set(complaints.map { "\($0.code): \(Self.sentence($0))" })
    if !isRead, !complaints.contains(where: { $0.severity == .error }) {
      faults.append("refused without an error")
    }
    if complaints.count > DiagnosticList.mostShown + 1 {
      faults.append("\(complaints.count) complaints")
    }
    let widths = complaints.isEmpty ? [:] : files().mapValues(Self.widths)
    faults += complaints.compactMap { complaint in
      Self.fault(of: complaint, widths).map { "\(complaint.code): \($0)" }
    }
  }

  private static func fault(of complaint: Diagnostic, _ widths: [String: [Int]]) -> String? {
    let place = complaint.location
    let rendered = complaint.rendered
    if complaint.code.isEmpty || complaint.message.isEmpty { return "no code or no message" }
    if place.file.isEmpty { return "no place" }
    if let lines = widths[place.file], place.line > 0 {
      guard place.line <= lines.count else { return "line \(place.line) of \(lines.count)" }
      let width = lines[place.line - 1]
      guard place.column <= width + 1 else { return "column \(place.column) of \(width)" }
    }
    // However long a name is.
    if rendered.utf8.count > 10_000 { return "\(rendered.utf8.count) bytes of complaint" }
    if rendered.contains("NSCocoaErrorDomain") { return "words of another library" }
    let isObeyed = rendered.unicodeScalars.contains {
      $0.value < 32 && $0 != "\n" && $0 != "\t" || $0.value == 127
    }
    return isObeyed ? "a control character" : nil
  }

  /// The first words of a complaint without quotations and numbers.
  private static func sentence(_ complaint: Diagnostic) -> String {
    let message = complaint.message.prefix(400).replacing(/`[^`]*`|"[^"]*"/, with: "_")
    return message.replacing(/[0-9]+/, with: "0").split(separator: " ").prefix(8)
      .joined(separator: " ")
  }

  /// The length of each line in scalars; what is no text has bytes for them.
  private static func widths(of bytes: [UInt8]) -> [Int] {
    let text = String(decoding: LocatedDocument.utf8(bytes), as: UTF8.self)
    var widths = [0]
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r": widths.append(0)
      default: widths[widths.count - 1] += 1
      }
      last = scalar
    }
    return widths
  }
}
