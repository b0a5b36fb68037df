import Foundation
import SignIn
import Testing
import TransitionTables

/// The model's rules of legality against the pools that break them.
@Suite struct ModelLegalityTests {
  /// The rules about parameters that have a pool which breaks them; some break another one too.
  private static let rules: [(id: String, broken: [String])] = [
    ("L1", ["L1"]), ("L6", ["L6"]), ("L7", ["L7"]), ("L8", ["L8"]), ("L9", ["L9"]),
    ("L11", ["L11"]), ("L13", ["L13"]), ("L15", ["L15"]), ("X9", ["X9"]), ("L16", ["L16"]),
    ("L18", ["L18"]), ("L19", ["L19"]), ("L20", ["L20"]), ("L23", ["L23"]), ("K249", ["K249"]),
    ("L24", ["L24"]), ("L27", ["L27"]), ("K177", ["K177"]), ("L41", ["L41"]), ("L42", ["L42"]),
    ("L47", ["L47"]),
  ]
  private let model: Model
  /// The rules of the references; what bounds a choice of exploration is no rule of the service.
  private var serviceRules: [LegalityRule] {
    model.legality.filter { "LXK".contains($0.id.prefix(1)) }
  }

  init() throws { model = try BundledTable.signIn() }

  /// The ids of the rules that a pool file's configuration breaks.
  private func broken(_ text: String, warnings: Bool = false) throws -> [String] {
    let document = try LocatedDocument(parsing: text, file: "pool.yaml")
    var closed: [Int: Int] = [:]
    for slot in model.slots.indices
    where [.parameter, .assumption].contains(model.slots[slot].kind) {
      let node = document.root["configuration"]?[model.slots[slot].name]
      closed[slot] = try node.map { try model.value($0, for: slot) } ?? model.slots[slot].initial
    }
    let family = ConfigurationFamily(model: model, closed: closed, open: [])
    return (warnings ? family.warnings : family.brokenRules).map(\.id)
  }

  /// The rules that warn, but for what concerns who loses the authenticator.
  private func doubts(_ text: String) throws -> [String] {
    try broken(text, warnings: true).filter { $0 != "totp-alone" }
  }

  private func malformed(_ id: String) throws -> String {
    let path = "pools/malformed/\(id)/\(id.lowercased()).yaml"
    return try String(contentsOf: BundledTable.directory.appending(path: path), encoding: .utf8)
  }

