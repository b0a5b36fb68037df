import Foundation
import TestSupport
import Testing

@testable import TransitionTables

/// Every property of the bundled table can fail: a mutant of one row, or a configuration, breaks it.
@Suite(.long)
struct SignInMutationTests {
  @Test(arguments: RowMutant.all)
  func `a mutant of one row breaks the property`(mutant: RowMutant) throws {
    let sound = try mutant.verdict(mutated: false)
    #expect(sound.status == .holds)
    let broken = try mutant.verdict(mutated: true)
    #expect(broken.status == .fails)
    #expect(broken.trace == mutant.trace)
  }

  /// Properties of the configuration alone, each with a pool that breaks it and what mends that pool.
  private static let configurations: [(String, String, [String])] = [
    (
      "mfa.phone-required", "mfa: required\nmfaMethods: [sms]\nrequiredAttributes: [email]",
      [
        "mfa: optional\nmfaMethods: [sms]\nrequiredAttributes: [email]",
        "mfa: required\nmfaMethods: [sms, totp]\nrequiredAttributes: [email]",
      ]
    ),
    (
      "mfa.email-required", "mfa: required\nmfaMethods: [email]\nrequiredAttributes: [phone]",
      [
        "mfa: optional\nmfaMethods: [email]\nrequiredAttributes: [phone]",
        "mfa: required\nmfaMethods: [email, totp]\nrequiredAttributes: [phone]",
      ]
    ),
    ("existence.prevented", "mfa: off", ["existenceErrors: prevent"]),
    (
      "app.default-flow-allowed", "flows: [userPassword, refresh]",
      ["flows: [userPassword, userSRP]", "flows: [userPassword]\ndefaultFlow: userPassword"]
    ),
    (
      "recovery.sms-can-be-sent", "recovery: phone",
      ["recovery: phone\nsmsConfigured: true", "recovery: email", "recovery: phoneThenEmail"]
    ),
    (
      "recovery.email-is-not-limited", "autoVerified: [email]\nrecovery: adminOnly",
      ["autoVerified: [email]\nemailSender: ses", "recovery: adminOnly"]
    ),
  ]

  @Test(arguments: configurations)
  func `a configuration breaks the property of it`(
    property: String, pool: String, mended: [String]
  ) throws {
    let model = try SignInTables.whole.get()
    func status(_ text: String) throws -> PropertyVerdict.Status {
      var checker = PropertyChecker(model: model)
      let parameters = try model.configuration(text)
      return try checker.check([try model.property(property)], parameters: parameters)[0].status
    }
    #expect(try status(pool) == .fails)
    for other in mended { #expect(try status(other) == .holds) }
  }

  @Test func `each row that leads to a call without answer is named by a member of UnansweredCall`()
    throws
  {
    let model = try SignInTables.whole.get()
    let observer = try #require(model.observers.first { model.slots[$0.slot].name == "unanswered" })
    let named = observer.updates.compactMap { update in
      if case .row(let id) = update.trigger { id } else { nil }
    }
    let row = try #require(model.rows.first { $0.id == "client.exception.completingSetup" })
    let leading = model.rows.filter { $0.component == row.component && $0.target == row.target }
    #expect(Set(named) == Set(leading.map(\.id)))
    #expect(Set(named).count == named.count && named.count == 16)
  }

  @Test func `every property is shown to fail`() throws {
    let model = try SignInTables.whole.get()
    let shown =
      RowMutant.all.map { $0.property.prefix { $0 != "[" } } + Self.configurations.map { $0.0[...] }
    #expect(Set(model.properties.map(\.id)) == Set(shown.map(String.init)))
  }
}
