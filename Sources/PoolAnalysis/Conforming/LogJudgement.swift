import Findings
import SafeText
import SignIn
import SignInTestBed

/// Judges the sign-ins of a log: each is explained by rows of the table, or has a first answer that
/// no row allows.
package struct LogJudgement {
  /// A sign-in, from its first request up to the first one of the next.
  package struct SignIn {
    package var user: String
    /// The exchanges, with the rows that explain them.
    package var steps: [Step] = []
    /// The first answer that no row allows, with the answers that rows allow to the same request.
    package var unexplained: (entry: SignInRecord.Entry, nearest: [WireStep])?
  }

  /// An exchange that rows explain.
  package struct Step {
    package var entry: SignInRecord.Entry
    /// The rows of each alternative, then all other rows that reject the request in the same way.
    package var rows: [String]
  }

  package private(set) var signIns: [SignIn] = []
  /// The number of requests that no path of the catalogue contains, such as GetUser.
  package private(set) var unjudged = 0
  /// The number of log entries without such a request, or without its answer.
  private let passedOver: Int
  /// Whether the run was stopped before the whole log was read; the sign-ins of the user being read
  /// are then dropped.
  package private(set) var isCutOff = false
  private let title: String
  private let automaton: SignInAutomaton
  /// The words that exceptions have on the pool's paths.
  private let said: Set<String>
  private let alike: RowsAlike
  private let shouldStop: () -> Bool

  /// A cache key: an exchange, with the current positions.
  private struct Question: Hashable {
    var exchange: WireExchange
    var positions: Set<SignInAutomaton.Position>
  }

  /// A cache of readings, since logs repeat the same exchanges often.
  private var known: [Question: [SignInAutomaton.Reading]] = [:]
  /// A cache of the other rows that reject in the same way as the key.
  private var others: [[String]: [String]] = [:]
  /// The readings of the current sign-in.
  private var under: [(entry: SignInRecord.Entry, readings: [SignInAutomaton.Reading])] = []

  /// The greatest number of entries within one second for which every order is tried.
  private static let mostUnordered = 7

  /// Judges a log.
  ///
  /// - Parameters:
  ///   - title: the first line of the report.
  ///   - record: the log.
  ///   - paths: the pool's catalogue with its exchanges over the wire.
  ///   - shouldStop: called before each search for an exchange in the catalogue; true stops.
  package init(
    _ title: String, _ record: SignInRecord, by paths: WirePaths,
    shouldStop: @escaping () -> Bool = { false }
  ) {
    (self.title, self.shouldStop, passedOver) = (title, shouldStop, record.passedOver)
    automaton = SignInAutomaton(paths.catalogue, paths.wire)
    alike = RowsAlike(paths.explored.compiled)
    said = Set(paths.wire.ways.flatMap(\.exchanges).map(\.words)).subtracting([""])
    let known = record.entries.filter { automaton.operations.contains($0.exchange.operation) }
    unjudged = record.entries.count - known.count
    let byUser = Dictionary(grouping: known, by: \.user)
    for user in byUser.keys.sorted() {
      let before = signIns
      judge(byUser[user] ?? [], of: user)
      finish()
      guard isCutOff else { continue }
      signIns = before
      return
    }
  }

  /// Whether every answer is explained.
  package var isExplained: Bool { signIns.allSatisfy { $0.unexplained == nil } }

  /// The number of sign-ins with an answer that no row allows.
  package var unexplained: Int { signIns.count { $0.unexplained != nil } }

  // MARK: Reading

  private mutating func rowsAlike(_ rows: [String]) -> [String] {
    if let found = others[rows] { return found }
    let found = alike.others(than: rows)
    others[rows] = found
    return found
  }

  private mutating func readings(
    of exchange: WireExchange, at positions: Set<SignInAutomaton.Position>
  ) -> [SignInAutomaton.Reading] {
    let question = Question(exchange: exchange, positions: positions)
    if let found = known[question] { return found }
    isCutOff = isCutOff || shouldStop()
    guard !isCutOff else { return [] }
    let found = automaton.read(exchange, at: positions)
    known[question] = found
    return found
  }

  private mutating func judge(_ entries: [SignInRecord.Entry], of user: String) {
    var positions = SignInAutomaton.start
    var isLost = false
    for entry in ordered(entries) {
      let all = readings(of: entry.exchange, at: positions)
      let worded = all.filter { !entry.words.isEmpty && $0.words == entry.words }
      let readings =
        worded.isEmpty ? all.filter { rowsWorded(as: entry, near: $0)?.isEmpty != true } : worded
      let fresh = self.readings(of: entry.exchange, at: SignInAutomaton.start)
      if readings.isEmpty {
        // After an answer that no row allows, the rest of the sign-in is not judged.
        guard
          !isLost
            || !automaton.allowed(entry.exchange.request, at: SignInAutomaton.start)
              .isEmpty
        else { continue }
        let allowed = automaton.allowed(entry.exchange.request, at: positions)
        // If only the wording differs, the rows with the same answer in other words.
        let nearest =
          all.isEmpty ? allowed : allowed.filter { $0.exchange.answer == entry.exchange.answer }
        if signIns.last?.user != user || isLost { begin(user) }
        signIns[signIns.count - 1].unexplained = (entry, nearest)
        (positions, isLost) = (SignInAutomaton.start, true)
        continue
      }
      let begins = readings.allSatisfy(\.begins)
      guard !isLost || !fresh.isEmpty else { continue }
      if begins || signIns.last?.user != user { begin(user) }
      isLost = false
      under.append((entry, readings))
      positions = Set(readings.map(\.position))
    }
  }

  /// The rows near a reading that reject a request in the words of an entry, where its own rows
  /// have other words; nil where the words do not contradict the reading, because no row of the
  /// pool has them or the reading allows them.
  private func rowsWorded(
    as entry: SignInRecord.Entry, near reading: SignInAutomaton.Reading
  ) -> [String]? {
    let isKnown = !reading.words.isEmpty && !reading.words.contains("[")
    guard said.contains(entry.words), isKnown, reading.words != entry.words else { return nil }
    return alike.others(than: reading.rows, saying: entry.words)
  }

  private mutating func begin(_ user: String) {
    finish()
    signIns.append(SignIn(user: user))
  }

  /// Completes the steps of the current sign-in: for each answer, only the readings that are
  /// compatible with the later answers remain.
  private mutating func finish() {
    var reached: Set<SignInAutomaton.Position>?
    var steps: [Step] = []
    for (position, (entry, all)) in under.enumerated().reversed() {
      var readings = all
      if let reached {
        let next = under[position + 1].entry.exchange
        readings = all.filter { reading in
          self.readings(of: next, at: [reading.position]).contains { reached.contains($0.position) }
        }
      }
      reached = Set(readings.map(\.position))
      let found = readings.map(\.rows)
      let alike = Set(found.flatMap { rowsAlike($0) }).subtracting(found.joined())
      let rows = Set(found.map { $0.joined(separator: ", ") }).sorted() + alike.sorted()
      let worded = Set(readings.flatMap { rowsWorded(as: entry, near: $0) ?? [] }).sorted()
      steps.append(Step(entry: entry, rows: worded.isEmpty ? rows : worded))
    }
    if !signIns.isEmpty, !steps.isEmpty { signIns[signIns.count - 1].steps = steps.reversed() }
    under = []
  }

  /// The entries in an order that rows explain; entries with the same time may be in any order.
  private mutating func ordered(_ entries: [SignInRecord.Entry]) -> [SignInRecord.Entry] {
    let sorted = entries.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
    var out: [SignInRecord.Entry] = []
    var positions = SignInAutomaton.start
    var rest = sorted[...]
    while let first = rest.first {
      let group = Array(rest.prefix { !first.time.isEmpty && $0.time == first.time })
      let block = group.isEmpty ? [first] : group
      rest = rest.dropFirst(block.count)
      let best = order(block, from: positions)
      out += best
      for entry in best {
        let next = Set(readings(of: entry.exchange, at: positions).map(\.position))
        positions = next.isEmpty ? SignInAutomaton.start : next
      }
    }
    return out
  }

  /// A set of entries of one time that were read in some order, with the positions after them.
  private struct Choice: Hashable {
    var entries: Set<Int>
    var positions: Set<SignInAutomaton.Position>
  }

  /// The order of a block that explains the longest prefix. If the same entries led to the same
  /// positions, the rest is tried only once: seven entries have 5,040 orders, but 128 subsets.
  private mutating func order(
    _ block: [SignInRecord.Entry], from positions: Set<SignInAutomaton.Position>
  ) -> [SignInRecord.Entry] {
    guard block.count > 1, block.count <= Self.mostUnordered else { return block }
    var best: [Int] = []
    var tried: Set<Choice> = []
    var waiting: [(chosen: [Int], positions: Set<SignInAutomaton.Position>)] = [([], positions)]
    while best.count < block.count, let (chosen, positions) = waiting.popLast() {
      guard tried.insert(Choice(entries: Set(chosen), positions: positions)).inserted else {
        continue
      }
      if chosen.count > best.count { best = chosen }
      // The original order is tried first.
      for position in block.indices.reversed() where !chosen.contains(position) {
        let next = readings(of: block[position].exchange, at: positions).map(\.position)
        if !next.isEmpty { waiting.append((chosen + [position], Set(next))) }
      }
    }
    return (best + block.indices.filter { !best.contains($0) }).map { block[$0] }
  }

  // MARK: Reports

  package var text: String {
    let explained = signIns.count - unexplained
    var out =
      "\(title.visibleLine)\n\(explained) of \(TextLayout.counted(signIns.count, "sign-in")) "
    out += "\(explained == 1 ? "is" : "are") explained by rows of the table"
    let rest = TextLayout.counted(unjudged, "other request")
    out += unjudged == 0 ? ".\n" : "; \(rest) not judged.\n"
    if passedOver > 0 {
      out += "\(TextLayout.counted(passedOver, "entry", "entries")) passed over: "
      out += "no request of an app to Cognito, or without an answer.\n"
    }
    if isCutOff { out += "The log was not read to its end.\n" }
    for (number, signIn) in signIns.enumerated() {
      out += "\nSign-in \(number + 1)  \(signIn.user.visibleLine)\n"
      for step in signIn.steps {
        out += "  ✓ \(Self.line(step.entry))\n"
        out += TextLayout.labelled("      ", step.rows.joined(separator: "; or "))
      }
      guard let (entry, nearest) = signIn.unexplained else { continue }
      out += "  ✗ \(Self.line(entry))\n"
      if said.contains(entry.words) {
        out += TextLayout.labelled("      ", "it says: \(entry.words)")
      }
      out += nearest.isEmpty ? "      no row takes the request here\n" : "      nearest:\n"
      for step in nearest.prefix(5) {
        let rows = step.rows.joined(separator: ", ")
        let words = step.exchange.words.isEmpty ? "" : ": \(step.exchange.words)"
        out += TextLayout.labelled("        ", "\(step.exchange.answer)\(words) by \(rows)")
      }
    }
    return out
  }

  private static func line(_ entry: SignInRecord.Entry) -> String {
    "\(entry.number)  \(entry.exchange.request) → \(entry.exchange.answer)".visibleLine
  }

  package var value: JSONValue {
    .object([
      "log": .string(title), "isCutOff": .bool(isCutOff),
      "explained": .number(signIns.count - unexplained),
      "otherRequests": .number(unjudged), "passedOver": .number(passedOver),
      "signIns": .array(signIns.map(Self.value)),
    ])
  }

  private static func value(_ signIn: SignIn) -> JSONValue {
    var members: [String: JSONValue] = [
      "user": .string(signIn.user),
      "steps": .array(
        signIn.steps.map { step in
          .object([
            "entry": .number(step.entry.number), "request": .string(step.entry.exchange.request),
            "answer": .string(step.entry.exchange.answer), "rows": .strings(step.rows),
          ])
        }),
    ]
    if let (entry, nearest) = signIn.unexplained {
      members["unexplained"] = .object([
        "entry": .number(entry.number), "request": .string(entry.exchange.request),
        "answer": .string(entry.exchange.answer),
        "nearest": .array(
          nearest.map {
            .object([
              "answer": .string($0.exchange.answer), "words": .string($0.exchange.words),
              "rows": .strings($0.rows),
            ])
          }),
      ])
    }
    return .object(members)
  }
}
