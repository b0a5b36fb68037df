import SignInCryptography
import SignInTestBed

/// The routes under `/_waymark/`, which Cognito does not have: mail, clock, faults, users with
/// records in the table's words, the rows that fired, snapshots and resets.
extension Endpoint {
  mutating func control(_ request: EndpointRequest, at time: Int64) -> EndpointResponse {
    let parts = request.path.split(separator: "/").dropFirst()
    guard parts.count <= 1 else { return Self.fault("NotFound", Self.known, status: 404) }
    let name = parts.first.map(String.init) ?? ""
    let body: JSON
    if request.body.isEmpty {
      body = .object([])
    } else if let read = try? JSON(parsing: request.body), case .object = read {
      body = read
    } else {
      return Self.fault("SerializationException", "the body is no JSON object")
    }
    switch (request.method, name) {
    case ("GET", ""): return page
    case ("GET", _): return look(at: name, request, time)
    case ("POST", "users"): return answer("TestBedAddUser", body, time)
    case ("POST", "settings"): return answer("TestBedSettings", body, time)
    case ("POST", "clock"): return advance(body, time)
    case ("POST", "faults"): return add(body)
    case ("POST", "drive"):
      let reason = drive(body["path"]?.text ?? "", at: time)
      return reason.map { Self.fault("InvalidRequest", $0) } ?? Self.done
    case ("DELETE", "faults"):
      faults = []
      return Self.done
    case ("POST", "reset"):
      do throws(EndpointFailure) { try reset() } catch {
        return Self.fault("StateFailure", "\(error.place): \(error.reason)", status: 500)
      }
      return Self.done
    case ("POST", "snapshot"), ("POST", "restore"): return keep(name, body, time)
    default: return Self.fault("NotFound", Self.known, status: 404)
    }
  }

  private static let known =
    "GET /_waymark/ and describe, mailbox, users, settings, log, differences, clock, faults, "
    + "operations, coverage, paths, snapshot; POST users, settings, clock, faults, drive, reset, "
    + "snapshot, restore; DELETE faults"

  private static var done: EndpointResponse { EndpointResponse(200, body: "{}") }

  private mutating func answer(
    _ operation: String, _ input: JSON, _ time: Int64
  ) -> EndpointResponse {
    let reply = perform(operation, input, at: time)
    return EndpointResponse(reply.exception == nil ? 200 : 400, body: reply.body.serialized)
  }

  private mutating func look(
    at name: String, _ request: EndpointRequest, _ time: Int64
  ) -> EndpointResponse {
    let query = request.query
    switch name {
    case "describe": return answer("TestBedDescribe", .object([]), time)
    case "mailbox":
      let input = JSON.members([
        "Username": query["username"].map { .string($0) },
        "Medium": query["medium"].map { .string($0) },
      ])
      return answer("TestBedMailbox", input, time)
    case "users":
      let input = JSON.members([
        "Username": query["username"].map { .string($0) },
        "Limit": query["limit"].flatMap { Int64($0) }.map { .integer($0) },
      ])
      return answer("TestBedUsers", input, time)
    case "settings": return answer("TestBedSettings", .object([]), time)
    case "differences": return answer("TestBedDifferences", .object([]), time)
    case "coverage": return EndpointResponse(200, body: signIns.json.serialized)
    case "paths":
      return EndpointResponse(200, body: JSON.array(drives.map(\.json)).serialized)
    case "log": return EndpointResponse(200, body: log.json.serialized)
    case "clock": return clock(time)
    case "faults":
      return EndpointResponse(200, body: JSON.array(faults.map(\.json)).serialized)
    case "operations":
      let names = moment.service.operations.map { JSON.string($0) }
      return EndpointResponse(200, body: JSON.array(names).serialized)
    case "snapshot":
      let names = snapshotNames.map { JSON.string($0) }
      return EndpointResponse(200, body: JSON.array(names).serialized)
    default: return Self.fault("NotFound", Self.known, status: 404)
    }
  }

  // MARK: Changes

  private mutating func clock(_ time: Int64) -> EndpointResponse {
    let now = max(moment.service.clock, time + moment.offset)
    let body = JSON.members(["clock": .integer(now), "ahead": .integer(moment.offset)])
    return EndpointResponse(200, body: body.serialized)
  }

  /// The largest number of seconds by which one request may advance the clock: 100 years.
  static let longestAdvance: Int64 = 3_153_600_000

  private mutating func advance(_ body: JSON, _ time: Int64) -> EndpointResponse {
    guard let by = body["advance"]?.integer, (0...Self.longestAdvance).contains(by) else {
      return Self.fault("InvalidRequest", "`advance` is a number of seconds, at most 100 years")
    }
    _ = perform("EndpointAdvance", body, at: time)
    return clock(time)
  }

  private mutating func add(_ body: JSON) -> EndpointResponse {
    switch Fault.reading(body, isKnown: moment.service.knows) {
    case .failure(let fault): return Self.fault("InvalidRequest", fault.message)
    case .success(let fault):
      guard faults.count < 1_000 else {
        return Self.fault("InvalidRequest", "there are 1000 faults already; DELETE them")
      }
      faults.append(fault)
      return Self.done
    }
  }

  private mutating func keep(
    _ verb: String, _ body: JSON, _ time: Int64
  ) -> EndpointResponse {
    let name = body["name"]?.text ?? "default"
    let isNew = !snapshotNames.contains(name)
    guard verb == "snapshot" ? !isNew || snapshotNames.count < 100 : !isNew else {
      let reason =
        verb == "snapshot" ? "there are 100 snapshots already" : "there is no snapshot \(name)"
      return Self.fault("InvalidRequest", reason)
    }
    let operation = verb == "snapshot" ? "EndpointSnapshot" : "EndpointRestore"
    _ = perform(operation, .members(["name": .string(name)]), at: time)
    return Self.done
  }

  /// The control page, as HTML for a browser.
  private var page: EndpointResponse {
    var response = EndpointResponse(
      200, type: "text/html; charset=utf-8",
      body: String(decoding: PackageResources.page_html, as: UTF8.self))
    response.headers.append(
      (
        "content-security-policy",
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
          + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
      ))
    response.headers.append(("x-content-type-options", "nosniff"))
    return response
  }
}
