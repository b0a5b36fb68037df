import TransitionTables

/// Members of a family with the same behaviour, one of which is explored.
struct BehaviourGroup {
  /// The members' positions in ``ConfigurationFamily/members``, ascending.
  var members: [Int]
  /// The configuration of the first member.
  var parameters: [Int: Int]

  /// Groups the members of a family by behaviour; a family of one is not compiled.
  ///
  /// - Parameters:
  ///   - compiler: compiles what the members share only once.
  ///   - most: the greatest number of groups of interest; beyond it no member is examined.
  ///   - goesOn: receives the progress message; false stops, and the members that were not compared
  ///     form one group, whose members may differ.
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
