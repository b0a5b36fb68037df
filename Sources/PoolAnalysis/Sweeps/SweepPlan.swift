import Foundation
import SignIn
import TransitionTables

/// The items that a sweep judges, in a fixed order, and their distribution over shards.
///
/// The shard of a pool follows from the digest of its documents' names: it stays the same when its
/// documents change, and when other pools are added or removed. The same holds for the members of a
/// family, by their settings, and for rows of the table.
package struct SweepPlan: Sendable {
  /// The subject of a sweep.
  package enum Subject: String, Sendable, CaseIterable {
    /// Pools, or the members of their families.
    case pools
    /// Rows of the table, whose mutants are judged.
    case rows

    /// The word for one item.
    package var singular: String { String(rawValue.dropLast()) }
  }

  /// The part of some documents that an item covers: all of their pools, or a member of one pool's
  /// family.
  package struct Part: Sendable, Hashable {
    /// The pool's name, where the part is one of several pools in the documents.
    package var pool: String?
    /// The settings of the member; empty where nothing is open.
    package var settings: [Assignment]

    package init(pool: String? = nil, settings: [Assignment] = []) {
      (self.pool, self.settings) = (pool, settings)
    }
  }

  /// An item: documents that describe a pool together, with the part of them to judge, or a row of
  /// the table.
  package struct Item: Sendable, Hashable {
    /// The paths as the user wrote them, or the id of a row.
    package var documents: [String]
    package var part: Part
    /// The digest of the contents, the table and the options: items with equal digests have equal
    /// results.
    package var digest: String
    /// A number whose remainder modulo the number of shards determines the shard.
    fileprivate var place: UInt64

    /// - Parameters:
    ///   - contents: the contents of the documents.
    ///   - basis: everything else that a result depends on.
    fileprivate init(
      _ documents: [String], _ part: Part, contents: [[UInt8]], basis: [String]
    ) throws(CommandFailure) {
      (self.documents, self.part) = (documents, part)
      let words = [part.pool].compactMap(\.self) + part.settings.map(\.text)
      let names = (documents + words).map { Array($0.utf8) }
      let name = try ContentDigest.text(of: names)
      digest = try ContentDigest.text(of: basis.map { Array($0.utf8) } + names + contents)
      place = UInt64(name.prefix(16), radix: 16) ?? 0
    }
  }

  /// One shard of a sweep: the first of seven is `1/7`.
  package struct Shard: Sendable, Hashable {
    package var index: Int
    package var count: Int

    package init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    /// Reads a text such as `1/7`; returns nil for anything else.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let index = parts[0], let count = parts[1],
        (1...100_000).contains(count), (1...count).contains(index)
      else { return nil }
      self.init(index: index, count: count)
    }

    package var text: String { "\(index)/\(count)" }
  }

  package let subject: Subject
  /// The items: pools by the names of their documents, members by their settings, rows in the order
  /// of the table.
  package let items: [Item]
  /// The digest of all items: shards with equal digests belong together.
  package let digest: String

  /// Plans a sweep of pools.
  ///
  /// - Parameters:
  ///   - names: documents, folders to search, and lists: files whose names end in `.txt`, with a
  ///     document or a folder on each line.
  ///   - basis: everything else that a result depends on, such as the table's digest and the
  ///     options.
  ///   - parameters: the parameters that documents can state.
  ///   - parts: the parts of some documents to judge separately; by default all of them at once.
  /// - Throws: the errors in a folder or a list, and the errors of `parts`.
  package init(
    _ names: [String], basis: [String], parameters: [ParameterDeclaration] = [],
    parts: ([String]) throws(CommandFailure) -> [Part] = { _ in [Part()] }
  ) throws(CommandFailure) {
    var problems: [Diagnostic] = []
    var groups: Set<[String]> = []
    var contents: [String: [UInt8]] = [:]
    for name in try Self.listed(names) {
      let documents = PoolDocuments(named: [name])
      problems += documents.problems
      for group in documents.pools(with: PoolReader(parameters: parameters)).groups {
        groups.insert(group.map(\.path))
      }
      contents.merge(documents.contents) { first, _ in first }
    }
    guard problems.isEmpty else { throw CommandFailure(problems, status: .unreadable) }
    var items: [Item] = []
    for documents in groups.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let contents = documents.map { contents[$0] ?? [] }
      for part in try parts(documents) {
        items.append(try Item(documents, part, contents: contents, basis: basis))
      }
    }
    try self.init(.pools, items)
  }

  /// Plans a sweep of table rows, each with all its mutants.
  ///
  /// - Parameters:
  ///   - rows: the ids of the rows.
  ///   - basis: everything else that a result depends on.
  /// - Throws: an error where no digest can be computed.
  package init(rows: [String], basis: [String]) throws(CommandFailure) {
    var items: [Item] = []
    for row in rows { items.append(try Item([row], Part(), contents: [], basis: basis)) }
    try self.init(.rows, items)
  }

  private init(_ subject: Subject, _ items: [Item]) throws(CommandFailure) {
    (self.subject, self.items) = (subject, items)
    digest = try ContentDigest.text(of: items.map { Array($0.digest.utf8) })
  }

  /// The items of a shard.
  package func items(of shard: Shard) -> [Item] {
    items.filter { $0.place % UInt64(shard.count) == UInt64(shard.index - 1) }
  }

  /// The names, with each list replaced by its entries.
  private static func listed(_ names: [String]) throws(CommandFailure) -> [String] {
    var found: [String] = []
    for name in names {
      guard name.hasSuffix(".txt") else {
        found.append(name)
        continue
      }
      let bytes: [UInt8]
      do throws(Diagnostic) {
        bytes = try PoolReader.bytes(of: name)
      } catch {
        throw CommandFailure([error], status: .unreadable)
      }
      do throws(DiagnosticList) {
        found += try self.names(in: bytes, file: name)
      } catch {
        throw CommandFailure(error.diagnostics, status: .unreadable)
      }
    }
    return found
  }

  /// The lines of a list, except for empty ones and those that begin with `#`.
  static func names(in bytes: [UInt8], file: String) throws(DiagnosticList) -> [String] {
    try LocatedDocument.text(of: bytes, file: file).split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }
}
