public import SignInCryptography

/// How one half of the test bed does its arithmetic and keeps its rules.
///
/// Each half has conventions of its own, so that a test can inject a fault into one of them: the
/// halves must then disagree, or the verdict differ from the table's row. The true conventions are
/// Cognito's.
public struct HalfConventions: Sendable, Equatable {
  /// Padding and key derivation of SRP.
  public var srp = SRPConventions()
  /// How many time steps before and after now a TOTP code is taken from; Cognito: 1.
  public var codeWindow: Int64 = 1
  /// Whether a TOTP code is taken once only.
  public var codesAreSingleUse = true
  /// Whether a session string is taken once only.
  public var sessionsAreSingleUse = true
  /// How long a session lives, in seconds (AuthSessionValidity, 3 to 15 minutes).
  public var sessionLife: Int64 = 180
  /// By how many seconds a clock moves that moves by itself; 0 where it stands until it is moved.
  public var clockStep: Int64 = 0
  /// How long tokens live.
  public var tokenLives = TokenIssuer.Lifetimes()
  /// Client data, scope and counter of passkeys.
  public var webAuthn = WebAuthnConventions.standard
  /// The domain that passkeys are registered for.
  public var relyingPartyID = World.relyingPartyID
  /// Issuer, end and client of tokens.
  public var tokens = TokenConventions.cognito

  public static let cognito = HalfConventions()

  public init() {}
}

/// The conventions of both halves, and who makes and judges what a table names.
public struct TestBedConventions: Sendable {
  /// The half that makes evidence: the app and its user.
  public var client = HalfConventions()
  /// The half that judges it: the service.
  public var pool = HalfConventions()
  /// Who carries out effects and judges evidence; the bundled one unless a test adds its own.
  public var registry = TestBedRegistry.bundled

  public static let cognito = TestBedConventions()

  public init() {}
}
