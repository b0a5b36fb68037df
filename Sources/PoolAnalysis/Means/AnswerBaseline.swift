import Findings
import SignIn
import TransitionTables

/// What a pool allows: its attacks, what it gives away, its lockouts, and its calls that never
/// return; made from the pool, or read from a file that was made from it.
///
/// Means are held by their names in the table, so that a file stays valid when their titles change.
package struct AnswerBaseline: Equatable, Sendable {
  /// Stolen means with what an outsider comes to by them.
  struct Attack: Hashable, Comparable {
    var outcome: String
    var means: [String]

    static func < (one: Attack, other: Attack) -> Bool {
      one.outcome != other.outcome
        ? one.outcome < other.outcome : one.means.lexicographicallyPrecedes(other.means)
    }
  }

  /// Lost means, with whether not even an administrator helps.
  struct Lockout: Hashable, Comparable {
    var means: [String]
    var isBeyondHelp: Bool

    static func < (one: Lockout, other: Lockout) -> Bool {
      one.means != other.means
        ? one.means.lexicographicallyPrecedes(other.means)
        : !one.isBeyondHelp && other.isBeyondHelp
    }
  }

  /// The shape of the file. Files of another are refused, since what they mean is not known.
  private static let version = 1

  var attacks: [Attack] = []
  /// The calls by which an outsider learns of an account.
  var leaks: [[String]] = []
  var lockouts: [Lockout] = []
  var hangs: [String] = []
  /// The calls by which users who have lost nothing lock themselves out; nil in a file that was
  /// made before these were kept.
  var acts: [String]?

  /// - Throws: 153 where the interpreter and the compiled rules disagree.
  package init(_ analysis: MeansAnalysis) throws(CommandFailure) {
    self.init(try Attacks(analysis), try Lockouts(analysis))
    try analysis.goOn()
  }

  init(_ attacks: Attacks, _ lockouts: Lockouts) {
    let graph = attacks.analysis.graph
    self.attacks = Set(
      attacks.entries.map {
        Attack(outcome: $0.outcome.rawValue, means: graph.means($0.set).map(\.name))
      }
    ).sorted()
    leaks = Set(attacks.leaks.map(\.calls)).sorted { $0.lexicographicallyPrecedes($1) }
    self.lockouts = Set(
      lockouts.entries.map {
        Lockout(means: graph.means($0.set).map(\.name), isBeyondHelp: $0.isBeyondHelp)
      }
    ).sorted()
    hangs = attacks.analysis.hangingCalls
    acts = lockouts.acts?.map(\.call).sorted()
  }

  // MARK: Reading and writing

  /// Reads a file that `diff --no-new --update-baseline` wrote.
  /// - Throws: where it is missing, is no JSON or has another shape.
  package init(path: String) throws(CommandFailure) {
    do throws(DiagnosticList) {
      try self.init(PoolReader.document(at: path))
    } catch {
      throw CommandFailure(error.diagnostics, status: .unreadable)
    }
  }

  package init(_ document: LocatedDocument) throws(DiagnosticList) {
    let root = document.root
    func list(_ key: String) throws(DiagnosticList) -> [LocatedNode] {
      guard let elements = root[key]?.elements else {
        throw Self.complaint(
          document, root, "a baseline of answers is an object with a list `\(key)`")
      }
      return elements
    }
    func words(_ node: LocatedNode?, of owner: LocatedNode) throws(DiagnosticList) -> [String] {
      guard let elements = node?.elements else {
        throw Self.complaint(document, owner, "a list of names is missing")
      }
      return elements.compactMap(\.text)
    }
    if let version = root["version"], version.text != "\(Self.version)" {
      throw Self.complaint(
        document, version,
        "this baseline has version \(version.text ?? "?"), and this program reads \(Self.version)")
    }
    for node in try list("attacks") {
      guard let outcome = node["outcome"]?.text else {
        throw Self.complaint(document, node, "an attack needs `outcome` and `stolen`")
      }
      attacks.append(Attack(outcome: outcome, means: try words(node["stolen"], of: node)))
    }
    for node in try list("leaks") { leaks.append(try words(node, of: node)) }
    for node in try list("lockouts") {
      guard let help = node["administratorCanHelp"]?.text else {
        throw Self.complaint(document, node, "a lockout needs `losses` and `administratorCanHelp`")
      }
      lockouts.append(
        Lockout(means: try words(node["losses"], of: node), isBeyondHelp: help != "true"))
    }
    hangs = try list("neverReturning").compactMap(\.text)
    acts = root["lockingCalls"]?.elements?.compactMap(\.text)
    (attacks, lockouts) = (attacks.sorted(), lockouts.sorted())
  }

  private static func complaint(
    _ document: LocatedDocument, _ node: LocatedNode, _ message: String
  ) -> DiagnosticList {
    DiagnosticList([
      document.diagnostic(
        "baseline.shape", at: node.location, message,
        remedy: "write it anew: `waymark diff --no-new POOL --baseline FILE --update-baseline`")
    ])
  }

  /// The file: equal answers give equal bytes.
  package var text: String {
    var members: [String: JSONValue] = [
      "version": .number(Self.version),
      "attacks": .array(
        attacks.map {
          .object(["outcome": .string($0.outcome), "stolen": .strings($0.means)])
        }),
      "leaks": .array(leaks.map { .strings($0) }),
      "lockouts": .array(
        lockouts.map {
          .object([
            "losses": .strings($0.means), "administratorCanHelp": .bool(!$0.isBeyondHelp),
          ])
        }),
      "neverReturning": .strings(hangs),
    ]
    if let acts { members["lockingCalls"] = .strings(acts) }
    return JSONValue.object(members).text
  }
}

extension MeansAnalysis {
  /// The app's calls that may never return, each once.
  var hangingCalls: [String] {
    if let sets { return Set(sets.hangingCalls.map { model.actions[$0].call }).sorted() }
    let steps = StepWords(analysis: self)
    let hanging = graph.steps.filter { step in
      graph.answer(Int(step.label)) == nil
        && graph.call(Int(step.label)).action.map { model.actions[$0].actor == "app" } ?? false
    }
    return Set(hanging.map(steps.call)).sorted()
  }
}
