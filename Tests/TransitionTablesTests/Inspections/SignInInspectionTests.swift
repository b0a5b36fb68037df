import Foundation
import TestSupport
import Testing

@testable import TransitionTables

/// The bundled table passes every inspection, and without one of its rows it does not.
@Suite(.long)
struct SignInInspectionTests {
  @Test func `the bundled table has no complaint`() throws {
    let found = Inspector(try SignInTables.whole.get()).inspect()
    #expect(found.map(\.rendered) == [])
  }

  @Test(arguments: [
    ("pool.status.S6", "`pool` cannot leave `checkingStatus`: state status = none"),
    ("pool.mfa.M17", "`pool` cannot leave `decidingMFA`: configuration mfa = optional"),
    ("pool.session.setup", "`pool` cannot leave `checkingSession`: configuration"),
    ("pool.challenge.NEW_PASSWORD_REQUIRED", "`pool` cannot leave `challenging`: state"),
    ("pool.tokens", "`pool` cannot leave `handingOutTokens`: configuration"),
    ("pool.gates.passed", "`pool` cannot leave `atGates`: configuration"),
    ("client.deviceConfirmed", "`ConfirmDeviceResult` reaches `client` where no row receives it: "),
    (
      "client.setUpTOTP.done",
      "`AssociateSoftwareTokenResult` reaches `client` where no row receives it: "
    ),
    ("pool.password.wrong", "`pool` cannot leave `provingPassword`: configuration"),
    ("client.confirm.interrupted", "no row answers the call `confirmSignIn`: state"),
    ("pool.signUp.noCode", "`SignUp` reaches `pool` where no row receives it: configuration"),
    ("pool.selection.notOffered", "`pool` cannot leave `judgingSelection`: state"),
  ])
  func `without one of its rows it is incomplete`(id: String, fault: String) throws {
    let found = Inspector(try SignInTables.model(without: id)).inspect()
    let complaints = found.filter { $0.code == "inspect.incomplete" }
    #expect(complaints.count == 1)
    #expect(complaints.first?.message.hasPrefix(fault) == true, "\(complaints.map(\.message))")
    #expect(complaints.first?.sourceLine != nil)
  }

  @Test func `a rung moved up shadows what stands behind it`() throws {
    let model = try SignInTables.model(
      replacing: "        when: mfa == off\n", with: "", in: "cognito/mfa.yaml")
    let found = Inspector(model).inspect()
    #expect(found.count { $0.code == "inspect.shadowed-row" } == 18)
  }
}
