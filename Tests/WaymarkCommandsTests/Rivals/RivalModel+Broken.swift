import Foundation
import SignIn
import StateSpace

@testable import Atlas
@testable import PoolAnalysis
@testable import TransitionTables

extension RivalModel {
  /// A slice of a bundled pool in whose table a newly preferred factor leaves the others preferred.
  static func brokenPool() throws -> RivalModel {
    let pools = try BundledPool.all()
    guard let pool = pools.first(where: { $0.name.hasSuffix("sound/retail.yaml") }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    var model = try BundledTable.signIn()
    for row in model.rows.indices {
      for update in model.rows[row].updates.indices {
        let slot = model.rows[row].updates[update].slot
        guard model.slots[slot].name.hasPrefix("preference["),
          case .conditional(let test, let yes, .conditional) = model.rows[row].updates[update].value
        else { continue }
        model.rows[row].updates[update].value = .conditional(test, yes, .slot(slot))
      }
    }
    let compiled = try compiled(pool, model: model)
    // Only what leads to the first bad state is left: the slice is small, and broken.
    let found = try compiled.system.explore(ExplorationOptions(maximumStates: 60_000))
    let claims = zip(compiled.system.invariants, found.violations)
    guard let violation = claims.first(where: { $0.0.name.contains("at-most-one") })?.1 else {
      return RivalModel(name: "not broken", compiled: compiled.keeping(actions: []))
    }
    let rules = found.path(to: violation.index).compactMap(found.firstRule)
    let actions = rules.compactMap { compiled.label(ofRule: $0).action }
    return RivalModel(name: "broken", compiled: compiled.keeping(actions: Set(actions)))
  }

  /// A table with a message, an urgent place and an answer; one of its claims fails only before the
  /// answer is forgotten.
  static func bell() throws -> RivalModel {
    let table = try ModelLoader.load([try LocatedDocument(parsing: ringing, file: "bell.yaml")])
    return RivalModel(name: "bell", compiled: ModelExport(name: "bell", model: table).compiled)
  }

  /// A button that makes a bell ring, so many times; the bell has an urgent place, and the app
  /// hears how loudly it rang.
  private static let ringing = """
    model: bell
    messages:
      ring: { to: bell, kind: request, fields: { times: { range: 1..2 } } }
      rang: { to: app, kind: answer, fields: { loudly: { bool: true } } }
    components:
      bell: { locations: { values: [silent, ringing, loud], initially: silent, urgent: [ringing] } }
    variables:
      worn: { range: 0..2, initially: 0 }
    actions:
      press: { by: user, inputs: { n: { range: 1..2 } } }
      stop: { by: user, component: bell }
    transitions:
      - { id: press, on: press, when: bell.at == silent, send: { ring: { times: n } } }
      - { id: ring, receive: ring, component: bell, from: silent, to: ringing,
          set: { worn: "if ring.times == 2 and worn < 2 then worn + 1 else worn" } }
      - { id: sound, component: bell, from: ringing, to: loud,
          send: { rang: { loudly: worn < 2 } } }
      - { id: stop, on: stop, component: bell, from: loud, to: silent }
    properties:
      - { id: loud-while-new, alwaysWithin: "not rang.loudly or worn == 2" }
      - { id: never-worn-out, alwaysWithin: "worn <= 2" }
    """
}
