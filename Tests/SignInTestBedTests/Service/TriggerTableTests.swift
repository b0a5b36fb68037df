import SignIn
import SignInCryptography
import Testing
import TransitionTables

@testable import SignInTestBed

/// The file of the owner's functions speaks of the table that there is.
@Suite struct TriggerTableTests {
  private static let read = Result { try (BundledTable.signIn(), TriggerTable.bundled()) }

  @Test func `every function whose failure users see can be asked`() throws {
    let (model, table) = try Self.read.get()
    #expect(
      table.names == [
        "preSignUp", "postConfirmation", "preAuthentication", "postAuthentication",
        "preTokenGeneration", "userMigration", "defineAuthChallenge", "createAuthChallenge",
        "verifyAuthChallengeResponse", "customMessage",
      ])
    let known = WireCodec(model).words(of: "Trigger").map(\.member)
    #expect(table.names.allSatisfy(known.contains))
    #expect(table.failures.keys.sorted() == ["answersNonsense", "fails", "refuses"])
  }

  @Test func `places, members and settings are there`() throws {
    let (model, table) = try Self.read.get()
    let names = model.rows.map(\.fullID)
    let rows = Set(names + names.map(TriggerTable.after))
    let effects = Set(model.rows.flatMap(\.effects))
    for function in table.functions {
      for place in function.places.keys {
        let isOfReplies = ["customAnswer", "message"].contains(place)
        #expect(rows.contains(place) || effects.contains(place) || isOfReplies, "\(place)")
      }
      #expect(Set(function.request).isSubset(of: PoolService.eventMembers))
      for (name, text) in function.meanings.flatMap(\.settings) {
        let slots = try #require(model.symbols[name]?.slots, "\(name)")
        #expect(slots.allSatisfy { model.value(text, in: $0) != nil }, "\(name): \(text)")
      }
    }
  }

  @Test(arguments: [
    (#"{}"#, #"{"a":1}"#, true), (#"{"a":"any"}"#, #"{"a":null}"#, false),
    (#"{"a":"any"}"#, #"{"a":{}}"#, true), (#"{"a":{"b":"true"}}"#, #"{"a":{"b":true}}"#, true),
    (#"{"a":true}"#, #"{"a":false}"#, false), (#"{"a":true}"#, #"{}"#, false),
  ])
  func `a pattern matches what it names`(pattern: String, answer: String, matches: Bool) throws {
    #expect(
      TriggerTable.matches(try JSON(parsing: pattern), try JSON(parsing: answer)) == matches)
  }
}
