import PoolAnalysis
import SafeText
import SignInCryptography
import TransitionTables

/// A log that has one text of JSON a line, as loggers write them (JSON Lines) and as CloudWatch
/// Logs exports them, with the time before each.
///
/// A line that is none is refused, not left out: what it held may be the answer that no row allows.
struct RecordedLines {
  private let file: String
  private let lines: [ArraySlice<UInt8>]
  private var faults: [Diagnostic] = []

  /// The most lines of a log; what has more is read as one text, as what has none is.
  private static let mostLines = 1_000_000

  /// Takes a file apart; nil where it is none of lines: by its name, or because its first line
  /// holds an object of its own, behind a time or not as the only one.
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

  /// What the lines hold, each with its number from 1; one that is no JSON is refused.
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

  /// Notes what is wrong with a line.
  mutating func refuse(
    _ kind: RecordedJSON.Kind, line number: Int, column: Int = 1, _ message: String, remedy: String
  ) {
    var fault = Diagnostic(
      kind.code, at: SourceLocation(file: file, line: 1, column: column), message, remedy: remedy)
    // What is not shown needs no line.
    if faults.count < DiagnosticList.mostShown {
      fault = fault.pointing(into: [String(decoding: lines[number - 1], as: UTF8.self)])
    }
    fault.location.line = number
    faults.append(fault)
  }

  /// - Throws: all that was refused.
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

  /// Where the JSON of a line begins: behind a time, and what may follow it (a stream's name).
  private static func start(of line: ArraySlice<UInt8>) -> Int {
    let word = line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard isTime(word), let brace = line.firstIndex(of: UInt8(ascii: "{")) else {
      return line.startIndex
    }
    return brace
  }

  /// Whether a word is a time: a date with what follows it, or seconds or milliseconds since 1970.
  private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
    let form = word.prefix(10).map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    return form == Array("0000-00-00".utf8) || form == Array("0000000000".utf8)
  }

  /// Where a line that is no JSON goes wrong.
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
