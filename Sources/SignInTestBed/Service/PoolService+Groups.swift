import SignInCryptography

/// Groups of users: what requests about them need next to the rows.
extension PoolService {
  static let groupHandlers: [String: Handler] = [
    "CreateGroup": aboutGroup, "GetGroup": aboutGroup, "UpdateGroup": aboutGroup,
    "DeleteGroup": aboutGroup, "AdminAddUserToGroup": aboutGroup,
    "AdminRemoveUserFromGroup": aboutGroup,
    "ListGroups": { service, request, input throws(ServiceException) in
      try service.list(request, input) { service, _ in service.groups.values.ranked.map(\.json) }
    },
    "AdminListGroupsForUser": { service, request, input throws(ServiceException) in
      try service.list(request, input) { service, turn in
        service.groups(of: turn.account).map(\.json)
      }
    },
    "ListUsersInGroup": { service, request, input throws(ServiceException) in
      let name = request.reading.text(.groupName) ?? ""
      return try service.list(request, input) { service, _ in
        service.members(of: name).map { service.describe($0, $0.valuation) }
      }
    },
  ]

  private static let aboutGroup: Handler = { service, request, input throws(ServiceException) in
    var (turn, answer) = try service.admit(service.naming(request))
    let name = request.reading.text(.groupName) ?? ""
    for effect in answer.effects.sorted(by: { $0.rawValue < $1.rawValue }) {
      try service.apply(effect, toGroup: name, of: turn.key, input)
    }
    turn.group = service.groups[name]
    return try service.reply(answer, request, &turn)
  }

  /// A request with what the pool knows of the group that it names.
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

  private mutating func list(
    _ request: ServiceRequest, _ input: ServiceInput,
    _ all: (PoolService, ServiceTurn) -> [JSON]
  ) throws(ServiceException) -> JSON {
    var (turn, answer) = try admit(naming(request))
    let words =
      request.operation == "ListUsersInGroup"
      ? "Paging marker is invalid."
      : "Provided pagination token is invalid. Check the token and try your request again."
    turn.page = try ListPage(of: all(self, turn), input, wrongToken: words)
    return try reply(answer, request, &turn)
  }

  /// The groups of an account, those that take precedence first.
  func groups(of account: ServiceAccount) -> [UserGroup] {
    account.groups.compactMap { groups[$0] }.ranked
  }

  private func members(of group: String) -> [ServiceAccount] {
    accounts.all.map(\.value).filter { $0.groups.contains(group) }
      .sorted { $0.username < $1.username }
  }

  /// What the ID token says of a user's groups next to their names.
  func roleClaims(of account: ServiceAccount) -> [JSON.Member] {
    let own = groups(of: account)
    guard !own.roles.isEmpty else { return [] }
    return [JSON.Member("cognito:roles", .array(own.roles.map { .string($0) }))]
      + [own.preferredRole].compactMap(\.self).map {
        JSON.Member("cognito:preferred_role", .string($0))
      }
  }

  /// A user who is made with groups brings those that are not there along.
  mutating func makeGroups(in input: ServiceInput) throws(ServiceException) -> Set<String> {
    let names = try input.texts("Groups")
    for name in names where groups[name] == nil {
      groups[name] = try UserGroup(named: name, ServiceInput(.object([])), at: now)
    }
    return Set(names)
  }
}
