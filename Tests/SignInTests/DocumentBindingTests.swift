import Testing
import TransitionTables

@testable import SignIn

/// Each parameter that the readers of documents name is one of the table.
@Suite struct DocumentBindingTests {
  private static let bundled = Result { try BundledTable.signIn() }

  /// What the bundled model is refused for after a change, as code, message and remedy.
  private func complaints(_ change: (inout Model) -> Void) throws -> [String] {
    var model = try Self.bundled.get()
    change(&model)
    do {
      try DocumentBinding.check(model)
      return []
    } catch {
      return error.diagnostics.map {
        "\($0.code): \($0.message); \($0.remedy) (\($0.location.file))"
      }
    }
  }

  private func slot(_ name: String, in model: Model) -> Int? {
    model.parameters.first { model.slots[$0].name == name }
  }

  @Test func `a parameter that the table calls otherwise is reported with the nearest`() throws {
    let found = try complaints { model in
      if let slot = slot("tokenRotation", in: model) { model.slots[slot].name = "tokenRotations" }
    }
    #expect(
      found == [
        "binding.unknown-name: documents state `tokenRotation`, but no parameter is named "
          + "`tokenRotation`; did you mean `tokenRotations`? (Models/cognito/configuration.yaml)"
      ])
  }

  @Test func `an actor, a kind and the last step that analyses know must be there`() throws {
    let found = try complaints { model in
      for action in model.actions.indices {
        if model.actions[action].actor == "attacker" { model.actions[action].actor = "attackers" }
        if model.actions[action].actor == "clock" { model.actions[action].actor = "clocks" }
      }
      for message in model.messages.indices {
        if model.messages[message].kind == "result" { model.messages[message].kind = "results" }
        if model.messages[message].name == "done" { model.messages[message].name = "dones" }
      }
    }
    #expect(
      found.filter { $0.contains("analyses know `") }.map { String($0.prefix { $0 != "(" }) } == [
        "binding.unknown-name: analyses know `done`, but no message is named `done`; did you mean "
          + "`dones`? ",
        "binding.unknown-name: analyses know `result`, but no kind of messages is named `result`; "
          + "did you mean `results`? ",
        "binding.unknown-name: analyses know `clock`, but no actor is named `clock`; did you mean "
          + "`clocks`? ",
        "binding.unknown-name: analyses know `attacker`, but no actor is named `attacker`; did you "
          + "mean `attackers`? ",
      ])
    #expect(
      Set(found.filter { $0.contains("analyses know no") }.map { String($0.prefix { $0 != "(" }) })
        == [
          "binding.unknown-name: analyses know no actor `attackers`; did you mean `attacker`? ",
          "binding.unknown-name: analyses know no actor `clocks`; did you mean `clock`? ",
          "binding.unknown-name: analyses know no kind of messages `results`; did you mean "
            + "`result`? ",
        ])
  }

  @Test func `parameters of an enum's members that readers know must be there`() throws {
    let found = try complaints { model in
      for slot in model.parameters where model.slots[slot].name.hasPrefix("defineAfter[") {
        let name = model.slots[slot].name
        model.slots[slot].name = name.replacing("defineAfter", with: "definesAfter")
      }
    }
    let missing = "no parameter of an enum's members is named `defineAfter`; did you mean"
    #expect(found.contains { $0.contains(missing) }, "\(found)")
    #expect(!found.contains { $0.contains("analyses know `define`") }, "\(found)")
    #expect(KnownParameters.define.member(of: "define[start]") == "start")
    #expect(KnownParameters.define.member(of: "defineAfter[right1]") == nil)
  }

  @Test func `what pictures of a trace name must be there`() throws {
    let found = try complaints { model in
      model.effects["newCustomChallenge"]?.name = "newCustomChallenges"
      for action in model.actions.indices where model.actions[action].name == "verifyTOTPSetup" {
        model.actions[action].name = "verifyTOTPSetups"
      }
    }
    #expect(
      Set(found.map { String($0.prefix { $0 != "(" }) }) == [
        "binding.unknown-name: analyses know `newCustomChallenge`, but no name that pictures know "
          + "is named `newCustomChallenge`; did you mean `newCustomChallenges`? ",
        "binding.unknown-name: analyses know `verifyTOTPSetup`, but no name that pictures know is "
          + "named `verifyTOTPSetup`; did you mean `verifyTOTPSetups`? ",
      ])
  }

  @Test func `a value that readers state must be one of a parameter`() throws {
    let found = try complaints { model in
      guard let tier = slot("tier", in: model), let mode = slot("mfa", in: model) else { return }
      model.slots[tier].type = model.slots[mode].type
    }
    #expect(
      Set(found.map { String($0.prefix { $0 != ";" }) }) == [
        "binding.unknown-name: analyses know `lite`, but no value of a parameter is named `lite`",
        "binding.unknown-name: analyses know `plus`, but no value of a parameter is named `plus`",
      ])
  }

  @Test func `a parameter and a member that analyses know must be there`() throws {
    let found = try complaints { model in
      guard let acts = slot("administratorActs", in: model),
        let methods = slot("mfaMethods", in: model)
      else { return }
      model.slots[acts].type = model.slots[methods].type
    }
    let missing = "no member of `administratorActs` is named `imports`"
    #expect(found.contains { $0.contains(missing) }, "\(found)")
    let renamed = try complaints { model in
      if let acts = slot("administratorActs", in: model) {
        model.slots[acts].name = "administratorsActs"
      }
    }
    #expect(
      renamed == [
        "binding.unknown-name: analyses know `administratorActs`, but no parameter is named "
          + "`administratorActs`; did you mean `administratorsActs`? "
          + "(Models/cognito/administrator.yaml)"
      ])
  }

  @Test func `words of documents that no reader reads are reported where they stand`() throws {
    let found = try complaints { $0.documentWords[0].document = "services" }
    #expect(
      found == [
        "binding.unknown-name: analyses know no kind of documents `services`; did you mean "
          + "`service`? (Models/cognito/configuration.yaml)"
      ])
    let missing = try complaints { $0.documentWords.removeAll { $0.document == "amplifyInputs" } }
    #expect(missing.count == 1)
    #expect(missing.first?.contains("no kind of documents is named `amplifyInputs`") == true)
  }

  @Test func `what pictures say of a value is of a member of its enum`() throws {
    let model = try Self.bundled.get()
    let outcome = try #require(
      model.actions.first { $0.name == "signInWithWebUI" }?.inputs.first?.slot)
    #expect(model.said(3, in: outcome) == "page without a window")
    let mode = try #require(slot("mfa", in: model))
    #expect(model.said(0, in: mode) == model.text(of: 0, in: mode))
    let found = try complaints { model in
      var words = model.entries(ofWords: "said")
      words[0].value.content = .mapping(
        (words[0].value.entries ?? []).map { word in
          var word = word
          if word.key == "noContext" { word.key = "noContexts" }
          return word
        })
      model.wordTables["said"]?.content = .mapping(words)
    }
    #expect(
      found == [
        "binding.unknown-name: `WebOutcome` has no member `noContexts`; did you mean `noContext`? "
          + "(Models/amplify/next-steps.yaml)"
      ])
  }

  @Test func `a rule of documents is one of the table and says all of itself`() throws {
    let found = try complaints { model in
      var rules = model.entries(ofWords: "documentRules")
      rules[0].key = "L33"
      let parts = (rules[1].value.entries ?? []).filter { $0.key != "remedy" }
      rules[1].value.content = .mapping(parts)
      if let party = rules.firstIndex(where: { $0.key == "L29" }) {
        let words = (rules[party].value.entries ?? []).filter { $0.key != "change" }
        rules[party].value.content = .mapping(words)
      }
      model.wordTables["documentRules"]?.content = .mapping(rules)
    }
    #expect(
      found == [
        "binding.unknown-name: analyses know `L3`, but no rule of documents is named `L3`; did you "
          + "mean `L33`? (Models/cognito/document-rules.yaml)",
        "binding.unknown-name: analyses know no rule of documents `L33`; did you mean `L3`? "
          + "(Models/cognito/document-rules.yaml)",
        "table.shape: `L4` does not say all of itself; write `statement:`, `remedy:` and "
          + "`because: { source: …, confidence: … }` (Models/cognito/document-rules.yaml)",
        "table.shape: `L29` does not say all of itself; write `statement:`, `remedy:` and "
          + "`because: { source: …, confidence: … }` and `change: { harms: …, remedy: … }` "
          + "(Models/cognito/document-rules.yaml)",
      ])
  }

  @Test(arguments: [
    ("privileges", "alone", "aloen", "list of names that say a privilege"),
    ("standardAttributes", "writable", "writeable", "list of standard attributes"),
  ])
  func `a list of names is one that is read`(
    table: String, name: String, misspelt: String, sort: String
  ) throws {
    let found = try complaints { model in
      var lists = model.entries(ofWords: table)
      lists[1].key = misspelt
      model.wordTables[table]?.content = .mapping(lists)
    }
    #expect(
      found == [
        "binding.unknown-name: analyses know `\(name)`, but no \(sort) is named `\(name)`; did you "
          + "mean `\(misspelt)`? (Models/cognito/document-rules.yaml)",
        "binding.unknown-name: analyses know no \(sort) `\(misspelt)`; did you mean `\(name)`? "
          + "(Models/cognito/document-rules.yaml)",
      ])
  }

  @Test func `a property of what no document is read of is reported`() throws {
    let found = try complaints { model in
      if let mode = slot("mfa", in: model) { model.slots[mode].property?.owner = "app" }
    }
    #expect(
      found == [
        "binding.unknown-name: `mfa` is a property of `app`, of which no document is read; write "
          + "`pool` or `client` (Models/cognito/configuration.yaml)"
      ])
  }
}
