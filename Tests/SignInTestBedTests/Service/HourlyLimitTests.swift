import SignInCryptography
import Testing

@testable import SignInTestBed

/// The hour of a limit on attempts, which ends when the clock has passed it.
@Suite struct HourlyLimitTests {
  private func isRefused(_ bed: inout Bed) -> Bool {
    do {
      _ = try bed.call("ForgotPassword", "ClientId", bed.clientID, "Username", "ada")
      return false
    } catch {
      #expect((error as? Bed.Refusal)?.name == "LimitExceededException")
      return true
    }
  }

  private func wait(_ bed: inout Bed, _ seconds: Int) throws {
    _ = try bed.call("TestBedClock", "By", seconds)
  }

  @Test func `a limit that is reached ends an hour after the first attempt`() throws {
    var bed = try Bed(["hourlyQuota": "2", "recovery": "email"])
    try bed.addUser()
    #expect(!isRefused(&bed))
    try wait(&bed, 1_800)
    #expect(!isRefused(&bed))
    #expect(isRefused(&bed))
    try wait(&bed, 1_799)
    #expect(isRefused(&bed))
    try wait(&bed, 1)
    #expect(!isRefused(&bed))
    // A new hour, which counts from the beginning.
    #expect(!isRefused(&bed))
    #expect(isRefused(&bed))
    try wait(&bed, 3_599)
    #expect(isRefused(&bed))
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `what an action of the table passes does not end the hour`() throws {
    var bed = try Bed(["hourlyQuota": "1", "recovery": "email"])
    try bed.addUser()
    #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH",
        "AuthParameters", ["USERNAME": "ada", "PASSWORD": "wrong"])
    }
    #expect(!isRefused(&bed))
    _ = try bed.call("TestBedAct", "Username", "ada", "Action", "quietPeriod")
    try wait(&bed, 3_599)
    #expect(isRefused(&bed))
    try wait(&bed, 1)
    #expect(!isRefused(&bed))
    #expect(bed.service.differences.isEmpty)
  }

  @Test(arguments: [(86_399, true), (86_400, false)])
  func `the code of a user who is put in place counts as long as one that is sent`(
    _ seconds: Int, _ counts: Bool
  ) throws {
    var bed = try Bed([:])
    _ = try bed.call(
      "TestBedAddUser", "Username", "ada", "Password", Bed.password,
      "UserAttributes", [["Name": "email", "Value": "ada@example.com"]],
      "Record",
      [
        "status": "unconfirmed", "password": "permanent", "contact[email]": "unverified",
        "mailedCode": "fresh",
      ])
    let mail = try bed.call("TestBedMailbox", "Username", "ada")["Messages"]?.elements
    let code = try #require(mail?.last?["Code"]?.text)
    try wait(&bed, seconds)
    let confirmed =
      (try? bed.call(
        "ConfirmSignUp", "ClientId", bed.clientID, "Username", "ada", "ConfirmationCode", code))
      != nil
    #expect(confirmed == counts)
    #expect(bed.service.differences.isEmpty)
  }
}
