import Foundation
import SignIn
import TransitionTables

/// The pools of a sweep, in one order, and which of them belong to a shard.
///
/// A pool belongs to a shard by the digest of its documents' names: it stays where it is when its
/// documents change, and when other pools come or go.
package struct SweepPlan: Sendable {
  /// One pool: the documents that describe it together.
  package struct Item: Sendable, Hashable {
    /// The paths, as the user wrote them.
    package var documents: [String]
    /// Of the contents, the table and the options: results of an equal digest are equal.
    package var digest: String
    /// The shard number is this number modulo the number of shards.
    fileprivate var place: UInt64
  }

  /// One part of a sweep: the first of seven is `1/7`.
  package struct Shard: Sendable, Hashable {
    package var index: Int
    package var count: Int

    package init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    /// Reads `1/7`; nil for anything else.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let index = parts[0], let count = parts[1],
        (1...100_000).contains(count), (1...count).contains(index)
      else { return nil }
      self.init(index: index, count: count)
    }

    package var text: String { "\(index)/\(count)" }
  }

  /// The pools, by their documents' names.
  package let items: [Item]
  /// Of all pools together: shards of an equal digest belong together.
  package let digest: String

  /// Finds the pools.
  ///
  /// - Parameters:
  ///   - names: documents, folders that are searched, and lists: files whose names end in `.txt`
  ///     and that have a document or a folder on each line.
  ///   - basis: what else a result depends on, such as the table's digest and the options.
  /// - Throws: what is wrong with a folder or a list.
  package init(_ names: [String], basis: [String]) throws(CommandFailure) {
    var problems: [Diagnostic] = []
    var groups: Set<[String]> = []
    var contents: [String: [UInt8]] = [:]
    for name in try Self.listed(names) {
      let documents = PoolDocuments(named: [name])
      problems += documents.problems
      for group in documents.pools(with: PoolReader(parameters: [])) {
        groups.insert(group.map(\.path))
      }
      contents.merge(documents.contents) { first, _ in first }
    }
    guard problems.isEmpty else { throw CommandFailure(problems, status: .unreadable) }
    let known = basis.map { Array($0.utf8) }
    var items: [Item] = []
    for documents in groups.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let name = try ContentDigest.text(of: documents.map { Array($0.utf8) })
      let parts = documents.flatMap { [Array($0.utf8), contents[$0] ?? []] }
      items.append(
        Item(
          documents: documents, digest: try ContentDigest.text(of: known + parts),
          place: UInt64(name.prefix(16), radix: 16) ?? 0))
    }
    self.items = items
    digest = try ContentDigest.text(of: items.map { Array($0.digest.utf8) })
  }

  /// The pools of a shard.
  package func items(of shard: Shard) -> [Item] {
    items.filter { $0.place % UInt64(shard.count) == UInt64(shard.index - 1) }
  }

  /// The names with each list replaced by its lines; empty lines and those that begin with `#` do
  /// not count.
  private static func listed(_ names: [String]) throws(CommandFailure) -> [String] {
    var found: [String] = []
    for name in names {
      guard name.hasSuffix(".txt") else {
        found.append(name)
        continue
      }
      do throws(Diagnostic) {
        let text = String(decoding: try PoolReader.bytes(of: name), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        found += lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
      } catch {
        throw CommandFailure([error], status: .unreadable)
      }
    }
    return found
  }
}
