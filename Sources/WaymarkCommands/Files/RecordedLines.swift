import PoolAnalysis
import SafeText
import SignInCryptography
import TransitionTables

/// A log with one JSON text on each line, as loggers write it (JSON Lines) and as CloudWatch Logs
/// exports it, with a time before each text.
///
/// A line that is not JSON is refused, not skipped: it may have held the answer that no row allows.
struct RecordedLines {
  private let file: String
  private let lines: [ArraySlice<UInt8>]
  private var faults: [Diagnostic] = []

  /// The largest number of lines of a log; a longer file is read as one text.
  private static let mostLines = 1_000_000

  /// Splits a file into lines; nil where it is no such log. It is one by its name, or because its
  /// first line holds a whole object and has a time or further lines after it.
  init?(of bytes: [UInt8], file: String) {
    let text = bytes.starts(with: RecordedJSON.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    self.file = file
    guard text.count(where: { $0 == UInt8(ascii: "\n") }) < Self.mostLines else { return nil }
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let written = lines.lazy.filter { !Self.isBlank($0) }
    guard let first = written.first, !bytes.starts(with: RecordedJSON.gzip) else { return nil }
    if [".jsonl", ".ndjson"].contains(where: file.lowercased().hasSuffix) { return }
    let isTimed = Self.start(of: first) > first.startIndex
    guard isTimed || written.dropFirst().first != nil, case .object = Self.json(first) else {
      return nil
    }
  }

  /// The values of the lines, numbered from 1; refuses lines that are not JSON.
  mutating func values(or kind: RecordedJSON.Kind) -> [(number: Int, json: JSON)] {
    var values: [(number: Int, json: JSON)] = []
    for (position, line) in lines.enumerated() where !Self.isBlank(line) {
      if let json = Self.json(line) {
        values.append((position + 1, json))
      } else {
        let fault = Self.fault(in: line)
        refuse(
          kind, line: position + 1, column: fault.column, "the line is no JSON",
          remedy: fault.remedy)
      }
    }
    return values
  }

  /// Records a diagnostic about a line.
  mutating func refuse(
    _ kind: RecordedJSON.Kind, line number: Int, column: Int = 1, _ message: String, remedy: String
  ) {
    var fault = Diagnostic(
      kind.code, at: SourceLocation(file: file, line: 1, column: column), message, remedy: remedy)
    // Diagnostics beyond the limit are not shown and need no source line.
    if faults.count < DiagnosticList.mostShown {
      fault = fault.pointing(into: [String(decoding: lines[number - 1], as: UTF8.self)])
    }
    fault.location.line = number
    faults.append(fault)
  }

  /// - Throws: all recorded diagnostics.
  func check() throws(CommandFailure) {
    guard !faults.isEmpty else { return }
    throw CommandFailure(DiagnosticList(faults).diagnostics, status: .unreadable)
  }

  // MARK: One line

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { " \t\r".utf8.contains($0) }
  }

  private static func json(_ line: ArraySlice<UInt8>) -> JSON? {
    try? JSON(
      parsing: Array(line[start(of: line)...]), atMost: RecordedJSON.largestSize,
      deepest: RecordedJSON.deepest)
  }

  /// Where the JSON of a line begins: after a time, and after a stream's name that may follow it.
  private static func start(of line: ArraySlice<UInt8>) -> Int {
    let word = line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard isTime(word), let brace = line.firstIndex(of: UInt8(ascii: "{")) else {
      return line.startIndex
    }
    return brace
  }

  /// Whether a word is a time: it begins with a date, or with seconds or milliseconds since 1970.
  private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
    let form = word.prefix(10).map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    return form == Array("0000-00-00".utf8) || form == Array("0000000000".utf8)
  }

  /// The place of the error in a line that is not JSON.
  private static func fault(in line: ArraySlice<UInt8>) -> (column: Int, remedy: String) {
    let start = start(of: line)
    let before = String(decoding: line[..<start], as: UTF8.self).unicodeScalars.count
    do throws(JSONFault) {
      _ = try JSONParser.parse(Array(line[start...]), deepest: RecordedJSON.deepest)
    } catch {
      return (before + error.place.column, error.remedy)
    }
    return (before + 1, "write each name of an object once")
  }
}
