/// The pools and records that a user of a live case may have set up, plain ones first.
///
/// What a case speaks of (custom challenges, passkeys, devices) is switched on in all of them; what
/// it does not speak of stays off, so that they remain few.
struct LiveSetUps {
  /// A pool and a record.
  struct SetUp {
    var parameters: [String: String]
    var record: [String: String]
    var text: String
  }

  let one: ClientCase

  /// The set-ups in the order in which they are tried.
  var all: [SetUp] {
    pools.flatMap { pool in
      records.map { record in
        SetUp(
          parameters: pool.merging(Self.common) { first, _ in first }, record: record,
          text: Self.text(pool, record))
      }
    }
  }

  private static let common = [
    "smsConfigured": "true", "emailSender": "ses", "autoVerified": "{email, phone}",
    "firstFactors": "{password, emailOTP, smsOTP}",
  ]

  private static func text(_ pool: [String: String], _ record: [String: String]) -> String {
    let pairs = pool.merging(record) { first, _ in first }.sorted { $0.key < $1.key }
    return pairs.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  // MARK: What the case speaks of

  private var expectedSteps: [String] {
    one.steps.flatMap(\.expectations).compactMap { $0.value["name"]?.text ?? $0.value.text }
  }

  private var speaksOfCustomChallenges: Bool {
    one.flow.contains("CUSTOM") || expectedSteps.contains("confirmSignInWithCustomChallenge")
      || one.steps.contains {
        $0.input?["options"]?["authFlowType"]?.text?.contains("custom") == true
      }
  }

  private var speaksOfPasskeys: Bool {
    one.steps.contains { step in
      let options = step.input?["options"]
      let preferred = options?["preferredFirstFactor"]?.text ?? options?["authFlowType"]?.text
      return step.name.contains("WebAuthn") || step.input?["challengeResponse"]?.text == "WEB_AUTHN"
        || preferred.flatMap(CaseWords.factor) == "webAuthn"
    } || one.initialState.lowercased().contains("passkey")
  }

  private var speaksOfDevices: Bool {
    one.steps.contains { $0.name.contains("Device") }
      || one.initialState.lowercased().contains("device")
  }

  // MARK: Pools

  private var pools: [[String: String]] {
    var pools = Self.mfa.flatMap { mfa in
      ["legacy", "adminOnly"].map { recovery in mfa.merging(["recovery": recovery]) { $1 } }
    }
    if speaksOfCustomChallenges { pools = Self.each(pools, Self.custom) }
    if speaksOfPasskeys { pools = Self.each(pools, Self.passkeys) }
    if speaksOfDevices { pools = Self.each(pools, Self.devices) }
    // A sign-up ends with a session, or without one where nobody may choose.
    if one.steps.contains(where: { $0.name == "confirmSignUp" }) {
      pools = Self.each(pools, [[:], ["flows": "{userSRP, userPassword, custom, refresh}"]])
    }
    return pools
  }

  private static func each(
    _ pools: [[String: String]], _ ways: [[String: String]]
  ) -> [[String: String]] {
    pools.flatMap { pool in ways.map { pool.merging($0) { $1 } } }
  }

  private static let mfa: [[String: String]] =
    [["mfa": "off", "mfaMethods": "{}"]]
    + ["optional", "required"].flatMap { mfa in
      ["{sms}", "{totp}", "{sms, totp}", "{email}", "{sms, totp, email}"].map {
        ["mfa": mfa, "mfaMethods": $0]
      }
    }

  private static let custom = ["challengeOnly", "srpThenChallenge"].map {
    [
      "customPattern": $0,
      "triggers": "{defineAuthChallenge, createAuthChallenge, verifyAuthChallengeResponse}",
    ]
  }

  private static let passkeys = [
    ["firstFactors": "{password, emailOTP, smsOTP, webAuthn}"],
    ["firstFactors": "{password, webAuthn}"],
  ]

  private static let devices = [
    ["devices": "always", "challengeOnNewDevice": "false"],
    ["devices": "onPrompt", "challengeOnNewDevice": "false"],
    ["devices": "always", "challengeOnNewDevice": "true"],
  ]

  // MARK: Records

  /// A sign-up needs a name that nobody has; others need an account.
  private var records: [[String: String]] {
    let none = ["status": "none"]
    if one.steps.first?.name == "signUp" { return [none] }
    let knowsNobody = one.steps.first?.input?["username"]?.text?.contains("not-exist") == true
    if knowsNobody { return [none] }
    var known = Self.confirmed
    if speaksOfPasskeys { known = Self.each(known, [["passkey": "registered"], [:]]) }
    if speaksOfDevices {
      let ways: [[String: String]] = startsAtHome ? Self.ofDevice + [[:]] : [[:]] + Self.ofDevice
      known = Self.each(known, ways)
    }
    return known + Self.others + [none]
  }

  /// Whether the first call is one of a user who is signed in, who has this device then.
  private var startsAtHome: Bool { one.steps.first?.name != "signIn" }

  private static let ofDevice = ["remembered", "tracked"].map {
    ["device": $0, "deviceKey": "kept"]
  }

  private static let confirmed: [[String: String]] = {
    let contacts = [("verified", "verified"), ("verified", "absent"), ("absent", "absent")]
    let preferences = ["", "sms", "totp", "sms totp", "email"]
    return contacts.flatMap { email, phone in
      ["none", "verified"].flatMap { totp in
        preferences.map { chosen -> [String: String] in
          var record = [
            "status": "confirmed", "password": "permanent", "contact[email]": email,
            "contact[phone]": phone, "totp": totp,
          ]
          for factor in chosen.split(separator: " ") { record["preference[\(factor)]"] = "enabled" }
          return record
        }
      }
    }
  }()

  private static let others = [
    ("forceChangePassword", "temporary"), ("resetRequired", "permanent"),
    ("unconfirmed", "permanent"),
  ].map { status, password in
    [
      "status": status, "password": password, "contact[email]": "verified",
      "contact[phone]": "verified",
    ]
  }
}
