import Findings
import Foundation
import SignIn
import TransitionTables

/// A file of a sweep: the results of one shard, or those of all shards together.
///
/// It is JSON with one pool or row per line, so that a file of any size is read line by line.
package struct SweepFile: Sendable, Hashable {
  /// The properties that all shards of one sweep share.
  package struct Header: Sendable, Hashable {
    /// The digest of the table.
    package var table: String
    /// The options that affect results, as typed.
    package var options: String
    /// What the sweep judges: pools or rows.
    package var subject: SweepPlan.Subject
    /// The number of items in all shards.
    package var items: Int
    /// The digest of all items, see ``SweepPlan/digest``.
    package var digest: String

    package init(table: String, options: String, plan: SweepPlan) {
      (self.table, self.options) = (table, options)
      (subject, items, digest) = (plan.subject, plan.items.count, plan.digest)
    }
  }

  package var header: Header
  /// The shard; nil where the shards are merged.
  package var shard: SweepPlan.Shard?
  /// The name of the merged sweep, such as its date; may be empty.
  package var label = ""
  package var entries: [SweepEntry]

  package init(header: Header, shard: SweepPlan.Shard?, entries: [SweepEntry]) {
    (self.header, self.shard) = (header, shard)
    self.entries = entries.sorted(by: SweepEntry.precedes)
  }

  /// The contents of the file; equal results give equal bytes.
  package var text: String {
    var sweep: [String: JSONValue] = [
      "table": .string(header.table), "options": .string(header.options),
      header.subject.rawValue: .number(header.items), "digest": .string(header.digest),
      "label": .string(label),
    ]
    if let shard { sweep["shard"] = .string(shard.text) }
    let lines = entries.map(\.value.line).joined(separator: ",\n")
    return "{\"sweep\":\(JSONValue.object(sweep).line),\n\(Self.opening(header.subject))\n"
      + "\(lines)\n]}\n"
  }

  /// The line before the entries.
  private static func opening(_ subject: SweepPlan.Subject) -> String {
    "\"\(subject.rawValue)\":["
  }

  /// The largest size of a file to be read, in bytes.
  package static let largestSize = 1 << 30

  /// Reads a file.
  ///
  /// - Parameter path: the path of the file.
  /// - Throws: `sweep.shape` where the file is missing, is no file of a sweep or is incomplete.
  package init(path: String) throws(CommandFailure) {
    let bytes: [UInt8]
    do throws(Diagnostic) {
      bytes = try DocumentFile.bytes(of: path, atMost: Self.largestSize)
    } catch {
      throw Self.complaint(SourceLocation(file: path), error.message)
    }
    try self.init(bytes: bytes, path: path)
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `sweep.shape` where the bytes are no file of a sweep, or only a part of one.
  init(bytes: [UInt8], path: String) throws(CommandFailure) {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
      .map { String(validating: $0.last == 13 ? $0.dropLast() : $0, as: UTF8.self) }
    let start = SourceLocation(file: path, line: 1, column: 1)
    guard let first = lines[0], lines.count >= 4,
      let subject = SweepPlan.Subject.allCases.first(where: { lines[1] == Self.opening($0) }),
      let sweep = try? LocatedDocument(parsing: "\(first.dropLast())}", file: path).root["sweep"],
      let table = sweep["table"]?.text, let options = sweep["options"]?.text,
      let items = sweep[subject.rawValue]?.text.flatMap({ Int($0) }),
      let digest = sweep["digest"]?.text
    else { throw Self.complaint(start, "this is no file of `waymark sweep`") }
    header = Header(
      table: table, options: options, subject: subject, items: items, digest: digest)
    shard = sweep["shard"]?.text.flatMap(SweepPlan.Shard.init)
    guard shard != nil || sweep["shard"] == nil else {
      throw Self.complaint(start, "the number of the shard is none")
    }
    guard lines[lines.count - 2] == "]}", lines[lines.count - 1] == "" else {
      let end = SourceLocation(file: path, line: lines.count, column: 1)
      throw Self.complaint(end, "the file does not end with `]}`: it is a part of one")
    }
    label = sweep["label"]?.text ?? ""
    entries = []
    for (number, line) in lines[2..<(lines.count - 2)].enumerated() where line != "" {
      guard let line, let entry = SweepEntry(line: line) else {
        let place = SourceLocation(file: path, line: number + 3, column: 1)
        throw Self.complaint(place, "this line is no result of a \(subject.singular)")
      }
      entries.append(entry)
    }
  }

  private static func complaint(_ place: SourceLocation, _ message: String) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          "sweep.shape", at: place, message,
          remedy: "write it with `waymark sweep DIR --shard 1/1 --output FILE`")
      ], status: .unreadable)
  }
}

