import SignInCryptography

/// A group of the pool's users.
struct UserGroup: Sendable {
  let name: String
  private var text: String?
  private(set) var role: String?
  /// The precedence: 0 is the highest; a group without one comes last.
  private(set) var precedence: Int64?
  private let created: Int64
  private var modified: Int64

  /// Creates a group with the members of a request.
  init(named name: String, _ input: ServiceInput, at now: Int64) throws(ServiceException) {
    (self.name, created, modified) = (name, now, now)
    try change(input, at: now)
  }

  /// Changes the given members; the others are kept.
  mutating func change(_ input: ServiceInput, at now: Int64) throws(ServiceException) {
    let role = try input.text(.roleARN, limit: 2_048) ?? self.role
    guard role?.isEmpty != true else { throw .said(.roleEmpty) }
    // An empty description counts as omitted.
    let given = try input.text(.description, limit: 2_048) ?? ""
    text = given.isEmpty ? text : given
    self.role = role
    (precedence, modified) = (try input.integer(.precedence) ?? precedence, now)
  }

  /// The group as the API shows it (`GroupType`).
  var json: JSON {
    .members([
      .groupName: .string(name), .userPoolID: .string(World.poolID),
      .description: text.map { .string($0) }, .roleARN: role.map { .string($0) },
      .precedence: precedence.map { .integer($0) },
      .lastModifiedDate: .integer(modified), .creationDate: .integer(created),
    ])
  }
}

extension Sequence where Element == UserGroup {
  /// The groups by precedence, then by name.
  var ranked: [UserGroup] {
    sorted { ($0.precedence ?? .max, $0.name) < ($1.precedence ?? .max, $1.name) }
  }

  /// The distinct roles, by the precedence of their groups.
  var roles: [String] {
    ranked.compactMap(\.role).reduce(into: []) { all, role in
      if !all.contains(role) { all.append(role) }
    }
  }

  /// The role of the groups with the highest precedence; nil where they have several roles, or no
  /// group with a role has a precedence (N135).
  var preferredRole: String? {
    let ranked = filter { $0.role != nil && $0.precedence != nil }
    let first = ranked.compactMap(\.precedence).min()
    let roles = ranked.filter { $0.precedence == first }.roles
    return roles.count == 1 ? roles[0] : nil
  }
}
