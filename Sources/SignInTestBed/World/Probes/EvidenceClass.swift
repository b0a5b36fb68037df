/// The classes that evidence of any kind can have: the columns of the table in an exploration's
/// report.
///
/// The table of transitions names fewer classes; each of these is one way to produce such a class
/// in bytes. All but `right` must be refused.
public enum EvidenceClass: String, CaseIterable, Sendable, Hashable {
  /// The evidence is right and current.
  case right
  /// The evidence was never issued to anybody.
  case wrong
  /// The evidence was right once, or has expired.
  case stale
  /// The evidence was used before.
  case reused
  /// The evidence belongs to another user of the same pool.
  case anotherUsers
  /// The evidence belongs to the same user in another pool.
  case anotherPools
  /// The evidence does not have the required form.
  case malformed
  /// The evidence is empty.
  case empty
  /// The right evidence with one bit flipped.
  case oneBit
  /// SRP: A is a multiple of N, which fixes the shared secret.
  case zeroA
  /// SRP: B is a multiple of N; the client must end the exchange.
  case zeroB
  /// SRP: u is 0; either half must end the exchange.
  case zeroU

  /// The table's class that makers produce for the right evidence.
  static let rightName = TableMember.current.rawValue

  /// The classes that make no sense for evidence that is not an SRP exchange, each with the reason.
  static let noExchange = Dictionary(
    uniqueKeysWithValues: [zeroA, .zeroB, .zeroU].map { ($0, "no part of an SRP exchange") })

  /// The classes that make no sense for a password whose age alone is judged: all but two.
  static let onlyAge = Dictionary(
    uniqueKeysWithValues: allCases.filter { $0 != .right && $0 != .stale }.map {
      ($0, noExchange[$0] ?? "only its age is judged; the proof is `password`")
    })
}

/// The number of judgements of each kind of evidence in each class.
public struct EvidenceTally: Sendable {
  /// The numbers, by kind and class.
  public private(set) var counts: [String: [EvidenceClass: Int]] = [:]
  /// By kind, the classes that make no sense, and those that need not occur, each with the reason.
  private var lacks: [String: [EvidenceClass: String]] = [:]
  private var mayLack: [String: [EvidenceClass: String]] = [:]
  /// The kinds and credential states that were probed, so that each is probed once.
  private var probed: Set<Key> = []

  private struct Key: Hashable {
    var evidence: String
    var state: [Int]
  }

  public init() {}

  init(_ binding: TestBedBinding) {
    lacks = binding.kinds.mapValues(\.method.lacks)
    mayLack = binding.kinds.mapValues(\.method.mayLack)
  }

  mutating func count(_ evidence: String, _ sent: EvidenceClass) {
    counts[evidence, default: [:]][sent, default: 0] += 1
  }

  /// Why a class of a kind was not judged: it makes no sense for the kind, or this pool has nothing
  /// to make it from. Nil where it was judged, or should have been.
  public func reason(_ evidence: String, lacks sent: EvidenceClass) -> String? {
    if let reason = lacks[evidence]?[sent] { return reason }
    let classes = counts[evidence] ?? [:]
    guard classes[sent] == nil else { return nil }
    if classes[.right] == nil { return "this pool hands out none" }
    return mayLack[evidence]?[sent]
  }

  /// Whether a kind was not probed in a state before; records it as probed.
  mutating func isNew(_ evidence: String, in state: [Int]) -> Bool {
    probed.insert(Key(evidence: evidence, state: state)).inserted
  }

  /// Adds another tally to this one.
  public mutating func add(_ other: EvidenceTally) {
    for (evidence, classes) in other.counts {
      counts[evidence, default: [:]].merge(classes, uniquingKeysWith: +)
    }
    lacks.merge(other.lacks) { $1 }
    mayLack.merge(other.mayLack) { $1 }
  }

  /// The class of a judgement that a row states, from the class sent and the reason of refusal.
  static func named(_ sentClass: String, isAccepted: Bool, reason: String) -> EvidenceClass {
    if isAccepted { return .right }
    switch (TableMember(rawValue: sentClass), TableReason(rawValue: reason)) {
    case (.previous, .used), (.current, .used), (.adjacent, .used), (.used, _), (.retired, _):
      return .reused
    case (.previous, _), (_, .expired), (_, .revoked): return .stale
    case (.anotherUsers, _): return .anotherUsers
    case (.otherRelyingParty, _): return .anotherPools
    case (.altered, _): return .oneBit
    case (.empty, _): return .empty
    default: return .wrong
    }
  }
}
