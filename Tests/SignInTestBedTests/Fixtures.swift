import Foundation
import SignIn
import SignInTestBed
import Testing
import TransitionTables

/// A pool that is small enough for a debug build.
struct SmallPool: Sendable {
  /// SMS is required and everybody has a phone: explored in full.
  static let sms = Result {
    try SmallPool([
      "mfa": "required", "mfaMethods": "sms", "requiredAttributes": "email phone",
      "verifyBeforeUpdate": "email phone", "selfSignUp": "false", "recovery": "adminOnly",
      "smsConfigured": "true", "flows": "userSRP userPassword",
    ])
  }

  /// TOTP is required: a sample, the states nearest to the empty pool, enough to enrol and sign in.
  static let totp = Result {
    try SmallPool(
      [
        "mfa": "required", "mfaMethods": "totp", "requiredAttributes": "email",
        "usernameAttributes": "email", "selfSignUp": "false", "recovery": "adminOnly",
        "flows": "userSRP",
      ], atMost: 6000)
  }

  /// Passkeys without MFA: a sample, enough to ask for one, also where nobody has the name.
  static let passkeys = Result {
    try SmallPool(
      [
        "firstFactors": "password webAuthn", "selfSignUp": "false", "recovery": "adminOnly",
        "existenceErrors": "prevent", "flows": "userAuth",
      ], atMost: 6000)
  }

  /// MFA where a sign-in looks risky, for users who sign up by themselves: explored in full.
  static let adaptive = Result {
    try SmallPool([
      "mfa": "optional", "mfaMethods": "sms", "tier": "plus", "threatProtection": "enforced",
      "autoVerified": "email", "requiredAttributes": "email", "smsConfigured": "true",
      "recovery": "adminOnly", "administratorActs": "{}", "environmentActs": "{}",
      "flows": "userAuth",
    ])
  }

  let model: Model
  let explored: TableExploration
  let catalogue: Catalogue

  init(_ configuration: [String: String], atMost maximumStates: Int = 1 << 30) throws {
    model = try BundledTable.signIn()
    var checker = PropertyChecker(model: model)
    checker.maximumStates = maximumStates
    explored = try checker.explore(
      parameters: try model.parameters(from: configuration))
    catalogue = try #require(Catalogue(explored))
  }
}

extension Model {
  /// The slots and values of a configuration written as words; the rest has its default.
  func parameters(from configuration: [String: String]) throws -> [Int: Int] {
    var values: [Int: Int] = [:]
    for slot in parameters { values[slot] = slots[slot].initial }
    for (name, text) in configuration {
      let slot = try #require(parameter(named: name))
      let node = LocatedNode(.scalar(text, quoted: false), at: SourceLocation(file: "test"))
      values[slot] = try value(node, for: slot)
    }
    return values
  }
}
