import Findings
import TransitionTables

/// The result of a sweep for one pool, or for the mutants of one row of the table.
package struct SweepEntry: Sendable, Hashable {
  /// A property that fails, or a mutant that nothing kills.
  package struct Finding: Sendable, Hashable {
    package var property: String
    package var severity: String
    package var fingerprint: String
    /// The place, such as `pool.yaml:7:3`; empty where no document decides it.
    package var place: String
    /// Whether a baseline accepts the finding.
    package var isKnown = false
    /// The label of the first sweep with the finding; empty where sweeps have no labels.
    package var since = ""

    package init(
      property: String, severity: String, fingerprint: String, place: String,
      isKnown: Bool = false, since: String = ""
    ) {
      (self.property, self.severity, self.fingerprint) = (property, severity, fingerprint)
      (self.place, self.isKnown, self.since) = (place, isKnown, since)
    }
  }

  /// An error or warning about the documents.
  package struct Problem: Sendable, Hashable {
    package var code: String
    package var severity: String
    package var place: String
    package var message: String
  }

  /// The paths of the documents, or the id of a row, see ``SweepPlan/Item``.
  package var documents: [String]
  /// The settings of a member of a family, such as `mfa=required`; empty for a whole pool.
  package var settings: [String]
  /// The digest of the item, see ``SweepPlan/Item``.
  package var digest: String
  /// The pool's name, or the row's id; empty where the pool's documents could not be read.
  package var pool = ""
  package var status = ExitStatus.allHold
  package var states = 0
  package var findings: [Finding] = []
  package var problems: [Problem] = []
  /// The counts of mutants; nil for a pool.
  package var mutants: MutantCounts?

  package init(documents: [String], settings: [String] = [], digest: String) {
    (self.documents, self.settings, self.digest) = (documents, settings, digest)
  }

  private init(_ item: SweepPlan.Item) {
    self.init(
      documents: item.documents, settings: item.part.settings.map(\.text), digest: item.digest)
  }

  /// Creates the result for the mutants of a row; `findings` are those that nothing kills.
  package init(_ item: SweepPlan.Item, _ mutants: MutantCounts, alive findings: [Finding]) {
    self.init(item)
    (pool, self.mutants, self.findings) = (item.documents.joined(), mutants, findings)
    status = mutants.alive == 0 ? .allHold : .safetyViolated
  }

  /// Creates the result for a pool that was explored or rejected.
  init(_ item: SweepPlan.Item, _ outcome: PoolBatch.Outcome) {
    self.init(item)
    (pool, status) = (outcome.pool.name, outcome.status)
    problems = (outcome.failure?.diagnostics ?? []).map(Problem.init)
    guard let report = outcome.result?.report else { return }
    states = report.coverage.states
    findings = report.findings.map { finding in
      Finding(
        property: finding.id, severity: finding.severity.rawValue,
        fingerprint: finding.fingerprint,
        place: finding.places.first.map { "\($0.file):\($0.line):\($0.column)" } ?? "",
        isKnown: finding.isKnown)
    }
  }

  /// Creates the result for documents that cannot be read.
  init(_ item: SweepPlan.Item, _ failure: CommandFailure) {
    self.init(item)
    status = failure.status
    problems = failure.diagnostics.map(Problem.init)
  }

  /// The documents as one text, with the settings of the member of their family.
  package var name: String {
    (documents + settings.map { "--set \(ShellText.quoted($0))" }).joined(separator: " ")
  }

  /// Whether one entry precedes another in a file.
  static func precedes(_ one: SweepEntry, _ other: SweepEntry) -> Bool {
    (one.name, one.pool) < (other.name, other.pool)
  }

  // MARK: JSON

  package var value: JSONValue {
    var value: [String: JSONValue] = [
      "documents": .strings(documents), "digest": .string(digest), "pool": .string(pool),
      "status": .number(Int(status.rawValue)), "states": .number(states),
      "findings": .array(
        findings.map { finding in
          .object([
            "property": .string(finding.property), "severity": .string(finding.severity),
            "fingerprint": .string(finding.fingerprint), "place": .string(finding.place),
            "isKnown": .bool(finding.isKnown), "since": .string(finding.since),
          ])
        }),
      "problems": .array(
        problems.map { problem in
          .object([
            "code": .string(problem.code), "severity": .string(problem.severity),
            "place": .string(problem.place), "message": .string(problem.message),
          ])
        }),
    ]
    if !settings.isEmpty { value["settings"] = .strings(settings) }
    if let mutants { value["mutants"] = mutants.value }
    return .object(value)
  }

  /// Reads one line of a sweep's file; returns nil where it is not an entry, such as a partial
  /// line.
  package init?(line: some StringProtocol) {
    let text = line.hasSuffix(",") ? String(line.dropLast()) : String(line)
    guard let root = try? LocatedDocument(parsing: text, file: "").root,
      let documents = root["documents"]?.elements?.compactMap(\.text), !documents.isEmpty,
      let digest = root["digest"]?.text, let pool = root["pool"]?.text,
      let status = root["status"]?.text.flatMap({ Int32($0) }).flatMap(ExitStatus.init),
      let states = root["states"]?.text.flatMap({ Int($0) }),
      let findings = root["findings"]?.elements, let problems = root["problems"]?.elements
    else { return nil }
    let settings = root["settings"]?.elements?.compactMap(\.text) ?? []
    self.init(documents: documents, settings: settings, digest: digest)
    (self.pool, self.status, self.states) = (pool, status, states)
    mutants = root["mutants"].map(MutantCounts.init)
    self.findings = findings.map { node in
      Finding(
        property: node["property"]?.text ?? "", severity: node["severity"]?.text ?? "",
        fingerprint: node["fingerprint"]?.text ?? "", place: node["place"]?.text ?? "",
        isKnown: node["isKnown"]?.text == "true", since: node["since"]?.text ?? "")
    }
    self.problems = problems.map { node in
      Problem(
        code: node["code"]?.text ?? "", severity: node["severity"]?.text ?? "",
        place: node["place"]?.text ?? "", message: node["message"]?.text ?? "")
    }
  }
}

extension SweepEntry.Problem {
  fileprivate init(_ diagnostic: Diagnostic) {
    self.init(
      code: diagnostic.code, severity: DocumentProblem(diagnostic).severity.rawValue,
      place: diagnostic.location.description, message: diagnostic.message)
  }
}
