import SignInCryptography
import SignInTestBed

/// Sign-ins that are made to take a wanted path of the catalogue.
extension Endpoint {
  /// A drive that is under way: how many of its requests have come.
  struct Driven: Sendable {
    var drive: Drive
    var position = 0
  }

  /// Goes back to the start and puts a user in place, so that the next sign-in takes a path.
  ///
  /// - Parameters:
  ///   - id: the path.
  ///   - time: this machine's time, in seconds since 1970.
  /// - Throws: an ``EndpointFailure`` that names the path, where that cannot be.
  public mutating func begin(_ id: String, at time: Int64) throws(EndpointFailure) {
    if let reason = drive(id, at: time) { throw EndpointFailure(place: id, reason: reason) }
    try commit()
  }

  /// The same; why it cannot be, or nil.
  mutating func drive(_ id: String, at time: Int64) -> String? {
    guard !drives.isEmpty else { return "there are no paths: start `serve` with `--drive`" }
    guard let drive = drives.first(where: { $0.id == id }) else { return "there is no path \(id)" }
    guard drive.obstacle.isEmpty else { return drive.obstacle }
    // From the start: a clock that an earlier path has advanced would not be that of the app's
    // proofs.
    do throws(EndpointFailure) { try reset() } catch { return error.reason }
    if let user = drive.user {
      let reply = perform("TestBedAddUser", user, at: time)
      if reply.exception != nil { return reply.body["message"]?.text ?? "no such user can be made" }
    }
    driven = Driven(drive: drive)
    performEvents(at: time)
    return nil
  }

  /// Follows the drive where a request is the next one of its path.
  mutating func follow(_ exchange: WireExchange, at time: Int64) {
    guard let under = driven, under.position < under.drive.requests.count,
      under.drive.requests[under.position] == exchange.request
    else { return }
    driven?.position += 1
    performEvents(at: time)
  }

  /// What happens before the next request of the path.
  private mutating func performEvents(at time: Int64) {
    guard let under = driven else { return }
    for event in under.drive.events where event.after == under.position {
      let before = moment.service.clock
      let name = JSON.Member("Username", .string(under.drive.username))
      _ = perform("TestBedAct", .object([name] + event.act), at: time)
      // Time that has passed for the user has passed for everybody.
      let passed = moment.service.clock - max(before, time + moment.offset)
      moment.offset += max(0, passed)
    }
  }
}
