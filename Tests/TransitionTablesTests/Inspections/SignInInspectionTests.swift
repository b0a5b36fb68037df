import Testing

@testable import TransitionTables

/// The bundled table passes every inspection, and without one of its rows it does not.
@Suite struct SignInInspectionTests {
  @Test func `the bundled table has no complaint`() throws {
    let found = Inspector(try SignInTables.whole.get()).inspect()
    #expect(found.map(\.rendered) == [])
  }

  @Test(arguments: [
    "pool.status.S6", "pool.mfa.M1", "pool.mfa.M16", "pool.mfa.M17", "pool.session.setup",
    "pool.challenge.NEW_PASSWORD_REQUIRED", "pool.tokens", "pool.gates.passed",
    "client.challenge.SMS_MFA", "client.setup.none", "pool.totp.right", "client.confirm.interrupted",
  ])
  func `without a row something is incomplete`(id: String) throws {
    let model = try SignInTables.model(without: id)
    let found = Inspector(model).inspect()
    #expect(found.contains { $0.code == "inspect.incomplete" })
    for complaint in found { print(complaint.rendered) }
  }
}
