import SignInCryptography
import SignInTestBed

/// The sign-ins in a log of one of three formats: events of CloudTrail, a HAR file of a browser or
/// a proxy, the log of `waymark serve`.
package struct SignInRecord {
  /// A request with its answer.
  package struct Entry {
    /// The entry's position in the log, from 1; the line number where each line is an entry.
    package var number: Int
    /// The user, as far as the log distinguishes users.
    package var user: String
    /// The time; entries with the same user and time may be in any order. Empty where the order of
    /// the log is reliable.
    package var time: String
    package var exchange: WireExchange
    /// The words of the exception; empty where there are none.
    package var words = ""
  }

  package private(set) var entries: [Entry] = []
  /// The number of entries that are no request of an app to Cognito, or have no answer.
  package private(set) var passedOver = 0
  private var formats: [String] = []
  private var isOfLines = false

  /// The format that was read: `CloudTrail, one a line`.
  package var format: String {
    formats.joined(separator: " and ") + (isOfLines ? ", one a line" : "")
  }

  /// Reads a log; returns nil where it has none of the formats.
  package init?(_ json: JSON, by codec: WireCodec) {
    if readEntries(json, line: nil, codec) { return }
    if let requests = json["log"]?["entries"]?.elements {
      formats = ["HAR"]
      for (position, entry) in requests.enumerated() { readHAR(entry, position + 1, codec) }
    } else if let requests = json.elements {
      formats = [Self.own]
      for (position, entry) in requests.enumerated() { readOwn(entry, position + 1, codec) }
    } else {
      return nil
    }
  }

  /// Reads a log with one event of CloudTrail or one entry of `waymark serve` per line.
  ///
  /// - Parameters:
  ///   - lines: the contents of the lines, with their numbers.
  ///   - codec: reads requests and answers.
  ///   - unknown: called with the number of each line that is neither.
  package init(
    lines: [(number: Int, json: JSON)], by codec: WireCodec, unknown: (Int) -> Void
  ) {
    isOfLines = true
    for (number, json) in lines where !readEntries(json, line: number, codec) { unknown(number) }
  }

  private static let own = "log of waymark serve"

  /// Reads events, or a single entry; returns false where it is neither.
  private mutating func readEntries(_ json: JSON, line: Int?, _ codec: WireCodec) -> Bool {
    let format: String
    if let events = Self.events(in: json) {
      format = "CloudTrail"
      for (position, event) in events.enumerated() { readEvent(event, line ?? position + 1, codec) }
    } else if json["operation"]?.text != nil || json["rows"]?.elements != nil {
      // An entry for an unknown operation has rows, an empty list, and no operation.
      format = Self.own
      readOwn(json, line ?? 1, codec)
    } else {
      return false
    }
    if !formats.contains(format) { formats.append(format) }
    return true
  }

  /// The events in a list, or a single one; EventBridge wraps an event in `detail`.
  private static func events(in json: JSON) -> [JSON]? {
    if let listed = json["Records"]?.elements ?? json["Events"]?.elements { return listed }
    let events = json.elements ?? [json]
    let first = events.first?["detail"] ?? events.first
    return (first?["eventName"] ?? first?["CloudTrailEvent"]) == nil ? nil : events
  }

  /// Adds a request; one without an exchange is only counted.
  private mutating func note(
    _ exchange: WireExchange?, _ words: String?, _ number: Int, of user: String,
    at time: String = ""
  ) {
    guard let exchange else {
      passedOver += 1
      return
    }
    entries.append(
      Entry(number: number, user: user, time: time, exchange: exchange, words: words ?? ""))
  }

  // MARK: CloudTrail

  /// Reads an event. Names, proofs and challenge parameters are hidden in it; its keys begin with a
  /// small letter.
  private mutating func readEvent(_ wrapped: JSON, _ number: Int, _ codec: WireCodec) {
    // `lookup-events` returns an event as a text.
    let inner = wrapped["CloudTrailEvent"]?.text.flatMap { try? JSON(parsing: $0) }
    let event = inner ?? wrapped["detail"] ?? wrapped
    guard event["eventSource"]?.text == "cognito-idp.amazonaws.com",
      let name = event["eventName"]?.text
    else {
      passedOver += 1
      return
    }
    let exchange = codec.exchange(
      name, Self.capitalized(event["requestParameters"] ?? .null),
      output: Self.capitalized(event["responseElements"] ?? .null),
      exception: event["errorCode"]?.text)
    let user =
      event["additionalEventData"]?["sub"]?.text
      ?? [event["sourceIPAddress"]?.text, event["userAgent"]?.text].compactMap(\.self)
      .joined(separator: " ")
    note(
      exchange, event["errorMessage"]?.text, number, of: user, at: event["eventTime"]?.text ?? "")
  }

  private static func capitalized(_ json: JSON) -> JSON {
    guard case .object(let members) = json else { return json }
    return .object(
      members.map { member in
        let name = member.name.prefix(1).uppercased() + member.name.dropFirst()
        // A value that is hidden as a whole is nevertheless present.
        let isHidden = name == "AuthenticationResult" && member.value.text != nil
        let value = isHidden ? JSON.members(["AccessToken": member.value]) : member.value
        return JSON.Member(name, capitalized(value))
      })
  }

  // MARK: HAR

  private mutating func readHAR(_ entry: JSON, _ number: Int, _ codec: WireCodec) {
    let headers = entry["request"]?["headers"]?.elements ?? []
    let target = headers.first { $0["name"]?.text?.lowercased() == "x-amz-target" }?["value"]?.text
    let status = entry["response"]?["status"]?.integer ?? 0
    // Without an answer (the page was left, or the network failed) there is nothing to judge.
    guard let operation = target?.split(separator: ".").last.map(String.init), status > 0 else {
      passedOver += 1
      return
    }
    let input = entry["request"]?["postData"]?["text"]?.text.flatMap { try? JSON(parsing: $0) }
    let body = Self.body(of: entry["response"]?["content"] ?? .null)
    let type = body["__type"]?.text?.split(separator: "#").last.map(String.init)
    let exception = status < 300 ? nil : type ?? "HTTP \(status)"
    note(
      codec.exchange(operation, input ?? .null, output: body, exception: exception),
      (body["message"] ?? body["Message"])?.text, number, of: "the browser")
  }

  private static func body(of content: JSON) -> JSON {
    guard let text = content["text"]?.text else { return .null }
    let isEncoded = content["encoding"]?.text == "base64"
    let bytes = isEncoded ? (try? Base64.decode(text)) ?? [] : Array(text.utf8)
    return (try? JSON(parsing: bytes)) ?? .null
  }

  // MARK: The endpoint's own

  private mutating func readOwn(_ entry: JSON, _ number: Int, _ codec: WireCodec) {
    // A request that was throttled on demand is no evidence about the table.
    guard let operation = entry["operation"]?.text, entry["fault"]?.text != "throttle" else {
      passedOver += 1
      return
    }
    note(
      codec.exchange(
        operation, entry["request"] ?? .null, output: entry["answer"] ?? .null,
        exception: entry["exception"]?.text), entry["answer"]?.text, number,
      of: entry["user"]?.text ?? "nobody")
  }
}
