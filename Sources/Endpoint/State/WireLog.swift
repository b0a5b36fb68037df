import SignInCryptography
import SignInTestBed

/// A log of the last requests and answers, with secrets redacted, and the rows that made them.
struct WireLog: Sendable {
  /// The largest number of requests kept.
  static let limit = 200

  private var entries: [JSON] = []
  private var number: Int64 = 0

  /// Adds a request; the input of an unknown operation is not kept.
  mutating func note(
    _ operation: String, _ input: JSON, _ reply: ServiceReply, at service: PoolService,
    sources: [String: String], fault: Fault.Kind? = nil
  ) {
    number += 1
    let isKnown = service.knows(operation)
    let rows = reply.rows.map { id in
      JSON.members(["id": .string(id), "source": sources[id].map { .string($0) }])
    }
    entries.append(
      .members([
        "number": .integer(number), "clock": .integer(service.clock),
        "operation": isKnown ? .string(operation) : nil,
        "user": reply.username.map { .string($0) }, "fault": fault.map { .string($0.rawValue) },
        "exception": reply.exception.map { .string($0) }, "rows": .array(rows),
        "request": isKnown ? service.redacted(input, of: operation) : nil,
        "answer": reply.exception == nil ? service.redacted(reply.body) : reply.body["message"],
      ]))
    if entries.count > 2 * Self.limit { entries.removeFirst(entries.count - Self.limit) }
  }

  var json: JSON { .array(entries.suffix(Self.limit)) }
}
