import SafeText

/// A JSON document as a value, written with sorted keys, so that equal content has equal bytes.
///
/// Reports use no encoder of a platform library: their bytes must not change with its version.
public indirect enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Int)
  /// A measured quantity, written with at most three decimals; never part of a report.
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// An array of strings.
  public static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// A string, or `null`.
  public static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// The document with one entry per line, indented by two spaces, and a newline at its end.
  public var text: String {
    var out = ""
    write(into: &out, indent: 0)
    return out + "\n"
  }

  /// The document in one line without spaces, for data inside another document.
  public var line: String {
    var out = ""
    writeLine(into: &out)
    return out
  }

  private func writeLine(into out: inout String) {
    switch self {
    case .array(let elements):
      out += "["
      for (position, element) in elements.enumerated() {
        if position > 0 { out += "," }
        element.writeLine(into: &out)
      }
      out += "]"
    case .object(let entries):
      out += "{"
      for (position, entry) in entries.sorted(by: { $0.key < $1.key }).enumerated() {
        if position > 0 { out += "," }
        Self.write(entry.key, into: &out)
        out += ":"
        entry.value.writeLine(into: &out)
      }
      out += "}"
    case .null, .bool, .number, .decimal, .string: write(into: &out, indent: 0)
    }
  }

  private func write(into out: inout String, indent: Int) {
    switch self {
    case .null: out += "null"
    case .bool(let value): out += value ? "true" : "false"
    case .number(let value): out += String(value)
    case .decimal(let value): out += Self.rounded(value)
    case .string(let value): Self.write(value, into: &out)
    case .array(let elements):
      Self.write(elements.count, brackets: ("[", "]"), into: &out, indent: indent) {
        elements[$1].write(into: &$0, indent: indent + 1)
      }
    case .object(let entries):
      let sorted = entries.sorted { $0.key < $1.key }
      Self.write(sorted.count, brackets: ("{", "}"), into: &out, indent: indent) { out, position in
        Self.write(sorted[position].key, into: &out)
        out += ": "
        sorted[position].value.write(into: &out, indent: indent + 1)
      }
    }
  }

  /// Writes the parts of an array or object between two brackets, one part per line.
  private static func write(
    _ count: Int, brackets: (open: String, close: String), into out: inout String, indent: Int,
    part: (inout String, Int) -> Void
  ) {
    out += brackets.open
    if count > 0 { out += "\n" }
    for position in 0..<count {
      out += String(repeating: "  ", count: indent + 1)
      part(&out, position)
      out += position + 1 < count ? ",\n" : "\n"
    }
    if count > 0 { out += String(repeating: "  ", count: indent) }
    out += brackets.close
  }

  private static func write(_ string: String, into out: inout String) {
    out += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      // A log that shows the document would read `##[error]` as a command.
      case "[" where out.unicodeScalars.last == "#": out += "\\u005b"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where scalar.isObeyed:
        for unit in Character(scalar).utf16 {
          let digits = String(unit, radix: 16)
          out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }

  /// A number with at most three decimals and without trailing zeros; `null` if it is not finite or
  /// too large.
  private static func rounded(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "null" }
    let thousandths = Int((value * 1000).rounded())
    let whole = abs(thousandths) / 1000
    var digits = String(abs(thousandths) % 1000 + 1000).dropFirst()
    while digits.last == "0" { digits = digits.dropLast() }
    let sign = thousandths < 0 ? "-" : ""
    return digits.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(digits)"
  }
}
