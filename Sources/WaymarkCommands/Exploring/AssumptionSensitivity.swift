import Findings
import TransitionTables

/// Which assumptions decide a verdict: each is changed alone, and the properties are checked again.
///
/// An assumption that changes nothing that a search can see costs a compilation; any other costs an
/// exploration for each of its other values.
struct AssumptionSensitivity {
  let model: Model
  let properties: [Property]
  let request: ExplorationRequest
  let environment: ToolEnvironment

  /// The assumptions whose change alone flips a verdict, in the order of their declaration.
  ///
  /// - Parameters:
  ///   - parameters: the one configuration that was explored.
  ///   - verdicts: what was found about it, by position of the property.
  func decisive(
    around parameters: [Int: Int], verdicts: [PropertyReport.Verdict], pool: String
  ) throws(CommandFailure) -> [ConfigurationReport.Decisive] {
    let base = BehaviourKey(model: model, properties: properties, parameters: parameters)
    var found: [ConfigurationReport.Decisive] = []
    for slot in model.parameters where model.slots[slot].kind == .assumption {
      let now = parameters[slot] ?? model.slots[slot].initial
      for value in model.types.values(of: model.slots[slot].type) where value != now {
        environment.progress("\(pool): assuming \(model.slots[slot].name) otherwise")
        var changed = parameters
        changed[slot] = value
        let flipped = try self.flipped(changed, base: base, verdicts: verdicts, pool: pool)
        guard !flipped.isEmpty else { continue }
        found.append(
          ConfigurationReport.Decisive(
            model.slots[slot].name, otherwise: model.text(of: value, in: slot), flips: flipped))
      }
    }
    return found
  }

  /// The ids of the properties whose verdict is another one under the changed parameters.
  private func flipped(
    _ parameters: [Int: Int], base: BehaviourKey, verdicts: [PropertyReport.Verdict], pool: String
  ) throws(CommandFailure) -> [String] {
    let family = ConfigurationFamily(model: model, closed: parameters, open: [])
    guard family.legalCount == 1 else { return [] }
    let key = BehaviourKey(model: model, properties: properties, parameters: parameters)
    // The same machine can only differ in what is claimed of parameters alone.
    let asked = key == base ? properties.filter(\.isAboutConfigurations) : properties
    guard !asked.isEmpty else { return [] }
    var request = self.request
    request.listsPaths = false
    let explorer = GroupExplorer(
      model: model, properties: asked, request: request, environment: environment, poolName: pool)
    let group = BehaviourGroup(members: [0], parameters: parameters)
    var result = GroupResult(members: [0])
    if key != base { result = try explorer.explore(group) }
    let assembly = ReportAssembly(
      pool: LoadedPool.unnamed, family: family, claims: asked, results: [result],
      isStrict: false)
    return zip(asked, assembly.properties()).compactMap { property, told in
      let before = properties.firstIndex { $0.fullID == property.fullID }.map { verdicts[$0] }
      return told.verdict == before ? nil : property.fullID
    }
  }
}

extension Property {
  /// Whether it is a predicate over parameters.
  var isAboutConfigurations: Bool {
    if case .configuration = claim { true } else { false }
  }
}
