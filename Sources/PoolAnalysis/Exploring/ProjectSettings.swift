import Findings
import Foundation
import SafeText
import SignIn
import TransitionTables

/// A repository's settings for its checks, in `.waymark.yaml`.
///
/// ```yaml
/// documents: [infrastructure/pool.yaml]      # what is checked where the command names no pool
/// client: web
/// set: { losses: true }
/// assume: { verifiedTOTPCounts: true }
/// properties:
///   - id: existence.prevented
///     severity: off                          # off, note, warning or error
///     reason: Members' names are public.
///     until: 2027-06-30
///     pool: members                          # this pool alone
/// ```
///
/// A rule that lowers a property needs a reason and a last day on which it applies.
package struct ProjectSettings {
  /// A rule that changes the severity of a property.
  struct Rule {
    var property: String
    /// The severity; nil where the property is off.
    var severity: PropertyReport.Severity?
    var reason = ""
    /// The last day on which the rule applies, `2027-06-30`; empty where it has no end.
    var until = ""
    var pool: String?
    var location: SourceLocation
  }

  /// The name of the file in the folder where Waymark is run.
  package static let fileName = ".waymark.yaml"

  /// The documents, by paths that can be opened from the current folder.
  package var documents: [String] = []
  package var poolName: String?
  package var clientName: String?
  package var settings: [Assignment] = []
  package var assumptions: [Assignment] = []
  var rules: [Rule] = []

  private let document: LocatedDocument
  private static let keys = ["documents", "pool", "client", "set", "assume", "properties"]
  private static let ruleKeys = ["id", "severity", "reason", "until", "pool"]

  /// Reads a file; the paths of documents in it are relative to its folder.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - model: the table whose properties may be named.
  /// - Throws: all errors in the file.
  package init(path: String, model: Model) throws(DiagnosticList) {
    try self.init(PoolReader.document(at: path), model: model)
    let folder = URL(filePath: path).deletingLastPathComponent().relativePath
    guard folder != ".", !folder.isEmpty else { return }
    documents = documents.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
  }

  init(_ document: LocatedDocument, model: Model) throws(DiagnosticList) {
    self.document = document
    var problems = unknown(Self.keys, in: document.root)
    let root = document.root
    documents = root["documents"]?.elements?.compactMap(\.text) ?? []
    (poolName, clientName) = (root["pool"]?.text, root["client"]?.text)
    settings = Self.assignments(root["set"])
    assumptions = Self.assignments(root["assume"])
    for node in root["properties"]?.elements ?? [] {
      do throws(Diagnostic) {
        rules.append(try rule(node, model))
        problems += unknown(Self.ruleKeys, in: node)
      } catch {
        problems.append(error)
      }
    }
    guard problems.isEmpty else { throw DiagnosticList(problems) }
  }

  private static func assignments(_ node: LocatedNode?) -> [Assignment] {
    (node?.entries ?? []).map { entry in
      let members = entry.value.elements?.compactMap(\.text)
      let value = members.map { "{\($0.joined(separator: ", "))}" } ?? entry.value.text ?? ""
      return Assignment(name: entry.key, value: value)
    }
  }

  private func unknown(_ keys: [String], in node: LocatedNode) -> [Diagnostic] {
    guard let entries = node.entries else {
      return [
        complaint(node.location, "a mapping of \(keys.list) is expected", "write `key: value`")
      ]
    }
    return entries.filter { !keys.contains($0.key) }.map { entry in
      complaint(
        entry.keyLocation, "`\(entry.key.prefix(40))` is none of its keys",
        keys.nearest(to: entry.key).map { "did you mean `\($0)`?" } ?? "it has \(keys.list)")
    }
  }

  private func rule(_ node: LocatedNode, _ model: Model) throws(Diagnostic) -> Rule {
    guard let id = node["id"], let name = id.text else {
      throw complaint(node.location, "which property is meant is not said", "add `id:`")
    }
    guard let declared = model.properties.first(where: { $0.id == name || $0.fullID == name })
    else {
      let names = Set(model.properties.map(\.id)).sorted()
      throw complaint(
        id.location, "the table has no property `\(name.prefix(40))`",
        names.nearest(to: name).map { "did you mean `\($0)`?" } ?? "`waymark explain` lists them")
    }
    let word = node["severity"]?.text ?? "off"
    let severity = PropertyReport.Severity(rawValue: word)
    guard word == "off" || severity != nil else {
      throw complaint(
        node["severity"]?.location ?? node.location, "`\(word.prefix(40))` is no severity",
        "write off, note, warning or error")
    }
    var rule = Rule(property: name, severity: severity, location: node.location)
    rule.reason = node["reason"]?.text ?? ""
    rule.until = node["until"]?.text ?? ""
    rule.pool = node["pool"]?.text
    let order = PropertyReport.Severity.allCases.map(\.rawValue) + ["off"]
    let isLower = order.firstIndex(of: word) ?? 0 > order.firstIndex(of: declared.severity) ?? 0
    if isLower, rule.reason.isEmpty || rule.until.isEmpty {
      throw complaint(
        node.location, "`\(name)` is taken down without a reason and a last day",
        "add `reason: …` and `until: 2027-12-31`")
    }
    if !rule.until.isEmpty, !Self.isDay(rule.until) {
      throw complaint(
        node["until"]?.location ?? node.location, "`\(rule.until.prefix(40))` is no day",
        "write it as 2027-12-31")
    }
    return rule
  }

  /// Whether a text is a valid date, such as `2027-12-31`; any other text would never be reached.
  private static func isDay(_ text: String) -> Bool {
    guard let found = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/) else { return false }
    return DateComponents(
      calendar: Calendar(identifier: .gregorian), year: Int(found.1), month: Int(found.2),
      day: Int(found.3)
    ).isValidDate
  }

  private func complaint(
    _ location: SourceLocation, _ message: String, _ remedy: String
  ) -> Diagnostic {
    document.diagnostic("project.settings", at: location, message, remedy: remedy)
  }

  // MARK: Applying

  /// Adds the settings of the file to a request; those of the command line take precedence.
  package func apply(to request: inout PoolRequest) {
    if request.paths.isEmpty { (request.paths, request.separatesPools) = (documents, true) }
    request.poolName = request.poolName ?? poolName
    request.clientName = request.clientName ?? clientName
    request.settings = settings + request.settings
    request.assumptions = assumptions + request.assumptions
  }

  /// Applies the severities of the file to findings, and removes those that are off from the
  /// status.
  ///
  /// - Parameters:
  ///   - outcomes: the results for the pools.
  ///   - claims: the checked properties, in the order of the reports.
  ///   - today: today's date, such as `2026-11-22`; rules that ended before it do not apply.
  ///   - isStrict: whether warnings set the exit status.
  package func apply(
    to outcomes: inout [PoolBatch.Outcome], claims: [Property], on today: String, isStrict: Bool
  ) {
    for position in outcomes.indices {
      guard var result = outcomes[position].result else { continue }
      for rule in rules where rule.pool.map({ $0 == result.report.pool }) ?? true {
        let places = claims.indices.filter {
          claims[$0].id == rule.property || claims[$0].fullID == rule.property
        }
        guard rule.until.isEmpty || today <= rule.until else {
          addExpiry(of: rule, to: &result.report)
          continue
        }
        for place in places {
          result.report.set(rule.severity, of: place)
          result.statuses[place] =
            rule.severity == nil
            ? .allHold
            : PropertyOutcome.status(
              of: claims[place], result.report.properties[place], isStrict: isStrict)
        }
      }
      outcomes[position].result = result
    }
  }

  /// The findings that rules lowered, one per line, with the reason.
  package func summary(of reports: [PoolReport], on today: String) -> String {
    var out = ""
    for rule in rules where !rule.reason.isEmpty && (rule.until.isEmpty || today <= rule.until) {
      for report in reports where rule.pool.map({ $0 == report.pool }) ?? true {
        let ids = report.findings.map(\.id).filter {
          $0 == rule.property || $0.hasPrefix("\(rule.property)[")
        }
        guard !ids.isEmpty else { continue }
        let end = rule.until.isEmpty ? "" : " until \(rule.until)"
        let names = ids.joined(separator: ", ")
        let line = "taken down: \(names) in \(report.pool)\(end), \(rule.reason)"
        out += line.visibleLine + "\n"
      }
    }
    return out
  }

  private func addExpiry(of rule: Rule, to report: inout PoolReport) {
    let expired = document.diagnostic(
      "project.expired", at: rule.location,
      "`\(rule.property)` was taken down until \(rule.until): \(rule.reason)",
      remedy: "mend it, or give another day and the reason for it")
    var warning = expired
    warning.severity = .warning
    report.warnings.append(warning.rendered)
    report.problems.append(DocumentProblem(warning))
  }
}

extension PoolReport {
  /// Changes the severity of a property; nil switches it off. Findings grouped under it stand alone
  /// again where its severity is lower than before.
  fileprivate mutating func set(_ severity: PropertyReport.Severity?, of place: Int) {
    let id = properties[place].id
    if severity == nil || severity == .note {
      for other in properties.indices where properties[other].cause == id {
        properties[other].cause = nil
      }
      properties[place].sameCause = []
    }
    properties[place].severity = severity ?? .note
    properties[place].isKnown = properties[place].isKnown || severity == nil
  }
}
