import Foundation
public import SignInCryptography
import TransitionTables

/// The service's reply to a request, with the rows and the account behind it.
public struct ServiceReply: Sendable {
  /// The result, or `__type` and `message` of an exception.
  public var body: JSON
  /// The exception's name in the API; nil where the request succeeded.
  public var exception: String?
  /// The table's text of an exception, before brackets are filled with names and a function's own
  /// message; empty where no row sends it.
  public var words = ""
  /// The ids of the rows that fired, in order.
  public var rows: [String] = []
  /// The name of the account that the rows read; nil where they read none.
  public var username: String?
  /// The question to a trigger function that must be answered before there is a reply. The caller
  /// gets the answer, and performs the request again at the service as it was before.
  public var question: TriggerCall?
  /// The number of the given answers that were used.
  public var answersUsed = 0

  /// Creates a reply that no row made.
  ///
  /// - Parameters:
  ///   - body: the result, or `__type` and `message` of an exception.
  ///   - exception: the exception's name in the API; nil for a result.
  public init(body: JSON, exception: String? = nil) {
    (self.body, self.exception) = (body, exception)
  }
}

extension PoolService {
  /// Answers one request. Never fails: a malformed request is answered by an exception.
  ///
  /// - Parameters:
  ///   - operation: the name in Cognito's API, or one of the test bed's own.
  ///   - input: the members of the request.
  ///   - answers: the answers of trigger functions, in the order in which they were called.
  public mutating func answer(
    _ operation: String, _ input: JSON, by answers: [TriggerAnswer] = []
  ) -> ServiceReply {
    (fired, served, said) = ([], nil, "")
    triggers.begin(operation, input, answers)
    var reply: ServiceReply
    do throws(ServiceException) {
      reply = ServiceReply(body: try perform(operation, try ServiceInput(input)))
    } catch {
      let error = error.worded(by: binding)
      reply = ServiceReply(body: error.json, exception: error.name)
      reply.words = said
    }
    reply.rows = fired.map { model.rows[$0].fullID }
    reply.username = served.flatMap { accounts[$0]?.username }
    (reply.question, reply.answersUsed) = (triggers.question, triggers.used)
    // Nothing of the request is kept.
    triggers.begin("", .object([]), [])
    purge()
    return reply
  }

  /// Derives the signing keys in the background ahead of their first use, because it takes a while.
  public static func prepareKeys() {
    Thread { _ = try? World.tokenKeys() }.start()
  }

  /// A counter that increases with each change of the service's state.
  public var version: Int { accounts.version + sessions.version + exchanges.version }

  /// The service's clock, in seconds since 1970.
  public var clock: Int64 { now }

  /// A request or answer with its secrets redacted, for a log.
  ///
  /// - Parameters:
  ///   - input: the members of the request or answer.
  ///   - operation: the operation of the request; nil for an answer.
  public func redacted(_ input: JSON, of operation: String? = nil) -> JSON {
    operation.map { codec.redacted(input, of: $0) } ?? codec.redacted(input)
  }

  /// Whether the table has an operation.
  public func knows(_ operation: String) -> Bool { codec.request(named: operation) != nil }

  /// The operations that the table has, sorted.
  public var operations: [String] { codec.operations }

  /// Removes expired exchanges, and sign-ins that ended more than an hour ago.
  private mutating func purge() {
    guard sessions.count + exchanges.count > nextPurge else { return }
    let present = now
    exchanges.removeAll { $0.expires <= present }
    sessions.removeAll { $0.ends + 3_600 <= present }
    nextPurge = 2 * (sessions.count + exchanges.count) + 1_024
  }
}

extension ServiceException {
  /// The exception as the API writes it.
  var json: JSON { .members(["__type": .string(name), "message": .string(message)]) }
}
