import Findings
import SignIn
import TransitionTables

/// The results for a pool, with the users concerned: its attacks, leaks and lockouts, and its calls
/// that never return. It is computed from the pool, or read from a file that was.
///
/// Means have their names in the table, so that a file stays valid when their titles change. Users
/// are numbers of ``records``.
package struct AnswerBaseline: Sendable {
  /// A set of stolen means with its outcome for an outsider.
  struct Attack: Sendable {
    var outcome: String
    var means: [String]
    var users: [Int]
  }

  /// The calls by which an outsider learns that an account exists, and their answers.
  struct Leak: Sendable {
    var calls: [String]
    var withAccount: String
    var withoutAccount: String
    var users: [Int]
  }

  /// A set of lost means, and whether not even an administrator can help.
  struct Lockout: Sendable {
    var means: [String]
    var isBeyondHelp: Bool
    var users: [Int]
  }

  /// A call that locks users out, or that never returns.
  struct Call: Sendable {
    var call: String
    var users: [Int]
  }

  /// The name of the pool.
  package let pool: String
  /// The parameters that the documents left open, with their defaults: `recovery = email`.
  private(set) var taken: [String] = []
  /// The records that users can have.
  let list: RecordList
  /// The values of the records, in the order of the table's variables, for ``MeansAnalysis`` to
  /// carry over.
  package var records: [[Int]] { list.records }
  var attacks: [Attack] = []
  var leaks: [Leak] = []
  var lockouts: [Lockout] = []
  var hangs: [Call] = []
  /// The calls by which users who have lost nothing lock themselves out; nil where a limit was
  /// reached before all were found.
  var acts: [Call]?

  /// - Throws: 152 where the run has to end, 153 where the interpreter and the compiled rules
  ///   disagree.
  package init(_ analysis: MeansAnalysis) throws(CommandFailure) {
    let (attacks, lockouts) = (try Attacks(analysis), try Lockouts(analysis))
    let graph = analysis.graph
    (pool, taken) = (analysis.pool.name, analysis.takenSettings)
    list = RecordList(analysis)
    self.attacks = attacks.entries.map {
      Attack(outcome: $0.outcome.rawValue, means: graph.means($0.set).map(\.name), users: $0.starts)
    }
    leaks = attacks.leaks.map {
      Leak(
        calls: $0.calls, withAccount: $0.withAccount, withoutAccount: $0.withoutAccount,
        users: $0.starts)
    }
    self.lockouts = lockouts.entries.map {
      Lockout(
        means: graph.means($0.set).map(\.name), isBeyondHelp: $0.isBeyondHelp, users: $0.starts)
    }
    hangs = try Hangs(analysis).all.map { Call(call: $0.call, users: $0.starts) }
    acts = lockouts.acts?.map { Call(call: $0.call, users: $0.starts) }
    try analysis.goOn()
  }

  // MARK: Reading and writing

  /// The version of the file format; others are refused. Version 1 did not list the users
  /// concerned.
  private static let version = 2

  private static let writing = "`waymark diff --no-new POOL --baseline FILE --update-baseline`"

  /// Reads a file that `diff --no-new --update-baseline` wrote.
  /// - Throws: a failure where the file is missing, is not JSON or has another format.
  package init(path: String, model: Model) throws(CommandFailure) {
    do throws(DiagnosticList) {
      try self.init(PoolReader.document(at: path), model: model)
    } catch {
      let missing = error.whereMissing("check the path, or write it: \(Self.writing)")
      throw CommandFailure(missing.diagnostics, status: .unreadable)
    }
  }

  package init(_ document: LocatedDocument, model: Model) throws(DiagnosticList) {
    let root = document.root
    func complaint(_ node: LocatedNode, _ message: String) -> DiagnosticList {
      DiagnosticList([
        document.diagnostic(
          "baseline.shape", at: node.location, message,
          remedy: "write it anew, from the pool as it was: \(Self.writing)")
      ])
    }
    guard let version = root["version"]?.text else {
      throw complaint(root, "a baseline of answers is an object with a `version`")
    }
    guard version == "\(Self.version)" else {
      let what = version == "1" ? ", which does not say for whom its answers are" : ""
      throw complaint(
        root["version"] ?? root,
        "this baseline has version \(version)\(what); this program reads version \(Self.version)")
    }
    guard let records = root["records"] else {
      throw complaint(root, "a baseline of answers has `records`")
    }
    let list = try RecordList(records, of: model, complaint)
    func entries(_ key: String) throws(DiagnosticList) -> [LocatedNode] {
      guard let elements = root[key]?.elements else {
        throw complaint(root, "a baseline of answers is an object with a list `\(key)`")
      }
      return elements
    }
    func text(_ key: String, of node: LocatedNode) throws(DiagnosticList) -> String {
      guard let text = node[key]?.text else { throw complaint(node, "`\(key)` is missing here") }
      return text
    }
    func words(_ key: String, of node: LocatedNode) throws(DiagnosticList) -> [String] {
      guard let elements = node[key]?.elements else {
        throw complaint(node, "a list `\(key)` is missing here")
      }
      return elements.compactMap(\.text)
    }
    func users(of node: LocatedNode) throws(DiagnosticList) -> [Int] {
      guard let elements = node["who"]?.elements else {
        throw complaint(node, "a list `who` is missing here")
      }
      return try list.users(elements, complaint)
    }
    func calls(_ nodes: [LocatedNode]) throws(DiagnosticList) -> [Call] {
      var found: [Call] = []
      for node in nodes {
        found.append(Call(call: try text("call", of: node), users: try users(of: node)))
      }
      return found
    }
    self.list = list
    pool = try text("pool", of: root)
    if root["takenAtDefault"] != nil { taken = try words("takenAtDefault", of: root) }
    for node in try entries("attacks") {
      attacks.append(
        Attack(
          outcome: try text("outcome", of: node), means: try words("stolen", of: node),
          users: try users(of: node)))
    }
    for node in try entries("leaks") {
      leaks.append(
        Leak(
          calls: try words("calls", of: node), withAccount: try text("withAccount", of: node),
          withoutAccount: try text("withoutAccount", of: node), users: try users(of: node)))
    }
    for node in try entries("lockouts") {
      lockouts.append(
        Lockout(
          means: try words("losses", of: node),
          isBeyondHelp: try text("administratorCanHelp", of: node) != "true",
          users: try users(of: node)))
    }
    hangs = try calls(try entries("neverReturning"))
    if root["lockingCalls"] != nil { acts = try calls(try entries("lockingCalls")) }
  }

  /// The text of the file; equal results give equal bytes.
  package var text: String {
    let words = list.words
    func object(_ members: [String: JSONValue], _ users: [Int]) -> JSONValue {
      .object(members.merging(["who": .strings(words.conditions(of: users))]) { $1 })
    }
    func sorted(_ values: [JSONValue]) -> JSONValue {
      .array(values.map { ($0.text, $0) }.sorted { $0.0 < $1.0 }.map(\.1))
    }
    func calls(_ calls: [Call]) -> JSONValue {
      sorted(calls.map { object(["call": .string($0.call)], $0.users) })
    }
    var members: [String: JSONValue] = [
      "version": .number(Self.version), "pool": .string(pool), "records": list.value(words),
      "attacks": sorted(
        attacks.map {
          object(["outcome": .string($0.outcome), "stolen": .strings($0.means)], $0.users)
        }),
      "leaks": sorted(
        leaks.map {
          object(
            [
              "calls": .strings($0.calls), "withAccount": .string($0.withAccount),
              "withoutAccount": .string($0.withoutAccount),
            ], $0.users)
        }),
      "lockouts": sorted(
        lockouts.map {
          object(
            [
              "losses": .strings($0.means), "administratorCanHelp": .bool(!$0.isBeyondHelp),
            ], $0.users)
        }),
      "neverReturning": calls(hangs),
    ]
    if !taken.isEmpty { members["takenAtDefault"] = .strings(taken) }
    if let acts { members["lockingCalls"] = calls(acts) }
    return JSONValue.object(members).text
  }
}
