import TransitionTables

/// Members of a family that behave alike, with one of them to explore.
struct BehaviourGroup {
  /// Positions in ``ConfigurationFamily/members``, ascending.
  var members: [Int]
  /// The configuration of the first.
  var parameters: [Int: Int]

  /// Groups the members of a family; a family of one is not even compiled for it.
  ///
  /// - Parameter most: how many groups are of interest; no member is looked at beyond.
  static func groups(
    of family: ConfigurationFamily, properties: [Property], most: Int = .max,
    progress: (String) -> Void
  ) -> [BehaviourGroup] {
    guard family.members.count > 1 else {
      return family.members.map { BehaviourGroup(members: [0], parameters: $0) }
    }
    let reading = ParameterReading(model: family.model, properties: properties, open: family.open)
    var positionOfReading: [[Int]: Int] = [:]
    var positions: [BehaviourKey: Int] = [:]
    var groups: [BehaviourGroup] = []
    for (position, parameters) in family.members.enumerated() where groups.count <= most {
      let values = reading.values(parameters, in: family.model)
      if let known = positionOfReading[values] {
        groups[known].members.append(position)
        continue
      }
      progress("comparing configuration \(position + 1) of \(family.members.count)")
      let key = BehaviourKey(model: family.model, properties: properties, parameters: parameters)
      let group = positions[key] ?? groups.count
      positions[key] = group
      positionOfReading[values] = group
      if group == groups.count {
        groups.append(BehaviourGroup(members: [position], parameters: parameters))
      } else {
        groups[group].members.append(position)
      }
    }
    return groups
  }
}
