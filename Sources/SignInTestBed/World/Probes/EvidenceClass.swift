/// What evidence can be, whatever its kind: the columns of the table that an exploration reports.
///
/// The table of transitions names fewer classes; each of these is a way of making one of them true
/// in bytes. All but `right` must be refused.
public enum EvidenceClass: String, CaseIterable, Sendable, Hashable {
  /// What counts now.
  case right
  /// Nobody ever had it.
  case wrong
  /// It counted once, or its time is over.
  case stale
  /// It was taken before.
  case reused
  /// Another user of the same pool has it.
  case anotherUsers
  /// The same user has it with another pool.
  case anotherPools
  /// Not of the form that it must have.
  case malformed
  /// Nothing at all.
  case empty
  /// One bit of what is right is turned.
  case oneBit
  /// SRP: A is a multiple of N, which fixes the shared secret.
  case zeroA
  /// SRP: B is a multiple of N; the client must end the exchange.
  case zeroB
  /// SRP: u is 0; either half must end the exchange.
  case zeroU

  /// The class of a table that makers take for the right one.
  static let rightName = TableMember.current.rawValue

  /// Of what is no SRP exchange these make no sense.
  static let noExchange = Dictionary(
    uniqueKeysWithValues: [zeroA, .zeroB, .zeroU].map { ($0, "no part of an SRP exchange") })

  /// Of a password whose age alone is judged all but these two make no sense.
  static let onlyAge = Dictionary(
    uniqueKeysWithValues: allCases.filter { $0 != .right && $0 != .stale }.map {
      ($0, noExchange[$0] ?? "only its age is judged; the proof is `password`")
    })
}

/// How often each kind of evidence was judged in each class, and what was judged already.
public struct EvidenceTally: Sendable {
  /// By kind and class.
  public private(set) var counts: [String: [EvidenceClass: Int]] = [:]
  /// By kind, the classes that make no sense for it, and those that need not be met, with why.
  private var lacks: [String: [EvidenceClass: String]] = [:]
  private var mayLack: [String: [EvidenceClass: String]] = [:]
  /// What verdicts depend on, so that each is probed once in each state of the credential.
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

  /// Why a class of a kind was not judged: it makes no sense for the kind, or there is nothing of
  /// the kind in this pool that it could be made of; nil where it was judged, or should have been.
  public func reason(_ evidence: String, lacks sent: EvidenceClass) -> String? {
    if let reason = lacks[evidence]?[sent] { return reason }
    let classes = counts[evidence] ?? [:]
    guard classes[sent] == nil else { return nil }
    if classes[.right] == nil { return "this pool hands out none" }
    return mayLack[evidence]?[sent]
  }

  /// Whether a kind is met in a state in which it was not probed before.
  mutating func isNew(_ evidence: String, in state: [Int]) -> Bool {
    probed.insert(Key(evidence: evidence, state: state)).inserted
  }

  /// The sum of two tallies.
  public mutating func add(_ other: EvidenceTally) {
    for (evidence, classes) in other.counts {
      counts[evidence, default: [:]].merge(classes, uniquingKeysWith: +)
    }
    lacks.merge(other.lacks) { $1 }
    mayLack.merge(other.mayLack) { $1 }
  }

  /// The class of a judgement that a row states: what was sent, and in which state of things.
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
