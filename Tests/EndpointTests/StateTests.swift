import Foundation
import SignInCryptography
import Testing

@testable import Endpoint

@Suite struct StateTests {
  private let path = NSTemporaryDirectory() + "waymark-state-\(UUID().uuidString)"

  private func fileBytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

  /// A desk with a file, which is given back at the end.
  private func visit<T>(
    _ configuration: [String: String] = [:], seed: UInt64 = 1, users: [JSON] = [Desk.ada],
    _ body: (inout Desk) throws -> T
  ) throws -> T {
    var desk = try Desk(configuration, seed: seed, users: users, state: path)
    defer { desk.endpoint.closeState() }
    return try body(&desk)
  }

  @Test func `what was answered is there again`() throws {
    defer { unlink(path) }
    let token = try visit { desk in
      _ = try desk.signIn("wrong")
      _ = try desk.control("clock", #"{"advance":100}"#)
      return try #require(try desk.signIn().json["AuthenticationResult"]?["AccessToken"]?.text)
    }
    try visit { desk throws in
      #expect(try desk.post("GetUser", #"{"AccessToken":"\#(token)"}"#).status == 200)
      #expect(try desk.control("clock").json["ahead"]?.integer == 100)
      // The users of the start are in the file and not made a second time.
      #expect(try desk.usernames() == ["ada"])
    }
  }

  @Test func `groups and who is in them are there again until a reset`() throws {
    defer { unlink(path) }
    func groups(_ desk: inout Desk) throws -> [String] {
      let pool = try #require(desk.endpoint.describe()["UserPoolId"]?.text)
      let listed = try desk.post(
        "AdminListGroupsForUser", #"{"UserPoolId":"\#(pool)","Username":"ada"}"#)
      return (listed.json["Groups"]?.elements ?? []).compactMap { $0["GroupName"]?.text }
    }
    try visit { desk in
      let pool = try #require(desk.endpoint.describe()["UserPoolId"]?.text)
      let group = #""UserPoolId":"\#(pool)","GroupName":"editors""#
      _ = try desk.post("CreateGroup", "{\(group)}")
      _ = try desk.post("AdminAddUserToGroup", #"{\#(group),"Username":"ada"}"#)
    }
    try visit { desk throws in
      let before = try fileBytes().count
      #expect(try groups(&desk) == ["editors"])
      #expect(try fileBytes().count == before)
      _ = try desk.control("reset", "{}")
      #expect(try groups(&desk) == [])
    }
  }

  @Test func `a request that changes nothing is not written`() throws {
    defer { unlink(path) }
    try visit { desk in
      let token = try #require(try desk.signIn().json["AuthenticationResult"]?["AccessToken"]?.text)
      let before = try fileBytes().count
      for _ in 0..<5 {
        #expect(try desk.post("GetUser", #"{"AccessToken":"\#(token)"}"#).status == 200)
      }
      #expect(try fileBytes().count == before)
      _ = try desk.signIn("wrong")
      #expect(try fileBytes().count > before)
    }
  }

  @Test func `a torn last line was never answered and is cut off`() throws {
    defer { unlink(path) }
    try visit { desk in _ = try desk.signIn("wrong") }
    let whole = try fileBytes()
    for cut in [1, 5, 20, 60] {
      try visit { desk in _ = try desk.signIn("wrong") }
      try write(Array(try fileBytes().dropLast(cut)))
      try visit { desk throws in #expect(try desk.failures() == "1") }
      #expect(try fileBytes() == whole)
    }
  }

  @Test func `users of the start that were written in part are written again`() throws {
    defer { unlink(path) }
    let bob = try JSON(
      parsing: #"{"Username":"bob","Record":{"status":"confirmed","password":"permanent"},"#
        + #""Password":"Str0ng-Passw0rd"}"#)
    try visit(users: [Desk.ada, bob]) { _ in }
    let whole = try fileBytes()
    let first = try #require(whole.firstIndex(of: 10)) + 1
    for cut in [first - 4, first, first + 40] {
      try write(Array(whole.prefix(cut)))
      try visit(users: [Desk.ada, bob]) { desk throws in
        #expect(try desk.usernames().sorted() == ["ada", "bob"])
      }
      try visit(users: []) { desk throws in
        #expect(try desk.usernames().sorted() == ["ada", "bob"])
      }
    }
  }

  @Test func `a damaged line, another pool and a file in use are refused`() throws {
    defer { unlink(path) }
    try visit { desk in
      _ = try desk.signIn()
      _ = try desk.signIn("wrong")
      #expect(throws: EndpointFailure.state(path, "another process uses it")) {
        try Desk(state: path)
      }
    }
    let whole = try fileBytes()
    #expect(throws: EndpointFailure.self) { try visit(seed: 2) { _ in } }
    #expect(throws: EndpointFailure.self) {
      try visit(["flows": "userSRP"]) { _ in }
    }
    var damaged = whole
    damaged[30] ^= 1
    try write(damaged)
    #expect(throws: damage) { try visit { _ in } }
    #expect(try fileBytes() == damaged)
  }

  /// What is said of a damaged first line.
  private var damage: EndpointFailure { .state(path, "line 1 is damaged", line: 1) }

  @Test func `a file whose users cannot be made any more is refused`() throws {
    defer { unlink(path) }
    let named = try JSON(
      parsing: #"{"Username":"ada@example.com","Record":{"status":"confirmed","contact[email]":"#
        + #""verified"},"UserAttributes":[{"Name":"email","Value":"ada@example.org"}]}"#)
    try visit(users: [named]) { _ in }
    // There the name is the address.
    #expect(throws: EndpointFailure.self) {
      try visit(["usernameAttributes": "email"], users: []) { _ in }
    }
    try visit { desk throws in #expect(try desk.usernames() == ["ada@example.com"]) }
  }

  @Test func `a file of somebody else's stays as it is, also of a single line`() throws {
    defer { unlink(path) }
    for text in ["Dear diary\n", "Dear diary"] {
      try write(Array(text.utf8))
      #expect(throws: EndpointFailure.state(path, "it is no file of state", line: 1)) {
        try visit { _ in }
      }
      #expect(try fileBytes() == Array(text.utf8))
    }
  }

  @Test func `a folder, and a file that is far too large, are refused unread`() throws {
    #expect(throws: EndpointFailure.state("/tmp", EISDIR)) { try Desk(state: "/tmp") }
    defer { unlink(path) }
    try write([])
    #expect(truncate(path, off_t(3) << 30) == 0)
    let reason = "it holds 3221225472 bytes, more than any state here"
    #expect(throws: EndpointFailure.state(path, reason)) { try Desk(state: path) }
  }

  @Test func `a time that no clock comes to is refused`() throws {
    defer { unlink(path) }
    for clock in [Int64.max, Int64.min, -1] {
      let request = #"{"clock":\#(clock),"operation":"EndpointAdvance","input":{},"answer":""}"#
      let digest = try #require(StateJournal.digest(Array(request.utf8)))
      try write(Array("\(digest) \(request)\n\(digest) \(request)\n".utf8))
      #expect(throws: damage) { try visit { _ in } }
    }
  }

  @Test func `the file is readable by its owner alone`() throws {
    defer { unlink(path) }
    try visit { _ in }
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `after a reset the file begins anew`() throws {
    defer { unlink(path) }
    try visit { desk in
      let start = try fileBytes().count
      _ = try desk.signIn("wrong")
      _ = try desk.control("reset", "{}")
      #expect(try fileBytes().count == start)
    }
    try visit { desk throws in #expect(try desk.failures() == nil) }
  }
}
