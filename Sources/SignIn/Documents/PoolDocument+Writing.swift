extension PoolDocument {
  /// The pool as a Waymark pool file, each value with its origin in a comment.
  ///
  /// Reading it again gives the same values and the same open parameters; the origins become the
  /// file's own.
  public var waymarkFile: String {
    var lines = ["pool: \(Self.quoted(name))"]
    if !documentation.isEmpty { lines.append("doc: \(Self.quoted(documentation))") }
    let closed = settings.compactMap { entry in
      entry.setting.value.map { ("  \(entry.parameter): \($0)", entry.setting.origin) }
    }
    let open = settings.filter { $0.setting.value == nil }
      .map { ("  - \($0.parameter)", $0.setting.origin) }
    lines += Self.section("configuration:", closed) + Self.section("open:", open)
    if let expectation {
      let findings = expectation.findings.map(Self.quoted).joined(separator: ", ")
      let refused = expectation.refused.map(Self.quoted).joined(separator: ", ")
      lines.append("expect: { findings: [\(findings)], refused: [\(refused)] }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A heading with its lines, the comments in one column.
  private static func section(_ heading: String, _ lines: [(String, Origin)]) -> [String] {
    guard !lines.isEmpty else { return [] }
    let width = lines.map(\.0.count).max() ?? 0
    return [heading]
      + lines.map { line, origin in
        line + String(repeating: " ", count: width - line.count) + "  # \(comment(origin))"
      }
  }

  private static func comment(_ origin: Origin) -> String {
    let text =
      switch origin {
      case .document(let place): "\(place)"
      case .serviceDefault(let statement): "default: \(statement)"
      case .frameworkDefault(let statement): "framework default: \(statement)"
      case .commandLine: "command line"
      case .open(let reason): reason
      }
    return String(text.map { $0.isNewline ? " " : $0 })
  }

  /// A text as YAML reads it back: bare where it is a plain word, else in double quotes.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains(scalar))
    }
    if isPlain, text.first?.isLetter == true, !["null", "Null", "NULL"].contains(text) {
      return text
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        if scalar.properties.generalCategory == .control {
          let digits = String(scalar.value, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }
}
