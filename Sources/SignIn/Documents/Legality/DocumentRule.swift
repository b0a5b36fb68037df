/// A rule of legality about something that is no parameter of the model: a template's text, a
/// validity, a custom attribute.
///
/// The importers check these rules in documents that people write; what the service itself answers
/// is legal. A violation is a diagnostic with the code `legality.` and the rule's id.
public struct DocumentRule: Sendable, Hashable {
  /// `L30`.
  public var id: String
  /// What is refused, in one sentence.
  public var statement: String
  /// The service's own words, or empty where no public source quotes them.
  public var refusal: String
  public var source: String
  /// From A, measured at the service, to D, not settled.
  public var confidence: String
  public var remedy: String

  /// The code of its diagnostics.
  public var code: String { "legality.\(id)" }

  /// The rule with an id, or nil where the model or nobody checks it.
  public static func rule(_ id: String) -> DocumentRule? { all.first { $0.id == id } }

  /// All rules that the importers check, in the order of their numbers.
  public static let all: [DocumentRule] = [
    make(
      "L3", "A custom attribute cannot be required.",
      refusal: "Required custom attributes are not supported currently.", "A", fact: "N497",
      remedy: "make the attribute optional, and ask for it in the app"),
    make(
      "L4", "preferred_username cannot be an alias and a required attribute.", "B",
      remedy: "make preferred_username optional, or drop it from AliasAttributes"),
    make(
      "L19",
      "The Lite plan has no password history, no passkeys, and no trigger that reaches the access"
        + " tokens (PreTokenGenerationConfig of version V2_0 or V3_0).",
      refusal: "FeatureUnavailableInTierException", "B",
      remedy: "choose the Essentials or Plus plan, or drop the feature"),
    make(
      "L22", "admin_only excludes every other recovery mechanism.",
      refusal: "Account Recovery Setting cannot use admin_only setting with any other recovery"
        + " mechanisms.", "A", fact: "N490",
      remedy: "write admin_only alone, or the other mechanisms without it"),
    make(
      "L27",
      "The export of user activity (userAuthEvents) needs the Plus plan, and threat protection,"
        + " without which there is nothing to export and this is a warning.",
      refusal: "FeatureUnavailableInTierException", "B",
      remedy: "choose the Plus plan and switch threat protection on, or export no user activity"),
    make(
      "L28", "A custom sender needs a KMS key.",
      refusal: "KMSKeyId parameter is required when Custom SMS/Email Lambda trigger is used.", "A",
      fact: "N504",
      remedy: "name the key with the sender: KMSKeyID"),
    make(
      "L29",
      "A relying party cannot be a public suffix. Where managed login is on a custom domain it has"
        + " to be that domain, and another one warns.", "B",
      remedy: "name a domain of your own, such as auth.example.com; with managed login its domain"),
    make(
      "L30",
      "A message needs its placeholder: {####} for a code, {##…##} for a link. Messages for both"
        + " in one template are a note.", "B",
      remedy: "put the placeholder where the code or the link shall stand, and write the one"
        + " message that DefaultEmailOption asks for"),
    make(
      "L31",
      "A plan cannot be left while the pool uses what only that plan has: a trigger that reaches"
        + " the access tokens needs Essentials, the export of user activity needs Plus. Email MFA,"
        + " choice-based sign-in and threat protection have rules of their own, L31.lite and"
        + " L31.threat-protection.",
      refusal: "TierChangeNotAllowedException", "B",
      remedy: "remove the feature in a deployment of its own, then change the plan"),
    make(
      "L40", "Legacy flow names cannot stand with names in ALLOW_.",
      refusal: "Auth flow name with prefix 'ALLOW' cannot be used with legacy auth flow names.",
      "A", fact: "N487",
      remedy: "write all names with ALLOW_"),
    make(
      "L43", "A secret is generated or given, not both.", "B",
      remedy: "drop GenerateSecret, or the secret of your own"),
    make(
      "L44", "Only a client with a secret can propagate additional user context data.", "B",
      remedy: "generate a secret, or drop the propagation"),
    make(
      "L45", "The flow client_credentials excludes code and implicit.", "B",
      remedy: "make one client for machines and one for users"),
    make(
      "L46",
      "Access and ID tokens are valid from 5 minutes to 1 day, refresh tokens from 1 hour to 3650"
        + " days, and the session of a challenge from 3 to 15 minutes.",
      refusal: "Invalid range for token validity.", "A", fact: "N498",
      remedy: "choose a value within the limits; TokenValidityUnits says what the numbers count"),
    make(
      "L47", "A client must be able to write required attributes, and cannot write *_verified.",
      "B", remedy: "list the required attributes under WriteAttributes, and no *_verified"),
    make(
      "N488",
      "A password has 6 to 99 characters at least, the history 0 to 24 passwords, and a temporary"
        + " password lives 0 to 365 days.", "A", fact: "N488, N489, N500",
      remedy: "choose a value within the limits"),
    make(
      "N491", "Two recovery mechanisms cannot have one priority.",
      refusal: "Account Recovery Setting cannot have duplicate priorities or recovery mechanisms.",
      "A", fact: "N491", remedy: "give the one that comes first priority 1, the other one 2"),
    make(
      "N499", "Access and ID tokens cannot outlive the refresh token.",
      refusal: "Access and Id Token expiration times must be less than or equal to refresh token"
        + " expiration times.", "A", fact: "N499",
      remedy: "let the refresh token live as long as the others at least"),
    make(
      "N503", "The relying party is a domain alone, without a scheme, a port or a path.",
      refusal: "RelyingPartyId contains invalid characters", "A", fact: "N503",
      remedy: "write the domain alone, such as auth.example.com"),
    make(
      "N505", "One setting alone says how long a temporary password lives.",
      refusal: "Please use TemporaryPasswordValidityDays in PasswordPolicy instead of"
        + " UnusedAccountValidityDays", "A", fact: "N505",
      remedy: "drop UnusedAccountValidityDays"),
    make(
      "N507", "The Lite plan has no managed login, only the classic pages.", "A", fact: "N507",
      remedy: "choose the Essentials or Plus plan, or ManagedLoginVersion 1"),
  ]

  private static func make(
    _ id: String, _ statement: String, refusal: String = "", _ confidence: String,
    fact: String = "", remedy: String
  ) -> DocumentRule {
    let reference = id.hasPrefix("L") ? "cognito-server §1.3, \(id)" : ""
    let later = fact.isEmpty ? "" : "later-facts \(fact)"
    return DocumentRule(
      id: id, statement: statement, refusal: refusal,
      source: [reference, later].filter { !$0.isEmpty }.joined(separator: "; "),
      confidence: confidence, remedy: remedy)
  }
}
