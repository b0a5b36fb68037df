import Findings
import SignIn
import TransitionTables

/// Findings that a team has accepted: they are shown and do not fail a run.
///
/// A baseline is a JSON file in the user's repository, written by `check --update-baseline`. A
/// finding is identified by its pool, its property and its fingerprint, which contains the calls
/// and rows of the shortest counterexample but no line numbers: it stays known when lines move, and
/// is new when it comes about in another way. An accepted finding that no longer occurs has
/// vanished, and also fails a run, so that a baseline never covers more than there is.
package struct FindingBaseline: Equatable {
  /// One accepted finding.
  package struct Entry: Hashable, Comparable {
    package var pool: String
    package var property: String
    var fingerprint: String

    package static func < (one: Entry, other: Entry) -> Bool {
      (one.pool, one.property, one.fingerprint) < (other.pool, other.property, other.fingerprint)
    }
  }

  /// The accepted findings, sorted and without repetitions.
  package var entries: [Entry]

  /// Creates a baseline of the findings in some reports.
  package init(of reports: [PoolReport]) {
    entries = Set(
      reports.flatMap { report in report.findings.map { Self.entry($0, in: report) } }
    ).sorted()
  }

  static func entry(_ property: PropertyReport, in report: PoolReport) -> Entry {
    Entry(pool: report.pool, property: property.id, fingerprint: property.fingerprint)
  }

  // MARK: Reading and writing

  /// - Throws: an error where the file is missing, is neither JSON nor YAML, or has another shape.
  package init(path: String) throws(DiagnosticList) {
    do throws(DiagnosticList) {
      try self.init(PoolReader.document(at: path))
    } catch {
      throw error.whereMissing(
        "write one with `waymark check POOL --baseline FILE --update-baseline`")
    }
  }

  package init(_ document: LocatedDocument) throws(DiagnosticList) {
    guard let elements = document.root["findings"]?.elements else {
      throw Self.complaint(
        document.root, "a baseline is an object with a list `findings`", document)
    }
    var entries: Set<Entry> = []
    for element in elements {
      guard let pool = element["pool"]?.text, let property = element["property"]?.text,
        let fingerprint = element["fingerprint"]?.text
      else {
        throw Self.complaint(
          element, "an accepted finding needs `pool`, `property` and `fingerprint`", document)
      }
      entries.insert(Entry(pool: pool, property: property, fingerprint: fingerprint))
    }
    self.entries = entries.sorted()
  }

  private static func complaint(
    _ node: LocatedNode, _ message: String, _ document: LocatedDocument
  ) -> DiagnosticList {
    DiagnosticList([
      document.diagnostic(
        "baseline.shape", at: node.location, message,
        remedy: "write the file anew with `--update-baseline`")
    ])
  }

  /// The contents of the file; equal findings give equal bytes.
  package var text: String {
    JSONValue.object([
      "findings": .array(
        entries.map {
          .object([
            "pool": .string($0.pool), "property": .string($0.property),
            "fingerprint": .string($0.fingerprint),
          ])
        })
    ]).text
  }

  // MARK: Comparing

  /// Marks the known findings in the reports, and removes them from the status.
  package func apply(to outcomes: inout [PoolBatch.Outcome]) {
    let known = Set(entries)
    for position in outcomes.indices {
      guard var result = outcomes[position].result else { continue }
      for place in result.report.properties.indices {
        let property = result.report.properties[place]
        guard property.verdict == .fails, known.contains(Self.entry(property, in: result.report))
        else { continue }
        result.report.properties[place].isKnown = true
        if result.statuses.indices.contains(place) { result.statuses[place] = .allHold }
      }
      outcomes[position].result = result
    }
  }

  /// The accepted findings that no longer occur, among the pools and properties that were checked.
  package func vanished(from reports: [PoolReport]) -> [Entry] {
    let found = Set(Self(of: reports).entries)
    let checked = Set(reports.flatMap { report in report.properties.map { [report.pool, $0.id] } })
    return entries.filter { !found.contains($0) && checked.contains([$0.pool, $0.property]) }
  }

  /// The summary of the baseline in a run, with one line for each vanished finding.
  package func summary(of reports: [PoolReport]) -> String {
    let findings = reports.flatMap(\.findings)
    let known = findings.count { $0.isKnown }
    let gone = vanished(from: reports)
    var out = "baseline: \(known) known, \(findings.count - known) new, \(gone.count) vanished\n"
    for entry in gone {
      out += "  vanished: \(entry.property) in \(entry.pool), \(entry.fingerprint)\n"
    }
    if !gone.isEmpty { out += "  → `--update-baseline` takes them out\n" }
    return out
  }
}

extension DiagnosticList {
  /// The list with another remedy for a missing file.
  func whereMissing(_ remedy: String) -> DiagnosticList {
    DiagnosticList(
      diagnostics.map { fault in
        guard fault.code == "document.missing" else { return fault }
        var fault = fault
        fault.remedy = remedy
        return fault
      })
  }
}
