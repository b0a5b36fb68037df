public import SignInCryptography

/// The traffic of one run, line by line, like a proxy's log: the app's calls, each request and
/// answer with its fields, and the time of the pool's clock.
///
/// What the table marks as secret is `‹redacted›` unless it is to be revealed. The same run gives
/// the same bytes.
public struct Transcript: Sendable {
  /// One line of the log.
  public enum Line: Sendable {
    /// An actor's action: `app signIn(userSRP, password: current)`.
    case call(String)
    /// A request of an operation.
    case request(operation: String, input: JSON, at: Int64)
    /// An answer: `{"output": …}` or `{"error": …}`.
    case answer(JSON, at: Int64)
    /// The message that the app receives at the end of a call, or a remark.
    case note(String)
  }

  /// The name of the run.
  public var title: String
  public internal(set) var lines: [Line] = []
  /// The ids of the rows that made each answer.
  var rows: [[String]] = []
  /// The table's text of each answer's exception; empty where no row has one.
  var said: [String] = []

  let codec: WireCodec

  init(title: String, codec: WireCodec) {
    self.title = title
    self.codec = codec
  }

  /// The log as text.
  public func text(revealsSecrets: Bool) -> String {
    var out = "# \(title)\n"
    for line in lines {
      switch line {
      case .call(let call): out += "\(call)\n"
      case .note(let note): out += "  = \(note)\n"
      case .request(let operation, let input, let time):
        let shown = revealsSecrets ? input : codec.redacted(input, of: operation)
        out += "  \(Self.stamp(time)) → \(operation) \(shown.serialized)\n"
      case .answer(let answer, let time):
        let shown = revealsSecrets ? answer : codec.redacted(answer)
        if let error = shown["error"] {
          out += "  \(Self.stamp(time)) ← 400 \(error.serialized)\n"
        } else {
          out += "  \(Self.stamp(time)) ← 200 \((shown["output"] ?? shown).serialized)\n"
        }
      }
    }
    return out
  }

  /// Formats a time of the pool's clock: `2026-01-01T00:00:01Z`.
  private static func stamp(_ time: Int64) -> String {
    var days = time / 86_400
    var year: Int64 = 1970
    func length(_ year: Int64) -> Int64 {
      year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400) ? 366 : 365
    }
    while days >= length(year) {
      days -= length(year)
      year += 1
    }
    let february: Int64 = length(year) == 366 ? 29 : 28
    var month = 1
    for size in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
      if days < size { break }
      days -= size
      month += 1
    }
    let second = time % 86_400
    let numbers = [Int64(month), days + 1, second / 3_600, second / 60 % 60, second % 60]
    let two = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(year)-\(two[0])-\(two[1])T\(two[2]):\(two[3]):\(two[4])Z"
  }
}
