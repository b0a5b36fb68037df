import TransitionTables

/// Members of a family that behave alike, with one of them to explore.
struct BehaviourGroup {
  /// Positions in ``ConfigurationFamily/members``, ascending.
  var members: [Int]
  /// The configuration of the first.
  var parameters: [Int: Int]

  /// Groups the members of a family; a family of one is not even compiled for it.
  ///
  /// - Parameters:
  ///   - compiler: compiles what members have in common once.
  ///   - most: how many groups are of interest; no member is looked at beyond.
  ///   - goesOn: takes what is being done; false stops, and the members that were not compared are
  ///     one group, about which nothing may be claimed.
  static func groups(
    of family: ConfigurationFamily, properties: [Property], by compiler: TableCompiler,
    most: Int = .max, goesOn: (String) -> Bool
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
      guard goesOn("comparing configuration \(position + 1) of \(family.members.count)"),
        let key = BehaviourKey(compiler, properties: properties, parameters: parameters)
      else {
        let rest = Array(position..<family.members.count)
        groups.append(BehaviourGroup(members: rest, parameters: parameters))
        break
      }
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
