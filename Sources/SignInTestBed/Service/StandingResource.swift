import SignInCryptography

/// What the pool and its app client have that no row reads: a name and dates.
struct StandingResource: Sendable {
  var name = "waymark"
  /// In seconds since 1970.
  var created: Int64
  var modified: Int64

  init(at time: Int64) { (created, modified) = (time, time) }

  /// Takes the name that a call gives; a call that makes a resource begins its dates.
  mutating func change(_ name: String?, at time: Int64, isNew: Bool) {
    self.name = name ?? self.name
    modified = time
    if isNew { created = time }
  }
}

extension PoolService {
  /// Notes a call that has made or changed the pool or its app client.
  mutating func noteChange(
    _ input: ServiceInput, ofClient isOfClient: Bool, isNew: Bool
  ) throws(ServiceException) {
    if isOfClient {
      client.change(try input.text(.clientName, limit: 128), at: now, isNew: isNew)
    } else {
      pool.change(try input.text(.poolName, limit: 128), at: now, isNew: isNew)
    }
  }

  /// The pool's resource name, of an account that nobody has.
  static var poolARN: String {
    let region = World.poolID.prefix { $0 != "_" }
    return "arn:aws:cognito-idp:\(region):000000000000:userpool/\(World.poolID)"
  }

  /// How many accounts there are.
  var userCount: Int64 {
    Int64(accounts.all.count { !holds(.accountNone, in: $0.value.valuation) })
  }
}
