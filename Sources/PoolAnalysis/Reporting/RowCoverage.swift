import Findings
import Foundation
import SignIn
import SignInTestBed
import TransitionTables

/// Which rows of the table no bundled scenario fires.
///
/// Every row of the pool must be fired by one: a behaviour that no script can bring about is none.
/// What this client never sends, a scenario sends past it.
/// Rows of the client are fired by scenarios as far as a pool can bring them about; the others
/// answer what only a script of the service sends, and are run as cases.
package struct RowCoverage {
  package let model: Model
  /// The ids of the rows that some scenario fires.
  package let fired: Set<String>

  /// What the bundled scenarios fire: those that are written for the layers of the command line,
  /// and those for the table itself, whose rows count where no layer has changed them.
  package static func bundled(
    for model: Model, seed: UInt64, environment: ToolEnvironment
  ) throws(CommandFailure) -> RowCoverage {
    let batch = ScenarioBatch(model: model, seed: seed, environment: environment)
    var fired = try batch.run([], for: environment.layers).reduce(into: Set<String>()) {
      $0.formUnion($1.report.rows)
    }
    if !environment.layers.isEmpty {
      var plain = environment
      plain.layers = []
      let others = ScenarioBatch(model: try plain.model(), seed: seed, environment: plain)
      let own = Set(model.rows.filter { $0.layer != nil }.map(\.id))
      for run in try others.run([], for: []) { fired.formUnion(run.report.rows.subtracting(own)) }
    }
    return RowCoverage(model: model, fired: fired)
  }

  /// The rows of a component that no scenario fires, each id once, in order of declaration.
  func unfired(of component: String) -> [String] {
    var seen = fired
    return model.rows.filter { name(of: $0) == component && seen.insert($0.id).inserted }.map(\.id)
  }

  /// Whether a row answers a request that no row of the table sends: an administrator's.
  private func isUnasked(_ row: Row) -> Bool {
    guard case .message(let message) = row.trigger else { return false }
    return !model.rows.contains { $0.sends == message }
  }

  private func name(of row: Row) -> String {
    row.component.map { model.components[$0].name } ?? ""
  }

  private func count(of component: String) -> Int {
    Set(model.rows.filter { name(of: $0) == component }.map(\.id)).count
  }

  /// The rows of the pool that some scenario should fire and none does.
  package var missing: [String] { unfired(of: service) }

  /// The component that requests go to.
  private var service: String {
    let receiver = model.messages.first { $0.isKind(.request) }?.receiver
    return receiver.map { model.components[$0].name } ?? ""
  }

  /// One line a component, and the rows of the pool that nothing fires.
  package var text: String {
    var out = missing.map { "✗ no scenario fires `\($0)`\n" }.joined()
    for component in model.components.map(\.name) {
      let all = count(of: component)
      out += "\(TextLayout.grouped(all - unfired(of: component).count)) of "
      out += "\(TextLayout.counted(all, "row")) of the \(component) fired by scenarios\n"
    }
    return out
  }

  /// The rows of the pool that no bundled pool reaches, and a line that counts the others.
  package func text(reached: Set<String>) -> String {
    var seen: Set<String> = []
    let rows = model.rows.filter { name(of: $0) == service && seen.insert($0.id).inserted }
    let missing = rows.filter { !reached.contains($0.id) }
    let assumed = missing.filter { row in
      row.when.slots.contains { model.slots[$0].kind == .assumption }
    }
    let plain = missing.filter { row in !assumed.contains { $0.id == row.id } }
    return plain.map { row in
      let whom = isUnasked(row) ? "asked by no client that is followed" : "in no bundled pool"
      return "\(whom): `\(row.id)`: \(row.whenText)\n"
    }.joined()
      + "under another assumption only: \(assumed.map(\.id).joined(separator: ", "))\n"
      + "\(TextLayout.grouped(rows.count - missing.count)) of "
      + "\(TextLayout.counted(rows.count, "row")) of the pool reached in bundled pools\n"
  }
}

/// Which rows fire in some bundled pool, on the way through urgent states too.
package struct PoolReach {
  /// Where an exploration stops with what was met.
  package static let mostStates = 2_000_000

  package let model: Model
  package let environment: ToolEnvironment

  package init(model: Model, environment: ToolEnvironment) {
    self.model = model
    self.environment = environment
  }

  /// Pools that hold or fail, and the large ones that no gallery shows.
  private func pools() throws(CommandFailure) -> [LoadedPool] {
    var pools: [LoadedPool] = []
    for pool in try BundledPool.all() {
      if case .malformed = pool.expectation { continue }
      let request = PoolRequest(paths: [pool.name])
      pools.append(
        try PoolLoader(model: model, request: request).load(
          PoolLoader.Document(name: pool.name, bytes: pool.bytes)))
    }
    let large = try? BundledTable.yamlFiles(
      in: BundledTable.directory.appending(path: "pools/large"))
    for file in large ?? [] {
      let request = PoolRequest(paths: [file.path])
      pools += try PoolLoader(model: model, request: request).load()
    }
    return pools
  }

  /// The ids of the rows; pools with open parameters are left out.
  package func rows() throws(CommandFailure) -> Set<String> {
    var reached: Set<String> = []
    let limits = environment.limits
    for loaded in try pools() {
      guard !limits.shouldStop else { break }
      environment.progress("exploring \(loaded.name)")
      var checker = PropertyChecker(model: model)
      checker.maximumStates = Self.mostStates
      checker.progress = { _ in !limits.shouldStop }
      guard loaded.open.isEmpty, let found = try? checker.explore(parameters: loaded.closed) else {
        continue
      }
      for (rule, hasFired) in found.exploration.firedRules.enumerated() where hasFired {
        reached.insert(model.rows[found.compiled.label(ofRule: rule).row].id)
      }
    }
    return reached
  }
}