extension SweepFile.Header {
  fileprivate init(
    table: String, options: String, subject: SweepPlan.Subject, items: Int, digest: String
  ) {
    (self.table, self.options, self.subject) = (table, options, subject)
    (self.items, self.digest) = (items, digest)
  }
}

// MARK: Merging

extension SweepFile {
  /// Merges the results of all shards into one file, which does not depend on the number of shards.
  ///
  /// - Parameter shards: all shards of one sweep, in any order; repetitions have no effect.
  /// - Throws: `sweep.mixed` where the shards belong to different sweeps, `sweep.incomplete` where
  ///   a shard, a pool or a row is missing.
  package init(
    merging shards: [(path: String, file: SweepFile)]
  ) throws(CommandFailure) {
    guard let first = shards.first, let count = first.file.shard?.count else {
      throw CommandFailure.usage(
        "sweep.mixed", "a merged report is no shard", remedy: "give the files of all shards",
        at: shards.first?.path ?? "command line")
    }
    for (path, file) in shards {
      guard file.header == first.file.header, file.shard?.count == count else {
        let what = Self.difference(file, first.file)
        throw CommandFailure(
          [
            Diagnostic(
              "sweep.mixed", at: SourceLocation(file: path),
              "\(what) is another one than in \(first.path)",
              remedy: "run all shards with the same documents, options and program")
          ], status: .cannotEvaluate)
      }
    }
    let present = Set(shards.compactMap(\.file.shard?.index))
    let missing = (1...count).filter { !present.contains($0) }
    let entries = Set(shards.flatMap(\.file.entries))
    let header = first.file.header
    let found = Set(entries.map(\.digest)).count
    guard missing.isEmpty, found == header.items else {
      let what =
        missing.isEmpty
        ? "\(found) of \(header.items) \(header.subject.rawValue) are in the files"
        : "shard \(missing.prefix(10).map { "\($0)/\(count)" }.joined(separator: ", "))"
          + (missing.count > 10 ? " and \(missing.count - 10) more are" : " is") + " missing"
      throw CommandFailure(
        [
          Diagnostic(
            "sweep.incomplete", at: SourceLocation(file: first.path), what,
            remedy: missing.first.map { "run it: `waymark sweep … --shard \($0)/\(count)`" }
              ?? "run all shards again")
        ], status: .limitReached)
    }
    self.init(header: header, shard: nil, entries: Array(entries))
  }

  private static func difference(_ one: SweepFile, _ other: SweepFile) -> String {
    if one.header.table != other.header.table { return "the table" }
    // The subject is compared before the options, which contain it too.
    if one.header.subject != other.header.subject { return "what the sweep is about" }
    if one.header.options != other.header.options { return "the list of options" }
    if one.shard?.count != other.shard?.count { return "the number of shards" }
    return "the list or the content of the documents"
  }

  /// Sets the label of the sweep, and for each finding the label of the first sweep that had it.
  ///
  /// - Parameters:
  ///   - label: the name of this sweep, such as its date.
  ///   - earlier: an earlier merged report.
  package mutating func date(_ label: String, after earlier: SweepFile?) {
    self.label = label
    var known: [[String]: String] = [:]
    for entry in earlier?.entries ?? [] {
      for finding in entry.findings {
        known[entry.key(of: finding)] = finding.since
      }
    }
    for index in entries.indices {
      for place in entries[index].findings.indices {
        let key = entries[index].key(of: entries[index].findings[place])
        entries[index].findings[place].since = known[key] ?? label
      }
    }
  }

  /// The combined status of all pools; for rows, whether enough of the viable mutants are killed.
  package var status: ExitStatus {
    guard header.subject == .rows else { return ExitStatus.combined(entries.map(\.status)) }
    return mutants.isEnough ? .allHold : .safetyViolated
  }

  /// The counts for the mutants of all rows together.
  package var mutants: MutantCounts {
    entries.compactMap(\.mutants).reduce(into: MutantCounts()) { $0.add($1) }
  }
}

extension SweepEntry {
  /// A key that identifies a finding across sweeps.
  fileprivate func key(of finding: Finding) -> [String] {
    documents + settings + [pool, finding.property, finding.fingerprint]
  }
}
