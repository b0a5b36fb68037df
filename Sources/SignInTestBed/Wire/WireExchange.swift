import SignInCryptography
import TransitionTables

/// A request with its answer, reduced to what determines the path of a sign-in: words of the
/// table's enums, without names, codes and proofs.
public struct WireExchange: Sendable, Hashable, Comparable {
  /// The operation with its words: `InitiateAuth USER_SRP_AUTH`.
  public var request: String
  /// A challenge with what it offers, an exception, `tokens` or `result`.
  public var answer: String
  /// The table's text of an exception; empty for other answers, and where it is unknown.
  public var words = ""

  /// Creates an exchange.
  public init(request: String, answer: String, words: String = "") {
    (self.request, self.answer, self.words) = (request, answer, words)
  }

  /// Parses ``text``; nil where it is not an exchange.
  public init?(_ text: String) {
    let parts = text.split(separator: Self.arrow, maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let answers = parts[1].split(separator: Self.colon, maxSplits: 1).map(String.init)
    (request, answer) = (parts[0], answers.first ?? "")
    words = answers.count == 2 ? answers[1] : ""
  }

  private static let arrow: Character = "→"
  private static let colon = ": "
  /// Stands for the text of an exception that no row sends, such as for a malformed request.
  static let noRow = "[no row]"

  /// Request and answer on one line.
  public var text: String {
    "\(request)\(Self.arrow)\(answer)" + (words.isEmpty ? "" : Self.colon + words)
  }

  /// The exchange without the exception's text.
  public var wordless: WireExchange { WireExchange(request: request, answer: answer) }

  public static func < (left: WireExchange, right: WireExchange) -> Bool { left.text < right.text }
}

extension WireCodec {
  /// The exchange of an app's request and its answer; nil for an administrator's operation, and for
  /// one that the table lacks.
  ///
  /// - Parameters:
  ///   - operation: the name in the API; operations that a server sends count as an app's.
  ///   - input: the members of the request.
  ///   - output: the members of the answer.
  ///   - exception: the name of the exception; nil for a result.
  ///   - said: the table's text of the exception; empty where it is unknown.
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

  /// The text at a member: a word, or the words of a list, sorted.
  private func text(of member: WireMember, in json: JSON) -> String? {
    var value: JSON? = json
    for name in member.path { value = value?[name] }
    guard let value else { return nil }
    // Most texts are words; a list always has a bracket.
    let written = value.text.flatMap { $0.utf8.contains(UInt8(ascii: "[")) ? $0 : nil }
    let list = value.elements ?? written.flatMap { try? JSON(parsing: $0) }?.elements
    guard let list else { return value.text }
    return "[\(list.compactMap(\.text).sorted().joined(separator: " "))]"
  }
}

extension [String] {
  /// The distinct texts, in order of first occurrence.
  fileprivate var uniqued: [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension PoolService {
  /// A request with its reply, reduced to what determines the path of a sign-in; nil for an
  /// administrator's operation, and for one that the table lacks.
  public func exchange(_ operation: String, _ input: JSON, _ reply: ServiceReply) -> WireExchange? {
    var words = reply.words
    if words.isEmpty {
      // A text without a row may still be the table's; any other may hold anything.
      let message = reply.body[.message]?.text ?? ""
      words = codec.isSaid(message) ? message : WireExchange.noRow
    }
    return codec.exchange(
      operation, input, output: reply.body, exception: reply.exception, words: words)
  }
}

/// An exchange of a replay, with the rows that made its answer.
public struct WireStep: Sendable, Hashable {
  public var exchange: WireExchange
  /// The ids of the rows, in order.
  public var rows: [String]
}

extension Transcript {
  /// The exchanges of each call, without the first `count` calls.
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
