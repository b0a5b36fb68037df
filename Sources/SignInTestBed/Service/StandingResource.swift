import SignInCryptography

/// The properties of the pool or its app client that no row reads: name and dates.
struct StandingResource: Sendable {
  var name = "waymark"
  /// When it was created and last modified, in seconds since 1970.
  var created: Int64
  var modified: Int64

  init(at time: Int64) { (created, modified) = (time, time) }

  /// Records a call: takes the name that it gives; one that creates the resource resets its dates.
  mutating func change(_ name: String?, at time: Int64, isNew: Bool) {
    self.name = name ?? self.name
    modified = time
    if isNew { created = time }
  }
}

extension PoolService {
  /// Records a call that created or changed the pool or its app client.
  mutating func noteChange(
    _ input: ServiceInput, ofClient isOfClient: Bool, isNew: Bool
  ) throws(ServiceException) {
    if isOfClient {
      client.change(try input.text(.clientName, limit: 128), at: now, isNew: isNew)
    } else {
      pool.change(try input.text(.poolName, limit: 128), at: now, isNew: isNew)
    }
  }

  /// The pool's ARN, with a fictitious AWS account.
  static var poolARN: String {
    let region = World.poolID.prefix { $0 != "_" }
    return "arn:aws:cognito-idp:\(region):000000000000:userpool/\(World.poolID)"
  }

  /// The number of accounts.
  var userCount: Int64 {
    Int64(accounts.all.count { !holds(.accountNone, in: $0.value.valuation) })
  }
}