  private func neighbour(_ id: String) throws -> String {
    let path = "pools/malformed/\(id)/neighbour.yaml"
    return try String(contentsOf: BundledTable.directory.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: rules.map(\.id))
  func refusesTheMalformedPoolByItsRule(id: String) throws {
    let rule = try #require(Self.rules.first { $0.id == id })
    #expect(try broken(try malformed(id)) == rule.broken)
  }

  @Test(arguments: rules.map(\.id) + ["L21", "L26", "L48", "N447"])
  func acceptsTheLegalNeighbour(id: String) throws {
    #expect(try broken(try neighbour(id)) == [])
    #expect(try doubts(try neighbour(id)) == [])
  }

  @Test(arguments: ["L21", "L26", "L48", "N447"])
  func warnsOfTheMalformedPoolOfADoubtfulRule(id: String) throws {
    #expect(try broken(try malformed(id)) == [])
    #expect(try broken(try malformed(id), warnings: true) == [id])
  }

  @Test(arguments: [
    ("mfa: optional, mfaMethods: [totp]", []),
    ("mfa: optional, mfaMethods: [sms], smsConfigured: true", []),
    ("mfa: optional, smsConfigured: true", ["L8", "L24"]),
    ("mfa: required, mfaMethods: [sms, totp]", ["L7"]), ("mfaMethods: [sms]", ["L9"]),
  ])
  func asksForAnSMSConfigurationWhereCreateUserPoolDoes(configuration: String, ids: [String]) throws
  {
    #expect(try broken("pool: x\nconfiguration: { \(configuration) }\n") == ids)
  }

  @Test func hasAPoolForEveryRuleThatRefuses() {
    #expect(serviceRules.filter(\.isError).map(\.id) == Self.rules.map(\.id))
  }

  @Test(arguments: [
    (
      "mfa: required, mfaMethods: [sms], smsConfigured: true, usernameAttributes: [phone],"
        + " recovery: phone", ["L21"]
    ),
    (
      "mfa: optional, mfaMethods: [sms], smsConfigured: true, usernameAttributes: [phone],"
        + " recovery: phone", []
    ),
    ("mfa: optional, mfaMethods: [sms], smsConfigured: true, recovery: phone", []),
    ("mfa: optional, mfaMethods: [sms], smsConfigured: true, recovery: email", []),
    ("threatProtection: enforced, tier: plus", ["L26"]),
    ("threatProtection: audit, tier: plus", []),
    ("threatProtection: enforced, tier: plus, mfa: required, mfaMethods: [totp]", []),
    ("flows: [userSRP]", ["L48"]),
    ("flows: [userSRP], tokenRotation: true", []),
    (
      "externalProvider: true, providerAddress: writtenUnverified, writeAttributes: [phone],"
        + " flows: [userSRP, refresh]", ["N447"]
    ),
    ("externalProvider: true, writeAttributes: [phone], flows: [userSRP, refresh]", []),
    ("triggers: [defineAuthChallenge], flows: [userSRP, refresh]", ["custom-without-flow"]),
    ("triggers: [defineAuthChallenge], flows: [custom, refresh]", []),
    ("mfa: optional, mfaMethods: [totp]", ["totp-alone"]),
    ("mfa: optional, mfaMethods: [totp], userPreferences: false", []),
    ("mfa: optional, mfaMethods: [totp], triggers: [defineAuthChallenge]", []),
    (
      "mfa: optional, mfaMethods: [totp], flows: [userAuth, refresh],"
        + " firstFactors: [password, webAuthn]", []
    ),
    ("mfa: optional, mfaMethods: [sms, totp], smsConfigured: true", []),
    ("mfa: required, mfaMethods: [totp]", []),
  ])
  func warnsWhereTheScopeIsInDoubt(configuration: String, ids: [String]) throws {
    let text = "pool: x\nconfiguration: { \(configuration) }\n"
    #expect(try broken(text) == [])
    #expect(try broken(text, warnings: true) == ids)
  }

  @Test func `what threat protection cannot ask without MFA is a note alone`() {
    #expect(serviceRules.filter(\.isNote).map(\.id) == ["L26"])
    #expect(serviceRules.allSatisfy { !($0.isNote && $0.isError) })
  }

  @Test func classesEveryRuleOfTheModelAsAStateRule() {
    let classes = RuleClass.byRule.filter { $0.ruleClass == .state }.map(\.id)
    #expect(serviceRules.allSatisfy { classes.contains($0.id) })
    let checked = Set(model.legality.map(\.id) + DocumentRule.all.map(\.id))
    #expect(classes.filter { !checked.contains($0) } == [])
  }

  @Test func hasAMalformedPoolAndANeighbourForEveryStateRule() throws {
    for (id, ruleClass) in RuleClass.byRule where ruleClass == .state {
      #expect(throws: Never.self, "\(id)") {
        _ = try malformed(id)
        _ = try neighbour(id)
      }
    }
  }

  @Test func checksEveryChangeRuleAndTellsEveryOther() {
    let changes = Set(model.changes.map { $0.id.prefix { $0 != "." } }.map(String.init))
    let classed = RuleClass.byRule.filter { $0.ruleClass == .change || $0.ruleClass == .call }
    #expect(classed.map(\.id).filter { !changes.contains($0) } == [])
    let reported = RuleClass.byRule.filter { $0.ruleClass == .permitted || $0.ruleClass == .signUp }
    #expect(reported.map(\.id) == UnenforcedRule.all.map(\.id))
    #expect(UnenforcedRule.all.allSatisfy { RuleClass.of($0.id) == $0.ruleClass })
  }

  @Test func everyPermittedRuleHasASoundPoolThatNamesIt() throws {
    for rule in UnenforcedRule.all where rule.ruleClass == .permitted {
      let path = rule.shownBy.replacing("Models/", with: "")
      let text = try String(
        contentsOf: BundledTable.directory.appending(path: path), encoding: .utf8)
      #expect(path.hasPrefix("pools/sound/"))
      #expect(text.contains("(\(rule.id))"))
      #expect(try broken(text) == [])
      #expect(try doubts(text) == [])
    }
  }

  @Test func namesSourceConfidenceAndRemedyOfEveryRule() {
    for rule in model.legality {
      #expect(rule.source != nil && !rule.remedy.isEmpty, "\(rule.id)")
      #expect(!rule.refusal.isEmpty || !rule.documentation.isEmpty, "\(rule.id)")
    }
  }

  @Test(arguments: [
    "firstFactors: [password, webAuthn]",
    "mfa: optional, mfaMethods: [totp], firstFactors: [password, emailOTP]",
    "mfa: optional, mfaMethods: [totp], firstFactors: [password, webAuthn], webAuthnFactor: single",
  ])
  func acceptsWhatOnlyLooksWrong(configuration: String) throws {
    let text = "pool: x\nconfiguration: { \(configuration) }\n"
    #expect(try broken(text) == [])
    #expect(try doubts(text) == [])
  }
}
