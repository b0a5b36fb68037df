import Findings
import Foundation
import SignIn
import TransitionTables

/// What one process asks another about a pool: its documents, and what is laid over them.
///
/// A test that was built without optimisation asks an optimised program and has its answer in a
/// second. Both read the same documents in the same way and with the same table, so that they speak
/// of the same pool.
package struct PoolQuestion: Codable, Sendable, Hashable {
  /// The documents of one pool; the name of the only one where ``text`` has its content.
  package var paths: [String]
  package var text: String?
  /// Values that are laid over the documents, by the slots of the table.
  package var closed: [Int: Int] = [:]

  package init(paths: [String], text: String? = nil) { (self.paths, self.text) = (paths, text) }

  /// The pool.
  ///
  /// - Throws: what is wrong with a document; `usage.several-pools`.
  package func pool(in model: Model) throws(CommandFailure) -> LoadedPool {
    let loader = PoolLoader(model: model, request: PoolRequest(paths: paths))
    var pool: LoadedPool
    if let text {
      pool = try loader.load(.init(name: paths.first ?? "", bytes: Array(text.utf8)))
    } else {
      let pools = try loader.load()
      guard let first = pools.first, pools.count == 1 else {
        throw CommandFailure.usage(
          "usage.several-pools", "the documents describe \(pools.count) pools",
          remedy: "give each a test of its own", at: paths.first ?? "")
      }
      pool = first
    }
    for (slot, value) in closed { pool.closed[slot] = value }
    pool.open.removeAll { closed[$0] != nil }
    return pool
  }

  /// What a test of the pool has to know: the verdicts, and the paths where they can be listed.
  ///
  /// - Parameters:
  ///   - pool: the pool of this or any other question.
  ///   - model: the table.
  /// - Throws: as `PoolExplorer`.
  package static func report(
    on pool: LoadedPool, in model: Model
  ) throws(CommandFailure) -> PoolReport {
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    var request = ExplorationRequest()
    request.listsPaths = family.legalCount <= Double(ConfigurationFamily.mostMembers)
    request.replaysPaths = false
    return try PoolExplorer(model: model, request: request, environment: ToolEnvironment())
      .explore(pool).report
  }

  /// The digest of the question, the documents' contents and what the answer depends on.
  ///
  /// - Parameter basis: the table's digest, the program that answers.
  package func digest(basis: [String]) throws(CommandFailure) -> String {
    var parts = basis.map { Array($0.utf8) }
    for path in paths {
      parts.append(Array(path.utf8))
      let data = text.map { Data($0.utf8) } ?? FileManager.default.contents(atPath: path)
      parts.append(data.map(Array.init) ?? [])
    }
    for (slot, value) in closed.sorted(by: { $0.key < $1.key }) {
      parts.append(Array("\(slot)=\(value)".utf8))
    }
    return try ContentDigest.text(of: parts)
  }
}

/// The answer to a question about a pool.
package struct PoolAnswer: Codable, Sendable {
  /// The digest of the table, so that an answer by another table is recognised.
  package var table: String
  package var report: PoolReport

  package init(table: String, report: PoolReport) { (self.table, self.report) = (table, report) }
}
