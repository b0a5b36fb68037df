import SignInCryptography

/// Operations on groups of users, which the rows do not model in full.
extension PoolService {
  mutating func answer(
    aboutGroup request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    var (turn, answer) = try admit(naming(request))
    let name = request.reading.text(.groupName) ?? ""
    for effect in answer.effects.sorted(by: { $0.rawValue < $1.rawValue }) {
      try apply(effect, toGroup: name, of: turn.key, input)
    }
    turn.group = groups[name]
    return try reply(answer, request, &turn)
  }

  /// The request, with fields that say whether the group that it names exists.
  private func naming(_ request: ServiceRequest) -> ServiceRequest {
    var request = request
    let name = request.reading.text(.groupName) ?? ""
    let isTaken = groups.keys.contains { $0.lowercased() == name.lowercased() }
    request.reading.set(.isThere, groups[name] != nil)
    request.reading.set(.isTaken, isTaken)
    return request
  }

  private mutating func apply(
    _ effect: TableEffect, toGroup name: String, of key: String, _ input: ServiceInput
  ) throws(ServiceException) {
    switch effect {
    case .makeGroup: groups[name] = try UserGroup(named: name, input, at: now)
    case .changeGroup: try groups[name]?.change(input, at: now)
    case .dropGroup:
      groups[name] = nil
      for (key, account) in accounts.all where account.groups.contains(name) {
        accounts[key]?.groups.remove(name)
      }
    case .joinGroup: accounts[key]?.groups.insert(name)
    case .leaveGroup: accounts[key]?.groups.remove(name)
    default: return
    }
    accounts.version += 1
  }

  mutating func list(
    _ request: ServiceRequest, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    var (turn, answer) = try admit(naming(request))
    let all: [JSON]
    var refusal = TableRefusal.pageUnknown
    switch TableMessage(rawValue: request.operation) {
    case .listUsersInGroup:
      refusal = .pageOfGroupUnknown
      all = members(of: request.reading.text(.groupName) ?? "").map { describe($0, $0.valuation) }
    case .adminListGroupsForUser: all = groups(of: turn.account).map(\.json)
    default: all = groups.values.ranked.map(\.json)
    }
    turn.page = try ListPage(of: all, input, wrongToken: refusal)
    return try reply(answer, request, &turn)
  }

  /// The groups of an account, by precedence.
  func groups(of account: ServiceAccount) -> [UserGroup] {
    account.groups.compactMap { groups[$0] }.ranked
  }

  private func members(of group: String) -> [ServiceAccount] {
    accounts.all.map(\.value).filter { $0.groups.contains(group) }
      .sorted { $0.username < $1.username }
  }

  /// The claims of the ID token about the roles of a user's groups.
  func roleClaims(of account: ServiceAccount) -> [JSON.Member] {
    let own = groups(of: account)
    guard !own.roles.isEmpty else { return [] }
    return [JSON.Member("cognito:roles", .array(own.roles.map { .string($0) }))]
      + [own.preferredRole].compactMap(\.self).map {
        JSON.Member("cognito:preferred_role", .string($0))
      }
  }

  /// The groups that a new user is given; creates those that do not exist.
  mutating func makeGroups(in input: ServiceInput) throws(ServiceException) -> Set<String> {
    let names = try input.texts(.groups)
    for name in names where groups[name] == nil {
      groups[name] = try UserGroup(named: name, ServiceInput(.object([])), at: now)
    }
    return Set(names)
  }
}
