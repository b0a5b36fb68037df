import Findings
import Foundation
import SignIn
import SignInTestBed
import TransitionTables

/// The rows of the table that bundled scenarios fire, and those that none fires.
///
/// Every row of the pool must be fired by a scenario: behaviour that no script can produce does not
/// exist. Requests that this client never sends are sent by scenarios directly.
/// Rows of the client are fired by scenarios as far as a pool can produce them. The others answer
/// what only a script of the service sends, and are run as cases.
package struct RowCoverage {
  package let model: Model
  /// The ids of the rows that some scenario fires.
  package let fired: Set<String>

  /// Collects the rows fired by bundled scenarios: those written for the layers of the command
  /// line, and those for the table itself, whose rows count where no layer has changed them.
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

  /// Whether a row answers a request that no row of the table sends, such as an administrator's.
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

  /// The rows of the pool that no scenario fires although one should.
  package var missing: [String] { unfired(of: service) }

  /// The component that receives requests.
  private var service: String {
    let receiver = model.messages.first { $0.isKind(.request) }?.receiver
    return receiver.map { model.components[$0].name } ?? ""
  }

  /// One line for each component, and the rows of the pool that no scenario fires.
  package var text: String {
    var out = missing.map { "✗ no scenario fires `\($0)`\n" }.joined()
    for component in model.components.map(\.name) {
      let all = count(of: component)
      out += "\(TextLayout.grouped(all - unfired(of: component).count)) of "
      out += "\(TextLayout.counted(all, "row")) of the \(component) fired by scenarios\n"
    }
    return out
  }

  /// The rows of the pool that no bundled pool reaches, and a line that counts the reached ones.
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

/// Finds the rows that fire in some bundled pool, also on the way through urgent states.
package struct PoolReach {
  /// The number of states at which an exploration stops; rows met until then count.
  package static let mostStates = 2_000_000

  package let model: Model
  package let environment: ToolEnvironment

  package init(model: Model, environment: ToolEnvironment) {
    self.model = model
    self.environment = environment
  }

  /// The bundled pools that are legal, including the large ones outside of the gallery.
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

  /// The ids of the rows that fire; pools with open parameters are left out.
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
