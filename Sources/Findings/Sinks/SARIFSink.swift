import SafeText

/// Writes findings as SARIF 2.1.0, for code scanning (OASIS, Static Analysis Results Interchange
/// Format).
///
/// One run for all pools. Each property is a rule, with its id as stable `ruleId`. Each property
/// that fails in a pool is a result, located at the setting in the user's own document, with the
/// shortest trace as its code flow. The fingerprint contains no line numbers, so that a finding
/// keeps its identity when lines move.
public struct SARIFSink: Sendable {
  public init() {}

  /// The SARIF document for some pools and for problems of documents.
  public func value(of reports: [PoolReport], problems: [DocumentProblem] = []) -> JSONValue {
    let problems = problems + reports.flatMap(\.problems)
    var rules: [PropertyReport] = []
    for property in reports.flatMap(\.properties)
    where !rules.contains(where: { $0.id == property.id }) {
      rules.append(property)
    }
    var ids = rules.map(\.id)
    for problem in problems where !ids.contains(problem.code) { ids.append(problem.code) }
    let codes = ids.dropFirst(rules.count).map { code -> JSONValue in
      .object(["id": .string(code), "shortDescription": .object(["text": .string(code)])])
    }
    var results = reports.flatMap { report in
      report.causes.map {
        result($0, in: report, ruleIndex: ids.firstIndex(of: $0.id) ?? -1)
      }
    }
    results += problems.map { result($0, ruleIndex: ids.firstIndex(of: $0.code) ?? -1) }
    let driver: JSONValue = .object([
      "name": .string("waymark"), "rules": .array(rules.map(rule) + codes),
    ])
    var run: [String: JSONValue] = [
      "tool": .object(["driver": driver]), "results": .array(results),
      "columnKind": .string("unicodeCodePoints"),
    ]
    let fixes = reports.compactMap { report in report.fix.map { (report.pool, $0.value) } }
    if !fixes.isEmpty {
      let byPool = JSONValue.object(Dictionary(fixes) { first, _ in first })
      run["properties"] = .object(["fixes": byPool])
    }
    return .object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"), "runs": .array([.object(run)]),
    ])
  }

  private func rule(_ property: PropertyReport) -> JSONValue {
    .object([
      "id": .string(property.id),
      "shortDescription": .object([
        "text": Self.message(Self.text(property.prose, or: property.id))
      ]),
      "help": .object(["text": Self.message(Self.text(property.remedy, or: property.id))]),
      "defaultConfiguration": .object(["level": .string(property.severity.rawValue)]),
      "properties": .object(["source": .string(property.source)]),
    ])
  }

  private func result(
    _ property: PropertyReport, in report: PoolReport, ruleIndex: Int
  ) -> JSONValue {
    var message = property.sentence
    if !property.remedy.isEmpty { message += " \(property.remedy)" }
    var entries: [String: JSONValue] = [
      "ruleId": .string(property.id), "ruleIndex": .number(ruleIndex),
      "level": .string(property.severity.rawValue),
      "message": .object(["text": Self.message("\(report.pool): \(message)")]),
      "partialFingerprints": .object([
        "waymarkFinding/v1": .string("\(report.pool)/\(property.fingerprint)")
      ]),
    ]
    if property.isKnown { entries["baselineState"] = .string("unchanged") }
    entries["locations"] = .array(locations(of: property, in: report))
    if !property.run.isEmpty {
      let place = property.places.first.map(Self.physical) ?? report.files.first.map(Self.file)
      entries["codeFlows"] = .array([
        .object([
          "message": .object(["text": Self.message("The shortest way to it")]),
          "threadFlows": .array([
            .object(["locations": .array(property.run.map { step($0, at: place) })])
          ]),
        ])
      ])
    }
    return .object(entries)
  }

  private func result(_ problem: DocumentProblem, ruleIndex: Int) -> JSONValue {
    let text = [problem.message, problem.remedy].filter { !$0.isEmpty }.joined(separator: "; ")
    var entries: [String: JSONValue] = [
      "ruleId": .string(problem.code), "ruleIndex": .number(ruleIndex),
      "level": .string(problem.severity.rawValue), "message": .object(["text": Self.message(text)]),
    ]
    if !problem.file.isEmpty {
      var place: [String: JSONValue] = [
        "artifactLocation": .object(["uri": .string(Self.uri(problem.file))])
      ]
      if problem.line > 0 {
        place["region"] = .object([
          "startLine": .number(problem.line), "startColumn": .number(max(1, problem.column)),
        ])
      }
      entries["locations"] = .array([.object(["physicalLocation": .object(place)])])
    }
    return .object(entries)
  }

  private func locations(of property: PropertyReport, in report: PoolReport) -> [JSONValue] {
    if !property.places.isEmpty {
      return property.places.map { place in
        .object([
          "physicalLocation": Self.physical(place),
          "message": .object(["text": Self.message("`\(place.parameter)` is set here")]),
        ])
      }
    }
    return report.files.map { .object(["physicalLocation": Self.file($0)]) }
  }

  private func step(_ step: TraceStepReport, at place: JSONValue?) -> JSONValue {
    var text = (step.actor.isEmpty ? "" : "\(step.actor): ") + step.shortCall
    if let answer = step.answer { text += " → \(answer)" }
    for change in step.changes { text += "; \(change.name): \(change.before) ⇒ \(change.after)" }
    var location: [String: JSONValue] = ["message": .object(["text": Self.message(text)])]
    if let place { location["physicalLocation"] = place }
    return .object(["location": .object(location)])
  }

  /// The text of a message. SARIF reads brackets followed by parentheses as a link (SARIF 2.1.0,
  /// 3.11.6), so such a text gets its brackets escaped.
  private static func message(_ text: String) -> JSONValue {
    let plain = text.visible
    guard plain.unicodeScalars.contains("[") else { return .string(plain) }
    let isLink = zip(plain.unicodeScalars, plain.unicodeScalars.dropFirst()).contains {
      $0 == "]" && $1 == "("
    }
    guard isLink else { return .string(plain) }
    return .string(
      plain.unicodeScalars.map { "\\[]".unicodeScalars.contains($0) ? "\\\($0)" : String($0) }
        .joined())
  }

  private static func physical(_ place: FindingPlace) -> JSONValue {
    .object([
      "artifactLocation": .object(["uri": .string(uri(place.file))]),
      "region": .object([
        "startLine": .number(place.line), "startColumn": .number(place.column),
      ]),
    ])
  }

  private static func file(_ name: String) -> JSONValue {
    .object(["artifactLocation": .object(["uri": .string(uri(name))])])
  }

  /// A path as a URI reference, in which characters that a URI may not contain are percent-encoded
  /// (RFC 3986).
  static func uri(_ path: String) -> String {
    var out = ""
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        byte < 128 && (scalar.properties.isAlphabetic || ("0"..."9").contains(Character(scalar)))
      if isPlain || "-._~/".unicodeScalars.contains(scalar) {
        out.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        out += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return out
  }

  private static func text(_ text: String, or other: String) -> String {
    text.isEmpty ? other : text
  }
}
