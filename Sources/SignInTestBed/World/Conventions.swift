public import SignInCryptography

/// The arithmetic and the limits of one half of the test bed.
///
/// Each half has its own conventions, so that a test can inject a fault into one of them: the
/// halves must then disagree, or the verdict must differ from the table's row. The right
/// conventions are Cognito's.
public struct HalfConventions: Sendable, Equatable {
  /// Padding and key derivation of SRP.
  public var srp = SRPConventions()
  /// The number of time steps before and after now whose TOTP codes are accepted; Cognito: 1.
  public var codeWindow: Int64 = 1
  /// Whether a TOTP code is accepted only once.
  public var codesAreSingleUse = true
  /// Whether a session string is accepted only once.
  public var sessionsAreSingleUse = true
  /// The lifetime of a session, in seconds (AuthSessionValidity, 3 to 15 minutes).
  public var sessionLife: Int64 = 180
  /// The step, in seconds, of a clock that moves by itself; 0 where it stands until it is moved.
  public var clockStep: Int64 = 0
  /// The lifetimes of tokens.
  public var tokenLives = TokenIssuer.Lifetimes()
  /// The conventions of passkeys: client data, scope and counter.
  public var webAuthn = WebAuthnConventions.standard
  /// The domain that passkeys are registered for.
  public var relyingPartyID = World.relyingPartyID
  /// The conventions of tokens: issuer, expiry and client.
  public var tokens = TokenConventions.cognito

  public static let cognito = HalfConventions()

  public init() {}
}

/// The conventions of both halves, and the registry of effects and evidence.
public struct TestBedConventions: Sendable {
  /// The half that makes evidence: the app and its user.
  public var client = HalfConventions()
  /// The half that judges evidence: the service.
  public var pool = HalfConventions()
  /// The registry of effects and evidence; the bundled one unless a test extends it.
  public var registry = TestBedRegistry.bundled

  public static let cognito = TestBedConventions()

  public init() {}
}
