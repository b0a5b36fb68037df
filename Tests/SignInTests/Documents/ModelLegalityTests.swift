import Foundation
import SignIn
import Testing
import TransitionTables

/// The model's rules of legality against the pools that break them.
@Suite struct ModelLegalityTests {
  /// For each rule the change of its malformed pool that makes it legal.
  private static let neighbours: [(id: String, wrong: String, right: String)] = [
    ("L1", "aliasAttributes: [preferredUsername]", "aliasAttributes: []"),
    ("L7", "mfaMethods: [sms]", "mfaMethods: [sms]\n  smsConfigured: true"),
    ("L8", "mfa: required", "mfa: required\n  mfaMethods: [totp]"),
    ("L9", "mfa: off", "mfa: optional"),
    ("L11", "mfa: required", "mfa: optional"),
    ("L13", "webAuthnFactor: single", "webAuthnFactor: multi"),
    ("L15", "[webAuthn]", "[password, webAuthn]"),
    ("L16", "[password, smsOTP]", "[password, smsOTP]\n  smsConfigured: true"),
    ("L18", "mfaMethods: [email]", "mfaMethods: [email]\n  emailSender: ses"),
    ("L19", "tier: lite", "tier: essentials"),
    ("L20", "recovery: email", "recovery: phoneThenEmail"),
    ("L23", "autoVerified: [phone]", "autoVerified: [phone]\n  smsConfigured: true"),
    ("L24", "mfaMethods: [totp]", "mfaMethods: [sms, totp]"),
    ("L27", "tier: essentials", "tier: plus"),
    ("L41", "tier: lite", "tier: essentials"),
  ]
  private let model: Model

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

  private func malformed(_ id: String) throws -> String {
    let path = "pools/malformed/\(id)/\(id.lowercased()).yaml"
    return try String(contentsOf: BundledTable.directory.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: neighbours.map(\.id))
  func refusesTheMalformedPoolByItsRuleAlone(id: String) throws {
    #expect(try broken(try malformed(id)) == [id])
  }

  @Test(arguments: neighbours.map(\.id))
  func acceptsTheLegalNeighbour(id: String) throws {
    let rule = try #require(Self.neighbours.first { $0.id == id })
    let text = try malformed(id)
    #expect(text.contains(rule.wrong))
    #expect(try broken(text.replacing(rule.wrong, with: rule.right)) == [])
  }

  @Test func hasAPoolForEveryRuleThatRefuses() {
    #expect(model.legality.filter(\.isError).map(\.id) == Self.neighbours.map(\.id))
  }

  @Test(arguments: [
    ("mfa: optional, mfaMethods: [sms], smsConfigured: true, recovery: phone", ["L21"]),
    ("mfa: optional, mfaMethods: [sms], smsConfigured: true, recovery: email", []),
    ("threatProtection: enforced, tier: plus", ["L26"]),
    ("threatProtection: audit, tier: plus", []),
  ])
  func warnsWhereTheScopeIsInDoubt(configuration: String, ids: [String]) throws {
    let text = "pool: x\nconfiguration: { \(configuration) }\n"
    #expect(try broken(text) == [])
    #expect(try broken(text, warnings: true) == ids)
  }

  @Test func classesEveryRuleOfTheModelAsAStateRule() {
    let classes = RuleClass.byRule.filter { $0.ruleClass == .state }.map(\.id)
    #expect(model.legality.allSatisfy { classes.contains($0.id) })
    let checked = Set(model.legality.map(\.id) + DocumentRule.all.map(\.id))
    #expect(classes.filter { !checked.contains($0) } == ["L6"])
  }

  @Test func namesSourceConfidenceAndRemedyOfEveryRule() {
    for rule in model.legality {
      #expect(rule.source != nil && !rule.remedy.isEmpty && !rule.refusal.isEmpty, "\(rule.id)")
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
    #expect(try broken(text, warnings: true) == [])
  }
}
