import SignInCryptography
import TransitionTables

/// Who carries out what a table only names: effects by `does:`, kinds of evidence by `judge:`.
///
/// The bundled one knows sign-in. A test adds to it a maker and a judge of its own, or an effect,
/// and passes it on with ``TestBedConventions/registry``; nothing is global.
public struct TestBedRegistry: Sendable {
  /// Carries out an effect on the bytes of both halves.
  typealias Action =
    @Sendable (inout World, BoundEffect) throws(CryptographyError) -> Void

  /// How an effect is carried out, and what its declaration must say for that.
  struct Handler: Sendable {
    var needsEvidence = false
    var needsSeconds = false
    var run: Action
  }

  var effects: [String: Handler] = [:]
  var methods: [String: EvidenceMethod] = [:]

  /// The effects and kinds of evidence of the bundled table.
  public static let bundled: TestBedRegistry = {
    var registry = TestBedRegistry()
    registry.registerEvidence()
    registry.registerEffects()
    return registry
  }()

  /// Effects that need nothing said but their name.
  mutating func register(_ actions: [String: Action]) {
    for (name, action) in actions { effects[name] = Handler(run: action) }
  }
}

/// An effect with the kind of evidence that it is about.
struct BoundEffect: Sendable {
  var effect: Effect
  var kind: BoundKind?
  fileprivate let action: TestBedRegistry.Action

  init(_ effect: Effect, _ kind: BoundKind?, _ handler: TestBedRegistry.Handler) {
    (self.effect, self.kind, action) = (effect, kind, handler.run)
  }

  func run(in world: inout World) throws(CryptographyError) { try action(&world, self) }
}

/// A kind of evidence with those who make and judge it.
struct BoundKind: Sendable {
  var kind: EvidenceKind
  var method: EvidenceMethod
  /// How many seconds a code of it counts, by the effect that sends one.
  var life: Int64 = 3600

  /// The kind's own name, under which codes and secrets of it are kept.
  var name: String { kind.name }
}

/// What the user half presents to the pool half.
enum Presented: Sendable {
  /// A text that is sent as it is; empty where there is nothing to send.
  case text(Secret)
  /// One side of an SRP exchange, and the secret that it proves.
  case proof(SRPClient, of: Secret)

  /// The text that is sent; a proof has none.
  var text: String {
    if case .text(let secret) = self { secret.revealedText() } else { "" }
  }
}

/// One maker (the user half) and one judge (the pool half) of a kind of evidence; several kinds can
/// share them.
struct EvidenceMethod: Sendable {
  typealias Maker =
    @Sendable (inout World, BoundKind, String) throws(CryptographyError) -> Presented
  typealias Judge =
    @Sendable (inout World, BoundKind, Presented) throws(CryptographyError) -> Verdict
  typealias Probe =
    @Sendable (inout World, BoundKind, EvidenceClass) throws(CryptographyError) -> Bool?
  typealias HandOut = @Sendable (inout World, BoundKind) throws(CryptographyError) -> Void

  /// Makes what a class of the table names, of what the user half holds.
  var make: Maker
  /// Judges its bytes by what the pool half keeps.
  var judge: Judge
  /// Whether the pool half takes a class that the table does not distinguish; nil where this state
  /// has nothing to make it of. Where no probe is registered, the right text is altered.
  var probe: Probe = EvidenceMethod.alteringText
  /// Gives both halves what the evidence will answer: a code or a challenge; a nonce where nothing
  /// else is registered.
  var handOut: HandOut = EvidenceMethod.handingOutNonce
  /// What its judgements count as in a report.
  var counted: @Sendable (inout CryptographyCounts) -> Void = { _ in }
  /// Classes that make no sense for it, and why.
  var lacks: [EvidenceClass: String] = EvidenceClass.noExchange
  /// The classes of the table that its maker makes; a class beyond these is an error of the model.
  var classes: Set<String> = [
    "current", "previous", "adjacent", "anotherUsers", "neverIssued", "altered", "empty",
  ]
  /// Why a class may go without a judgement where the right one was judged.
  var mayLack: [EvidenceClass: String] = [:]

  private static let handingOutNonce: HandOut = { world, kind throws(CryptographyError) in
    let nonce = try world.random.opaqueText()
    (world.user.held[kind.name], world.pool.held[kind.name]) = (nonce, nonce)
  }

  private static let alteringText: Probe = {
    world, kind, sent throws(CryptographyError) in
    let right = try kind.method.make(&world, kind, EvidenceClass.rightName).text
    guard !right.isEmpty, let text = try world.altered(right, sent) else { return nil }
    return try kind.method.judge(&world, kind, .text(Secret(text))).isAccepted
  }
}
