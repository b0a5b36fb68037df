import SignInCryptography
import TransitionTables

/// A request with its answer, as far as the two say which way a sign-in goes: words of the table's
/// enums, and no name, no code, no proof.
public struct WireExchange: Sendable, Hashable, Comparable {
  /// The operation with its words: `InitiateAuth USER_SRP_AUTH`.
  public var request: String
  /// A challenge with what it offers, an exception, `tokens` or `result`.
  public var answer: String
  /// The table's words of an exception; empty for any other answer, and where they are not known.
  public var words = ""

  /// An exchange of which both sides are known.
  public init(request: String, answer: String, words: String = "") {
    (self.request, self.answer, self.words) = (request, answer, words)
  }

  /// Reads ``text``; nil where it is none.
  public init?(_ text: String) {
    let parts = text.split(separator: Self.arrow, maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let answers = parts[1].split(separator: Self.colon, maxSplits: 1).map(String.init)
    (request, answer) = (parts[0], answers.first ?? "")
    words = answers.count == 2 ? answers[1] : ""
  }

  private static let arrow: Character = "→"
  private static let colon = ": "
  /// Stands for the words of an exception that no row sends, such as that of a malformed text.
  static let noRow = "[no row]"

  /// Both in one line.
  public var text: String {
    "\(request)\(Self.arrow)\(answer)" + (words.isEmpty ? "" : Self.colon + words)
  }

  /// The same where words are not known.
  public var wordless: WireExchange { WireExchange(request: request, answer: answer) }

  public static func < (left: WireExchange, right: WireExchange) -> Bool { left.text < right.text }
}

extension WireCodec {
  /// What a request of an app and its answer say of the way of a sign-in; nil for an operation that
  /// the table does not have, and for an administrator's.
  ///
  /// - Parameters:
  ///   - operation: its name in the API; those that a server sends count as those of an app.
  ///   - input: its members.
  ///   - output: the members of the answer.
  ///   - exception: the name of the exception; nil for a result.
  ///   - said: the table's words of the exception; empty where they are not known.
  public func exchange(
    _ operation: String, _ input: JSON, output: JSON, exception: String?, words said: String = ""
  ) -> WireExchange? {
    guard let message = request(named: operation), model.messages[message].kind == .request else {
      return nil
    }
    let form = model.messages[message].wire
    let name = input[.challengeName]?.text
    let answers =
      name.flatMap { challenge(named: $0) }.map { model.messages[$0].wire.answers } ?? []
    let words = (form.members + answers).filter { $0.encoding == .word && !$0.isSecret }
      .compactMap { self.text(of: $0, in: input) }
    return WireExchange(
      request: ([form.name] + words.uniqued).joined(separator: " "),
      answer: exception ?? answer(in: output), words: exception == nil ? "" : said)
  }

  private func answer(in output: JSON) -> String {
    guard let name = output[.challengeName]?.text else {
      return output[.authenticationResult]?[.accessToken] == nil ? "result" : "tokens"
    }
    let members = challenge(named: name).map { model.messages[$0].wire.members } ?? []
    let offers = members.filter { [.list, .listText].contains($0.encoding) }
      .compactMap { text(of: $0, in: output) }
    return ([name] + offers.uniqued).joined(separator: " ")
  }

  /// What stands at a member: a word, or the words of a list, sorted.
  private func text(of member: WireMember, in json: JSON) -> String? {
    var value: JSON? = json
    for name in member.path { value = value?[name] }
    guard let value else { return nil }
    // Most are words, and no list without a bracket.
    let written = value.text.flatMap { $0.utf8.contains(UInt8(ascii: "[")) ? $0 : nil }
    let list = value.elements ?? written.flatMap { try? JSON(parsing: $0) }?.elements
    guard let list else { return value.text }
    return "[\(list.compactMap(\.text).sorted().joined(separator: " "))]"
  }
}

extension [String] {
  /// Each text once, in the order of its first place.
  fileprivate var uniqued: [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension PoolService {
  /// What a request and its answer say of the way of a sign-in.
  public func exchange(_ operation: String, _ input: JSON, _ reply: ServiceReply) -> WireExchange? {
    var words = reply.words
    if words.isEmpty {
      // What no row has said may still be words of the table; other words may hold anything.
      let message = reply.body[.message]?.text ?? ""
      words = codec.isSaid(message) ? message : WireExchange.noRow
    }
    return codec.exchange(
      operation, input, output: reply.body, exception: reply.exception, words: words)
  }
}

/// An exchange of a replay with the rows that made its answer.
public struct WireStep: Sendable, Hashable {
  public var exchange: WireExchange
  /// By id, in their order.
  public var rows: [String]
}

extension Transcript {
  /// The exchanges of each call after the first so many.
  func calls(after count: Int) -> [[WireStep]] {
    var (calls, answers) = (0, 0)
    var pending: (operation: String, input: JSON)?
    var found: [[WireStep]] = []
    for line in lines {
      switch line {
      case .call:
        calls += 1
        if calls > count { found.append([]) }
      case .request(let operation, let input, _): pending = (operation, input)
      case .answer(let answer, _):
        answers += 1
        guard calls > count, let request = pending else { continue }
        let exchange = codec.exchange(
          request.operation, request.input, output: answer["output"] ?? .null,
          exception: answer["error"]?["__type"]?.text,
          words: words(of: answer, at: answers - 1))
        let made = rows.indices.contains(answers - 1) ? rows[answers - 1] : []
        if let exchange { found[found.count - 1].append(WireStep(exchange: exchange, rows: made)) }
        pending = nil
      case .note: continue
      }
    }
    return found
  }

  private func words(of answer: JSON, at position: Int) -> String {
    let said = said.indices.contains(position) ? said[position] : ""
    return said.isEmpty ? answer["error"]?[.message]?.text ?? "" : said
  }
}
