import SignInCryptography
import TransitionTables

/// The code that carries out what a table only names: effects by `does:`, kinds of evidence by
/// `judge:`.
///
/// The bundled registry supports sign-in. A test adds a maker and judge or an effect of its own,
/// and passes it on with ``TestBedConventions/registry``; nothing is global.
public struct TestBedRegistry: Sendable {
  /// Carries out an effect on the bytes of both halves.
  typealias Action =
    @Sendable (inout World, BoundEffect) throws(CryptographyError) -> Void

  /// An effect's code, and what the declaration of the effect must state for it.
  struct Handler: Sendable {
    var needsEvidence = false
    var needsSeconds = false
    var run: Action
  }

  var effects: [String: Handler] = [:]
  var methods: [String: EvidenceMethod] = [:]

  /// The registry of the bundled table's effects and kinds of evidence.
  public static let bundled: TestBedRegistry = {
    var registry = TestBedRegistry()
    registry.registerEvidence()
    registry.registerEffects()
    return registry
  }()

  /// Registers effects whose declarations need nothing but a name.
  mutating func register(_ actions: [String: Action]) {
    for (name, action) in actions { effects[name] = Handler(run: action) }
  }
}

/// An effect with its kind of evidence and its code.
struct BoundEffect: Sendable {
  var effect: Effect
  var kind: BoundKind?
  fileprivate let action: TestBedRegistry.Action

  init(_ effect: Effect, _ kind: BoundKind?, _ handler: TestBedRegistry.Handler) {
    (self.effect, self.kind, action) = (effect, kind, handler.run)
  }

  func run(in world: inout World) throws(CryptographyError) { try action(&world, self) }
}

/// A kind of evidence with the code that makes and judges it.
struct BoundKind: Sendable {
  var kind: EvidenceKind
  var method: EvidenceMethod
  /// The validity of its codes in seconds, taken from the effect that sends them.
  var life: Int64 = 3600

  /// The name of the kind, under which its codes and secrets are kept.
  var name: String { kind.name }
}

/// The evidence that the user half presents to the pool half.
enum Presented: Sendable {
  /// A text that is sent as it is; empty where there is nothing to send.
  case text(Secret)
  /// One side of an SRP exchange, with the secret that it proves.
  case proof(SRPClient, of: Secret)

  /// The text that is sent; empty for a proof.
  var text: String {
    if case .text(let secret) = self { secret.revealedText() } else { "" }
  }
}

/// The maker (user half) and the judge (pool half) of one or more kinds of evidence.
struct EvidenceMethod: Sendable {
  typealias Maker =
    @Sendable (inout World, BoundKind, String) throws(CryptographyError) -> Presented
  typealias Judge =
    @Sendable (inout World, BoundKind, Presented) throws(CryptographyError) -> Verdict
  typealias Probe =
    @Sendable (inout World, BoundKind, EvidenceClass) throws(CryptographyError) -> Bool?
  typealias HandOut = @Sendable (inout World, BoundKind) throws(CryptographyError) -> Void

  /// Makes the evidence that a class of the table names, from what the user half holds.
  var make: Maker
  /// Judges the bytes of the evidence by what the pool half keeps.
  var judge: Judge
  /// Whether the pool half accepts a class that the table does not distinguish; nil where this
  /// state has nothing to make it from. By default the right text is altered.
  var probe: Probe = EvidenceMethod.alteringText
  /// Gives both halves what the evidence must answer, such as a code or a challenge; by default a
  /// nonce.
  var handOut: HandOut = EvidenceMethod.handingOutNonce
  /// Adds one judgement to the counter for this kind of evidence.
  var counted: @Sendable (inout CryptographyCounts) -> Void = { _ in }
  /// The classes that make no sense for the evidence, each with the reason.
  var lacks: [EvidenceClass: String] = EvidenceClass.noExchange
  /// The classes of the table that its maker can make; any other class is an error of the model.
  var classes: Set<String> = [
    "current", "previous", "adjacent", "anotherUsers", "neverIssued", "altered", "empty",
  ]
  /// The classes that may lack a judgement even if the right one was judged, each with the reason.
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
