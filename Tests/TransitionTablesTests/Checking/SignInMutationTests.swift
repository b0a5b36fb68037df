import Foundation
import TestSupport
import Testing

@testable import TransitionTables

/// Every promise of the bundled table can fail: a slip in one row, or a configuration, breaks it.
@Suite(.long)
struct SignInMutationTests {
  @Test(arguments: Slip.all)
  func `a slip in one row breaks the promise`(slip: Slip) throws {
    let sound = try slip.verdict(slipped: false)
    #expect(sound.status == .holds)
    let broken = try slip.verdict(slipped: true)
    #expect(broken.status == .fails)
    #expect(broken.trace == slip.trace)
  }

  /// Promises about the configuration alone; the example pools that break them.
  private static let configurations: [(String, String)] = [
    ("mfa.phone-required", "mfa: required\nmfaMethods: [sms]\nrequiredAttributes: [email]"),
    ("mfa.email-required", "mfa: required\nmfaMethods: [email]\nrequiredAttributes: [phone]"),
  ]

  @Test(arguments: configurations)
  func `a configuration breaks the promise about it`(property: String, pool: String) throws {
    let model = try SignInTables.whole.get()
    func status(_ text: String) throws -> PropertyVerdict.Status {
      var checker = PropertyChecker(model: model)
      let parameters = try model.configuration(text)
      return try checker.check([try model.property(property)], parameters: parameters)[0].status
    }
    #expect(try status(pool) == .fails)
    #expect(try status(pool.replacing("required\n", with: "optional\n")) == .holds)
    #expect(
      try status(
        pool.replacing("[sms]", with: "[sms, totp]")
          .replacing("[email]\n", with: "[email, totp]\n")) == .holds)
  }

  @Test func `every promise is shown to fail`() throws {
    let model = try SignInTables.whole.get()
    let shown =
      Slip.all.map { $0.property.prefix { $0 != "[" } } + Self.configurations.map { $0.0[...] }
    #expect(Set(model.properties.map(\.id)) == Set(shown.map(String.init)))
  }
}
