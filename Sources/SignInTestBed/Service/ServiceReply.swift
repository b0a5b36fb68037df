import Foundation
public import SignInCryptography
import TransitionTables

/// What the service answers a request with, and what it did for it.
public struct ServiceReply: Sendable {
  /// The result, or `__type` and `message` of an exception.
  public var body: JSON
  /// The exception's name in the API; nil where the request succeeded.
  public var exception: String?
  /// The words of an exception as the table has them, before names and a function's own words take
  /// their places; empty where no row sends it.
  public var words = ""
  /// The rows that fired, by id, in their order.
  public var rows: [String] = []
  /// The name of the account that the rows read; nil where none was.
  public var username: String?
  /// The question to a function of the owner without whose answer there is no reply; whoever asks
  /// it performs the request again, at the service as it was before.
  public var question: TriggerCall?
  /// How many of the answers that came along were used.
  public var answersUsed = 0

  /// A reply that no row made.
  ///
  /// - Parameters:
  ///   - body: the result, or `__type` and `message` of an exception.
  ///   - exception: the exception's name; nil for a result.
  public init(body: JSON, exception: String? = nil) {
    (self.body, self.exception) = (body, exception)
  }
}

extension PoolService {
  /// Answers one request. Never fails: what cannot be read is answered by an exception.
  ///
  /// - Parameters:
  ///   - operation: its name in Cognito's API, or one of the test bed's own.
  ///   - input: its members.
  ///   - answers: of the owner's functions, in the order in which they were asked.
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
    // Nothing of a request stays behind.
    triggers.begin("", .object([]), [])
    purge()
    return reply
  }

  /// Derives the signing keys in the background, which takes a while, before anybody needs them.
  public static func prepareKeys() {
    Thread { _ = try? World.tokenKeys() }.start()
  }

  /// Grows with each change of the service's state, and stays where a request changed nothing.
  public var version: Int { accounts.version + sessions.version + exchanges.version }

  /// The service's clock, in seconds since 1970.
  public var clock: Int64 { now }

  /// A request as a log may show it.
  ///
  /// - Parameters:
  ///   - input: the members of the request, or of its answer.
  ///   - operation: the operation whose members they are; nil for an answer.
  public func redacted(_ input: JSON, of operation: String? = nil) -> JSON {
    operation.map { codec.redacted(input, of: $0) } ?? codec.redacted(input)
  }

  /// Whether the table knows an operation.
  public func knows(_ operation: String) -> Bool { codec.request(named: operation) != nil }

  /// The operations that the table knows, sorted.
  public var operations: [String] { codec.operations }

  /// Forgets exchanges that nobody can answer any more and sign-ins that ended an hour ago.
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
