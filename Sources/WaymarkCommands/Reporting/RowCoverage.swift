import Findings
import SignInTestBed
import TransitionTables

/// Which rows of the table no bundled scenario fires.
///
/// Every row of the pool must be fired by one: a behaviour that no script can bring about is none.
/// Rows of the client are fired by scenarios as far as a pool can bring them about; the others
/// answer what only a script of the service sends, and are run as cases.
struct RowCoverage {
  let model: Model
  /// Rows of the pool that this client cannot bring about, each with the reason; they answer
  /// another client.
  static let unreachable = [
    "pool.challenge.PASSWORD": "Amplify sends the password with the preference for it",
    "pool.choice.passwordAsked": "Amplify sends the password with the preference for it",
    "pool.deviceProof.wrong": "the app's own device secret is never wrong",
    "pool.confirmDevice.revoked": "ConfirmDevice follows at once on the tokens",
    "pool.confirmDevice.notTracked": "ConfirmDevice follows only where a device key came",
    "pool.completeRegistration.revoked": "StartWebAuthnRegistration was refused before",
    "pool.completeRegistration.notEnabled": "StartWebAuthnRegistration was refused before",
    "pool.preference.revoked": "GetUser was refused before",
  ]

  /// The ids of the rows that some scenario fires.
  let fired: Set<String>

  init(model: Model, reports: [ScenarioRunner.Report]) {
    self.model = model
    fired = reports.reduce(into: []) { $0.formUnion($1.rows) }
  }

  /// The rows of a component that no scenario fires, each id once, in order of declaration.
  func unfired(of component: String) -> [String] {
    var seen = fired
    return model.rows.filter { name(of: $0) == component && seen.insert($0.id).inserted }.map(\.id)
  }

  private func name(of row: Row) -> String {
    row.component.map { model.components[$0].name } ?? ""
  }

  private func count(of component: String) -> Int {
    Set(model.rows.filter { name(of: $0) == component }.map(\.id)).count
  }

  /// The rows of the pool that some scenario should fire and none does.
  var missing: [String] {
    unfired(of: "pool").filter { Self.unreachable[$0] == nil }
  }

  /// One line a component, and the rows of the pool that nothing fires.
  var text: String {
    var out = missing.map { "✗ no scenario fires `\($0)`\n" }.joined()
    for row in unfired(of: "pool") {
      if let reason = Self.unreachable[row] { out += "for another client: `\(row)`: \(reason)\n" }
    }
    for component in model.components.map(\.name) {
      let all = count(of: component)
      out += "\(TextLayout.grouped(all - unfired(of: component).count)) of "
      out += "\(TextLayout.counted(all, "row")) of the \(component) fired by scenarios\n"
    }
    return out
  }
}
