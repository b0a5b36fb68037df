extension PoolDocument {
  /// The pool as a Waymark pool file; a comment on each line tells the origin of its value.
  ///
  /// A value is from a document (`from FILE:LINE:COLUMN`), the service's default, a framework's
  /// default, or the command line's. What is open has no line of its own but a comment that names
  /// the values it may take, and stands in the list `open:`. Reading the file again gives the same
  /// values and the same open parameters; the origins become the file's own.
  ///
  /// - Parameters:
  ///   - parameters: what the model declares; assumptions that no document states are left out.
  ///   - source: what the file was made of, for its first line; none where it is empty.
  public func waymarkFile(of parameters: [ParameterDeclaration], source: String = "") -> String {
    var lines = source.isEmpty ? [] : ["# Imported from \(Self.oneLine(source))"]
    lines.append("pool: \(Self.quoted(name))")
    if !documentation.isEmpty { lines.append("doc: \(Self.quoted(documentation))") }
    let declarations = Dictionary(
      parameters.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let told = settings.filter { entry in
      let isAssumption = declarations[entry.parameter]?.isAssumption == true
      let isUntold = isAssumption || entry.setting.origin == .untold
      return !isUntold || entry.setting.value != nil || entry.setting.origin == .leftOpen
    }
    let open = told.filter { $0.setting.value == nil }.map(\.parameter)
    let entries = told.map { parameter, setting -> (String, Origin) in
      if let value = setting.value { return ("  \(parameter): \(value)", setting.origin) }
      let values = declarations[parameter]?.kind.choices ?? "not known"
      return ("  # \(parameter): \(values)", setting.origin)
    }
    if !entries.isEmpty {
      let isAllOpen = open.count == entries.count
      lines += Self.section(isAllOpen ? "configuration: {}" : "configuration:", entries)
    }
    if !open.isEmpty { lines += ["open:"] + open.map { "  - \($0)" } }
    if !fixed.isEmpty {
      let facts = (0...FixedFact.attributes).flatMap { order in
        fixed.filter { $0.order == order }
      }
      let plain = facts.filter { $0.order < FixedFact.requirements }
      lines += Self.section("facts:", plain.map(\.line))
      let required = facts.filter { $0.order == FixedFact.requirements }
      if !required.isEmpty {
        lines += Self.section("  requiredAttributes:", required.map(\.line))
      }
      let attributes = facts.filter { $0.order == FixedFact.attributes }
      if !attributes.isEmpty {
        lines += Self.section("  attributes:", attributes.map(\.line))
      }
    }
    if let expectation {
      let findings = expectation.findings.map(Self.quoted).joined(separator: ", ")
      let refused = expectation.refused.map(Self.quoted).joined(separator: ", ")
      lines.append("expect: { findings: [\(findings)], refused: [\(refused)] }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The column beyond which comments are no longer aligned.
  private static let widestAlignment = 60

  /// A heading with its lines, the comments in one column.
  private static func section(_ heading: String, _ lines: [(String, Origin)]) -> [String] {
    let width = lines.map(\.0.count).filter { $0 <= widestAlignment }.max() ?? 0
    return [heading]
      + lines.map { line, origin in
        line + String(repeating: " ", count: max(0, width - line.count)) + "  # \(origin.comment)"
      }
  }

  fileprivate static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? " " : $0 }))
  }

  /// A text as YAML reads it back: bare where it is a plain word, else in double quotes.
  fileprivate static func quoted(_ text: String) -> String {
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
        if scalar.isControl {
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

extension Origin {
  /// The origin as a comment of a pool file: one line.
  public var comment: String {
    let text =
      switch self {
      case .document(let place): "from \(place)"
      case .serviceDefault(let statement): "service default: \(statement)"
      case .frameworkDefault(let statement): "framework default: \(statement)"
      case .commandLine: "command line"
      case .open(let reason): "open: \(reason)"
      }
    return PoolDocument.oneLine(text)
  }
}

extension FixedFact {
  /// The places of required and of custom attributes, which stand behind all else in sections of
  /// their own.
  fileprivate static let requirements = 4
  fileprivate static let attributes = 5

  /// Its place in the section `facts`.
  fileprivate var order: Int {
    switch kind {
    case .caseSensitivity: 0
    case .relyingParty: 1
    case .accessTokenTrigger: 2
    case .activityLogs: 3
    case .requirement: Self.requirements
    case .attribute: Self.attributes
    }
  }

  /// Its line, with its origin.
  fileprivate var line: (String, Origin) {
    let text = PoolDocument.quoted(value)
    let line =
      switch kind {
      case .caseSensitivity: "  caseSensitive: \(value)"
      case .relyingParty: "  relyingParty: \(text)"
      case .accessTokenTrigger: "  accessTokenTrigger: \(text)"
      case .activityLogs: "  activityLogs: true"
      case .requirement(let name): "    - \(PoolDocument.quoted(name))"
      case .attribute(let name): "    \(PoolDocument.quoted(name)): \(text)"
      }
    return (line, .document(location))
  }
}

extension ParameterDeclaration.Kind {
  /// What the parameter may be, for a comment: `off, optional or required`.
  var choices: String {
    switch self {
    case .bool: "true or false"
    case .choice(let members):
      members.count < 2
        ? members.joined()
        : members.dropLast().joined(separator: ", ") + " or " + (members.last ?? "")
    case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .set(let members): "any of [\(members.joined(separator: ", "))]"
    }
  }
}

extension Unicode.Scalar {
  /// Whether it would break a line or a terminal.
  var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
