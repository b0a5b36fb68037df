import Foundation
import SignIn
import SignInTestBed
import Testing
import TransitionTables

/// A small pool, explored once: TOTP and SMS, users made by an administrator.
struct SmallPool: Sendable {
  static let shared = Result { try SmallPool() }

  let model: Model
  let explored: TableExploration
  let catalogue: Catalogue

  init() throws {
    model = try BundledTable.signIn()
    let configuration = [
      "mfa": "required", "mfaMethods": "sms totp", "requiredAttributes": "email",
      "usernameAttributes": "email", "selfSignUp": "false", "recovery": "adminOnly",
      "smsConfigured": "true", "flows": "userSRP userPassword",
    ]
    var checker = PropertyChecker(model: model)
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
