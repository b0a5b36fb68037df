extension PoolDocument {
  /// The pool as a Waymark pool file; a comment on each line states the origin of its value.
  ///
  /// A value comes from a document (`from FILE:LINE:COLUMN`), a default of the service or a
  /// framework, or the command line. An open parameter has no line but a comment with its possible
  /// values, and is listed under `open:`, or under `unstated:` where no document mentions it.
  /// Reading the file again gives the same values and the same open and unstated parameters; the
  /// origins become the file's own.
  ///
  /// - Parameters:
  ///   - parameters: the model's declarations; assumptions that no document states are left out.
  ///   - source: the source of the pool, for the file's first line; no such line where it is empty.
  public func waymarkFile(of parameters: [ParameterDeclaration], source: String = "") -> String {
    var lines = source.isEmpty ? [] : ["# Imported from \(Self.oneLine(source))"]
    lines.append("pool: \(Self.quoted(name))")
    if !documentation.isEmpty { lines.append("doc: \(Self.quoted(documentation))") }
    let declarations = Dictionary(
      parameters.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let stated = settings.filter { entry in
      let isAssumption = declarations[entry.parameter]?.isAssumption == true
      let isUntold = isAssumption || entry.setting.origin == .untold
      return !isUntold || entry.setting.value != nil || entry.setting.origin == .leftOpen
    }
    let open = stated.filter { $0.setting.value == nil }
    let entries = stated.map { parameter, setting -> (String, Origin) in
      if let value = setting.value { return ("  \(parameter): \(value)", setting.origin) }
      let values = declarations[parameter]?.kind.choices ?? "not known"
      return ("  # \(parameter): \(values)", setting.origin)
    }
    if !entries.isEmpty {
      let isAllOpen = open.count == entries.count
      lines += Self.section(isAllOpen ? "configuration: {}" : "configuration:", entries)
    }
    for (key, isAsked) in [("open", true), ("unstated", false)] {
      let names = open.filter { isUnstated($0.setting) != isAsked }.map(\.parameter)
      if !names.isEmpty { lines += ["\(key):"] + names.map { "  - \($0)" } }
    }
    lines += factLines
    if let expectation {
      let findings = expectation.findings.map(Self.quoted).joined(separator: ", ")
      let refused = expectation.refused.map(Self.quoted).joined(separator: ", ")
      lines.append("expect: { findings: [\(findings)], refused: [\(refused)] }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether a setting is open because no document states it.
  private func isUnstated(_ setting: Setting) -> Bool {
    guard case .open(let reason) = setting.origin else { return false }
    return untoldReasons.contains(reason)
  }

  /// The section `facts`: plain facts, then those that are grouped under a heading.
  private var factLines: [String] {
    guard !fixed.isEmpty || signsInOnPages else { return [] }
    let groups = Dictionary(grouping: fixed, by: \.heading)
    let plain = (groups[""] ?? []).enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
    var lines = Self.section("facts:", plain.map(\.line))
    if signsInOnPages { lines.append("  managedLogin: true  # the app client's OAuth flow") }
    for heading in FixedFact.headings {
      guard let facts = groups[heading] else { continue }
      lines += Self.section("  \(heading):", facts.map(\.line))
    }
    return lines
  }

  /// The column beyond which comments are no longer aligned.
  private static let widestAlignment = 60

  /// A heading with its lines, whose comments are aligned in one column.
  private static func section(_ heading: String, _ lines: [(String, Origin)]) -> [String] {
    let width = lines.map(\.0.count).filter { $0 <= widestAlignment }.max() ?? 0
    return [heading]
      + lines.map { line, origin in
        line + String(repeating: " ", count: max(0, width - line.count)) + "  # \(origin.comment)"
      }
  }

  fileprivate static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isUnseen ? " " : $0 }))
  }

  /// A text in YAML: unquoted where it is a plain word, else in double quotes.
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
        if scalar.isUnseen {
          let digits = String(scalar.value, radix: 16)
          let (letter, count) = digits.count > 4 ? ("U", 8) : ("u", 4)
          quoted += "\\\(letter)" + String(repeating: "0", count: count - digits.count) + digits
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }
}

extension Origin {
  /// The origin as a one-line comment in a pool file.
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
  /// The headings of grouped facts, in their order.
  fileprivate static let headings = ["requiredAttributes", "attributes", "immutable", "settings"]

  /// The heading of the fact, or empty.
  fileprivate var heading: String {
    switch kind {
    case .requirement: "requiredAttributes"
    case .attribute: "attributes"
    case .immutability: "immutable"
    case .setting: "settings"
    case .caseSensitivity, .relyingParty, .accessTokenTrigger, .activityLogs: ""
    }
  }

  /// The position of the fact among those without a heading.
  fileprivate var order: Int {
    switch kind {
    case .caseSensitivity: 0
    case .relyingParty: 1
    case .accessTokenTrigger: 2
    default: 3
    }
  }

  /// The line of the fact, with its origin.
  fileprivate var line: (String, Origin) {
    let text = PoolDocument.quoted(value)
    let line =
      switch kind {
      case .caseSensitivity: "  caseSensitive: \(value)"
      case .relyingParty: "  relyingParty: \(text)"
      case .accessTokenTrigger: "  accessTokenTrigger: \(text)"
      case .activityLogs: "  activityLogs: true"
      case .requirement(let name), .immutability(let name):
        "    - \(PoolDocument.quoted(name))"
      case .attribute(let name), .setting(let name):
        "    \(PoolDocument.quoted(name)): \(text)"
      }
    return (line, .document(location))
  }
}

extension ParameterDeclaration.Kind {
  /// The values that the parameter may have, for a comment: `off, optional or required`.
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
  /// Whether the character is invisible in a file: an end of a line, an override of direction, a
  /// joiner.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
