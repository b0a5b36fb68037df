import SignInCryptography
import SignInTestBed

/// Drives: sign-ins for which the endpoint arranges that they take a chosen path of the catalogue.
extension Endpoint {
  /// The drive that is under way, with the number of its requests that have arrived.
  struct Driven: Sendable {
    var drive: Drive
    var position = 0
  }

  /// Resets the endpoint and adds a user, so that the next sign-in takes the chosen path.
  ///
  /// - Parameters:
  ///   - id: the id of the path.
  ///   - time: this machine's time, in seconds since 1970.
  /// - Throws: an ``EndpointFailure`` that names the path, where it cannot be driven.
  public mutating func begin(_ id: String, at time: Int64) throws(EndpointFailure) {
    if let reason = drive(id, at: time) { throw EndpointFailure(place: id, reason: reason) }
    try commit()
  }

  /// Begins a drive without committing it; returns why it cannot be driven, or nil.
  mutating func drive(_ id: String, at time: Int64) -> String? {
    guard !drives.isEmpty else { return "there are no paths: start `serve` with `--drive`" }
    guard let drive = drives.first(where: { $0.id == id }) else { return "there is no path \(id)" }
    guard drive.obstacle.isEmpty else { return drive.obstacle }
    // Reset first: the clock that an earlier path advanced would differ from the one that the app's
    // proofs are made for.
    do throws(EndpointFailure) { try reset() } catch { return error.reason }
    if let user = drive.user {
      let reply = perform("TestBedAddUser", user, at: time)
      if reply.exception != nil { return reply.body["message"]?.text ?? "no such user can be made" }
    }
    driven = Driven(drive: drive)
    performEvents(at: time)
    return nil
  }

  /// Advances the drive if the request is the next one of its path.
  mutating func follow(_ exchange: WireExchange, at time: Int64) {
    guard let under = driven, under.position < under.drive.requests.count,
      under.drive.requests[under.position] == exchange.request
    else { return }
    driven?.position += 1
    performEvents(at: time)
  }

  /// Performs the events that come before the next request of the path.
  private mutating func performEvents(at time: Int64) {
    guard let under = driven else { return }
    for event in under.drive.events where event.after == under.position {
      let before = moment.service.clock
      let name = JSON.Member("Username", .string(under.drive.username))
      _ = perform("TestBedAct", .object([name] + event.act), at: time)
      // The clock is shared: time that passes for this user passes for all.
      let passed = moment.service.clock - max(before, time + moment.offset)
      moment.offset += max(0, passed)
    }
  }
}
