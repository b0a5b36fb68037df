import SignIn
import SignInCryptography
import Testing
import TransitionTables

@testable import SignInTestBed

/// Each name of the table that the test bed needs is resolved when a model is bound, and each
/// effect and kind of evidence of the table has somebody who carries it out.
@Suite struct BindingTests {
  private static let bundled = Result { try BundledTable.signIn() }

  /// What binding the bundled model complains about after a change.
  private func complaints(_ change: (inout Model) -> Void) throws -> [Diagnostic] {
    var model = try Self.bundled.get()
    change(&model)
    do {
      _ = try TestBedBinding(model)
      return []
    } catch {
      return error.diagnostics
    }
  }

  /// Code, message and remedy of one complaint.
  private func text(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.code): \(diagnostic.message); \(diagnostic.remedy)"
  }

  @Test func `the bundled model is bound`() throws {
    #expect(try complaints { _ in } == [])
  }

  @Test func `a variable that the model lacks is pointed at where the nearest stands`() throws {
    var place: TransitionTables.SourceLocation?
    let found = try complaints { model in
      let symbol = model.symbols.removeValue(forKey: "mailedCode")
      model.symbols["mailedCodes"] = symbol
      place = symbol.map { model.slots[$0.slots[0]].location }
    }
    #expect(
      found.map(text)
        == ["expired", "fresh", "none"].map {
          "binding.unknown-name: the test bed reads `mailedCode == \($0)`, but no variable is "
            + "named `mailedCode`; did you mean `mailedCodes`?"
        })
    #expect(found.allSatisfy { $0.location == place && $0.sourceLine == "  mailedCode:" })
    #expect(place?.file == "Models/cognito/record.yaml")
  }

  @Test func `a member that the variable lacks is pointed at where the variable stands`() throws {
    var place: TransitionTables.SourceLocation?
    let found = try complaints { model in
      // The device takes the values of the passkey: none and registered.
      let symbol = model.symbols["passkey"]
      model.symbols["device"] = symbol
      place = symbol.map { model.slots[$0.slots[0]].location }
    }
    #expect(
      found.map(text) == [
        "binding.unknown-name: the test bed reads `device == remembered`: `remembered` is neither "
          + "a name nor one of `none` or `registered`; give `device` such a value",
        "binding.unknown-name: the test bed reads `device == tracked`: `tracked` is neither "
          + "a name nor one of `none` or `registered`; give `device` such a value",
      ])
    #expect(found.allSatisfy { $0.location == place })
  }

  @Test func `a variable that the service alone reads is bound too`() throws {
    let found = try complaints { model in
      model.symbols["claimeds"] = model.symbols.removeValue(forKey: "claimed")
    }
    #expect(
      found.map(text) == [
        "binding.unknown-name: the test bed reads `claimed`, but no variable is named `claimed`; "
          + "did you mean `claimeds`?"
      ])
    #expect(found.first?.location.file == "Models/cognito/aliases.yaml")
  }

  @Test func `a field that no message has is reported with the nearest`() throws {
    let found = try complaints { model in
      for slot in model.slots.indices where model.slots[slot].name.hasSuffix(".forcesAlias") {
        model.slots[slot].name += "es"
      }
    }
    #expect(
      found.map(text) == [
        "binding.unknown-name: the test bed reads `forcesAlias`, but no field of a message is "
          + "named `forcesAlias`; did you mean `forcesAliases`?"
      ])
    #expect(found.first?.location.file.hasPrefix("Models/cognito/wire") == true)
  }

  @Test func `a member that no enum has is reported`() throws {
    let found = try complaints { model in
      for slot in model.slots.indices
      where model.types.members(of: model.slots[slot].type).contains("likePhone") {
        model.slots[slot].type = .bool
      }
    }
    #expect(
      found.map(\.message)
        == ["likeEmail", "likePhone", "ofAnother", "plain"].map {
          "the test bed reads `\($0)`, but no member of an enum is named `\($0)`"
        })
  }

  @Test func `a maker that no member has is reported with the nearest`() throws {
    let found = try complaints { model in
      for message in model.messages.indices {
        for member in model.messages[message].wire.members.indices
        where model.messages[message].wire.members[member].maker == "groupName" {
          model.messages[message].wire.members[member].maker = "groupNames"
        }
      }
    }
    #expect(
      found.map(text) == [
        "binding.unknown-name: the test bed reads `groupName`, but no maker is named `groupName`; "
          + "did you mean `groupNames`?"
      ])
  }

  @Test func `what an app makes by name is some member's, and the other way round`() throws {
    var model = try Self.bundled.get()
    for message in model.messages.indices {
      for member in model.messages[message].wire.members.indices
      where model.messages[message].wire.members[member].maker == "groupPrecedence" {
        model.messages[message].wire.members[member].maker = "groupPrecedences"
      }
    }
    let found = WireCodec(model).unknownMakers(of: .requests, known: WireApp.known)
    let unknown =
      "binding.unknown-maker: nothing in the test bed makes `groupPrecedences`; did you mean "
      + "`groupPrecedence`?"
    #expect(
      found.map(text) == [
        "binding.unknown-name: the test bed makes `groupPrecedence`, but no maker is named "
          + "`groupPrecedence`; did you mean `groupPrecedences`?", unknown, unknown,
      ])
  }

  @Test func `a name on the wire that no member has is reported with the nearest`() throws {
    let found = try complaints { model in
      for message in model.messages.indices {
        for member in model.messages[message].wire.members.indices
        where model.messages[message].wire.members[member].name == "SECRET_BLOCK" {
          model.messages[message].wire.members[member].path.removeLast()
          model.messages[message].wire.members[member].path.append("SECRET_BLOCKS")
        }
      }
    }
    #expect(
      found.map(text) == [
        "binding.unknown-name: the test bed reads `SECRET_BLOCK`, but no member on the wire is "
          + "named `SECRET_BLOCK`; did you mean `SECRET_BLOCKS`?"
      ])
  }

  @Test func `a message that the service knows must be one of the table`() throws {
    let found = try complaints { model in
      for message in model.messages.indices where model.messages[message].name == "AdminGetUser" {
        model.messages[message].name = "AdminGetUsers"
        model.messages[message].wire.name = "AdminGetUsers"
      }
    }
    #expect(
      found.map(text) == [
        "binding.unknown-name: the test bed reads `AdminGetUser`, but no message is named "
          + "`AdminGetUser`; did you mean `AdminGetUsers`?"
      ])
  }

  @Test func `an action and an input that are called otherwise are reported`() throws {
    let found = try complaints { model in
      for action in model.actions.indices {
        if model.actions[action].name == "selectMFA" { model.actions[action].name = "selectMFAs" }
        for input in model.actions[action].inputs.indices
        where model.actions[action].inputs[input].name == "withoutPassword" {
          model.actions[action].inputs[input].name = "withoutPasswords"
        }
      }
    }
    #expect(
      found.map(text) == [
        "binding.unknown-name: the test bed reads `selectMFA`, but no action is named `selectMFA`; "
          + "did you mean `selectMFAs`?",
        "binding.unknown-name: the test bed reads `withoutPassword`, but no input of an action is "
          + "named `withoutPassword`; did you mean `withoutPasswords`?",
      ])
  }

  @Test func `a refusal is one of the table, and each of the table is somebody's`() throws {
    let found = try complaints { model in
      let text = LocatedNode(.scalar("Closed.", quoted: true), at: .init(file: "words.yaml"))
      let exceptions = model.entries(ofWords: "refusals").map { exception in
        var exception = exception
        if exception.key == "NotAuthorizedException" {
          exception.key = "NotAuthorisedException"
          exception.value.content = .mapping(
            (exception.value.entries ?? []).filter { $0.key != "secretMissing" }
              + [.init(key: "secretMising", keyLocation: text.location, value: text)])
        }
        return exception
      }
      model.wordTables["refusals"]?.content = .mapping(exceptions)
    }
    #expect(
      Set(found.map(text)) == [
        "binding.unknown-name: the test bed reads `secretMissing`, but no refusal is named "
          + "`secretMissing`; did you mean `secretMising`?",
        "binding.unknown-name: the test bed knows no refusal `secretMising`; did you mean "
          + "`secretMissing`?",
        "binding.unknown-name: no message is named `NotAuthorisedException`; did you mean "
          + "`NotAuthorizedException`?",
      ])
    #expect(found.map(\.location.file).contains("words.yaml"))
  }

  @Test func `members of requests have one type each, with bounds and forms of their own`() throws {
    let found = try complaints { model in
      let text = { (text: String) in
        LocatedNode(.scalar(text, quoted: false), at: .init(file: "words.yaml"))
      }
      let entry = { (key: String, value: LocatedNode) in
        LocatedNode.Entry(key: key, keyLocation: value.location, value: value)
      }
      let list = { (texts: [String]) in
        LocatedNode(.sequence(texts.map(text)), at: .init(file: "words.yaml"))
      }
      let members = model.entries(ofWords: "members").filter { $0.key != "bool" }
      model.wordTables["members"]?.content = .mapping(
        members + [entry("boole", list(["Enabled", "Limit"]))])
      model.wordTables["bounds"]?.content = .mapping([
        entry("Username", list(["0", "60"])), entry("ListUsers.Limits", list(["0", "60"])),
        entry("MaxResults", list(["60", "0"])),
      ])
      model.wordTables["patterns"]?.content = .mapping([
        entry("Precedence", text("\\d+")), entry("Username", text("[")),
        entry("ClientId", text("\\w+")),
      ])
      var form = text("")
      form.content = .mapping([entry("form", text("(")), entry("text", text("no words"))])
      model.wordTables["forms"]?.content = .mapping([
        entry("email", text(".*@.*")), entry("birthdate", form),
      ])
      model.wordTables["passwordRules"]?.content = .mapping([entry("RequireNumbers", form)])
      model.wordTables["formOfChanges"] = model.wordTables["formsOfChanges"]
      model.wordTables["formsOfChanges"] = nil
      model.wordTables["filters"]?.content = .sequence(["username", "sub", "state"].map(text))
    }
    let reads = "binding.unknown-name: the test bed reads"
    let bounds = ["Username", "ListUsers.Limits", "MaxResults"].map { name in
      "table.shape: `\(name)` is no number with bounds; write `[LEAST, MOST]` for a member that "
        + "stands under `integer`"
    }
    let others: [String] = [
      "\(reads) `status`, but no filter is named `status`; did you mean `state`?",
      "\(reads) `cognito:user_status`, but no filter is named `cognito:user_status`; declare it",
      "\(reads) `bool`, but no type of members is named `bool`; did you mean `boole`?",
      "binding.unknown-name: the test bed knows no type of members `boole`; did you mean `bool`?",
      "\(reads) `formsOfChanges`, but no table of words is named `formsOfChanges`; did you mean "
        + "`formOfChanges`?",
      "table.shape: `Limit` has two types; leave it where the API has it",
    ]
    let forms = ["email", "birthdate", "RequireNumbers"].map { name in
      "table.shape: `\(name)` has no form that can be read; "
        + "write `{ form: REGULAR EXPRESSION, text: WORDS }`"
    }
    let patterns: [String] = ["Precedence", "Username"].map { name in
      "table.shape: `\(name)` is no text with a form that can be read; write a regular expression "
        + "for a member that stands under `text`"
    }
    let expected: [String] = others + bounds + patterns + forms
    #expect(Set(found.map(text)) == Set(expected))
    #expect(found.filter { $0.location.file == "words.yaml" }.count == found.count - 2)
  }

  @Test func `a bracket in the service's words is filled by somebody`() throws {
    let found = try complaints { model in
      for row in model.rows.indices where model.rows[row].text.contains("[the name]") {
        model.rows[row].text = model.rows[row].text.replacing("[the name]", with: "[the names]")
      }
    }
    #expect(
      Set(found.map(text)) == [
        "binding.unknown-name: the test bed reads `the name`, but no bracket in the service's "
          + "words is named `the name`; did you mean `the names`?",
        "binding.unknown-name: the test bed knows no bracket in the service's words `the names`; "
          + "did you mean `the name`?",
      ])
    let places = Set(found.map(\.location.file))
    #expect(places == ["Models/cognito/administrator-answers.yaml"])
  }

  @Test func `a place that has another name is reported with it`() throws {
    let found = try complaints { model in
      model.symbols["clients.at"] = model.symbols.removeValue(forKey: "client.at")
    }
    #expect(
      found.map(text) == [
        "binding.unknown-name: the test bed reads `client.at`, but no variable is named "
          + "`client.at`; did you mean `clients.at`?"
      ])
  }

  @Test func `an effect that nothing carries out is pointed at where it is declared`() throws {
    let found = try complaints { $0.effects["issueSession"]?.action = "issueSesion" }
    #expect(
      found.map(text) == [
        "binding.unhandled-effect: nothing carries out `issueSesion`; did you mean `issueSession`?"
      ])
    #expect(found.first?.location.file == "Models/cognito/pool.yaml")
    #expect(found.first?.sourceLine?.contains("issueSession: { doc:") == true)
  }

  @Test func `an effect that needs a kind of evidence or a time says so`() throws {
    let found = try complaints { model in
      model.effects["sendSMSCode"]?.evidence = ""
      model.effects["sendEmailCode"]?.evidence = "emailCodes"
      model.effects["untilQuiet"]?.seconds = 0
    }
    #expect(
      Set(found.map(text)) == [
        "binding.unhandled-effect: `sendSessionCode` needs a kind of evidence; "
          + "write `of:` next to `does:`",
        "binding.unknown-name: `sendEmailCode` is of `emailCodes`, which is no kind of evidence; "
          + "did you mean `emailCode`?",
        "binding.unhandled-effect: `passTime` needs a time; write `seconds:` next to `does:`",
      ])
  }

  @Test func `an effect of a row that is declared nowhere is pointed at in the row`() throws {
    let found = try complaints { $0.effects["rememberDevice"] = nil }
    #expect(!found.isEmpty)
    #expect(
      found.allSatisfy {
        $0.code == "binding.unhandled-effect"
          && $0.message.contains("has the effect `rememberDevice`")
      })
  }

  @Test func `an effect that the service has a way of its own for must be there`() throws {
    let found = try complaints { model in
      var effect = model.effects.removeValue(forKey: "spendAttributeCode")
      effect?.name = "spendAttributeCodes"
      model.effects["spendAttributeCodes"] = effect
    }
    let missing = try #require(found.first { $0.code == "binding.unknown-name" })
    #expect(
      text(missing)
        == "binding.unknown-name: the test bed reads `spendAttributeCode`, but no effect is named "
        + "`spendAttributeCode`; did you mean `sendAttributeCode`?")
  }

  @Test func `each handler and each judge is somebody's in the bundled table`() throws {
    let model = try Self.bundled.get()
    let unused = Set(TestBedRegistry.bundled.effects.keys)
      .subtracting(model.effects.values.map(\.action))
    // What a layer's own kinds of evidence are handed out by, and what the Android client does.
    #expect(unused == ["handOut", "keepSession"])
    #expect(
      Set(TestBedRegistry.bundled.methods.keys) == Set(model.evidence.values.map(\.judge)))
    let reasons = Set(model.rows.flatMap(\.judgements).map(\.reason))
    #expect(TableReason.allCases.map(\.rawValue).filter { !reasons.contains($0) } == [])
    let done = Set(model.rows.flatMap(\.effects))
    #expect(TableEffect.allCases.map(\.rawValue).filter { !done.contains($0) } == [])
  }

  @Test func `evidence that nothing judges is reported together with all else`() throws {
    let found = try complaints { model in
      model.evidence["totp"]?.judge = "topt"
      model.effects["issueTokens"]?.action = "mintCoins"
    }
    #expect(
      found.map(text) == [
        "binding.unhandled-evidence: nothing makes and judges `topt`, so `totp` has no bytes; "
          + "did you mean `totp`?",
        "binding.unhandled-effect: nothing carries out `mintCoins`; say with `does:` what carries "
          + "it out: `nothing` where it leaves no bytes",
      ])
  }

  @Test func `a reason that no judge says is pointed at in its row`() throws {
    var place: TransitionTables.SourceLocation?
    let found = try complaints { model in
      guard let row = model.rows.firstIndex(where: { $0.id == "pool.refresh.reused" }) else {
        return
      }
      place = model.rows[row].location
      model.rows[row].judgements[0].reason = "reuse"
    }
    #expect(found.map(\.code) == ["binding.unhandled-evidence"])
    #expect(
      found.first?.message
        == "`pool.refresh.reused` refuses `refreshToken` for `reuse`, which no judge says")
    #expect(found.first?.remedy == "did you mean `reused`?")
    #expect(found.first?.location == place)
  }

  @Test func `a class of evidence that nothing makes is reported with the nearest`() throws {
    let found = try complaints { model in
      let classes = model.evidence["refreshToken"]?.classes
      model.evidence["session"]?.classes = classes ?? []
    }
    #expect(
      found.map(text) == [
        "binding.unhandled-evidence: `session` makes no class `neverIssued`, which `session` can "
          + "be sent in; register a maker that knows it",
        "binding.unhandled-evidence: `session` makes no class `retired`, which `session` can "
          + "be sent in; register a maker that knows it",
      ])
  }

  // MARK: New kinds

  /// A world over the bundled model with one more kind of evidence and its effect.
  private func world(
    _ kind: String, judge: String, sentBy action: String, _ registry: TestBedRegistry = .bundled
  ) throws -> World {
    var model = try Self.bundled.get()
    var evidence = try #require(model.evidence["smsCode"])
    (evidence.name, evidence.judge) = (kind, judge)
    model.evidence[kind] = evidence
    var effect = try #require(model.effects["sendSMSCode"])
    (effect.name, effect.action, effect.evidence) = ("send", action, kind)
    model.effects["send"] = effect
    return try World(
      try TestBedBinding(model, registry), random: SeededRandomBytes(seed: 1, purpose: kind),
      conventions: .cognito)
  }

  /// Whether the pool half takes what the user half makes of a class.
  private func takes(_ world: World, _ kind: String, _ sent: String) throws -> Bool {
    var world = world
    let bound = try #require(world.binding.kinds[kind])
    let presented = try bound.method.make(&world, bound, sent)
    return try bound.method.judge(&world, bound, presented).isAccepted
  }

  @Test func `a code over a new channel is declared and not programmed`() throws {
    var world = try world("pushCode", judge: "sessionCode", sentBy: "sendSessionCode")
    #expect(try !takes(world, "pushCode", "current"))
    try world.apply("send")
    #expect(world.user.inbox.keys.sorted() == ["pushCode"])
    #expect(try takes(world, "pushCode", "current"))
    #expect(try !takes(world, "pushCode", "neverIssued"))
    let kind = try #require(world.binding.kinds["pushCode"])
    #expect(try world.takes(kind, .oneBit) == false)
    // The code stays with the app that it was sent for.
    world.turnToOtherApp()
    #expect(world.user.inbox["pushCode"] == nil)
    #expect(try !takes(world, "pushCode", "current"))
  }

  @Test func `a signature over a nonce takes one maker and one judge`() throws {
    var registry = TestBedRegistry.bundled
    registry.methods["signature"] = EvidenceMethod(
      make: { world, kind, sent throws(CryptographyError) in
        guard let nonce = world.user.held[kind.name] else { return .text(Secret("")) }
        let key = sent == "current" ? "the user's key" : "another key"
        let message = Array(nonce.revealedText().utf8)
        return .text(Secret(Hex.encode(try HMAC.sha256(key: Secret(key), message: message))))
      },
      judge: { world, kind, presented throws(CryptographyError) in
        guard let nonce = world.pool.held[kind.name] else { return .refused("mismatch") }
        let message = Array(nonce.revealedText().utf8)
        let right = Hex.encode(try HMAC.sha256(key: Secret("the user's key"), message: message))
        return presented.text.isEqualInConstantTime(to: right) ? .accepted : .refused("mismatch")
      })
    var world = try world("signature", judge: "signature", sentBy: "handOut", registry)
    #expect(try !takes(world, "signature", "current"))
    try world.apply("send")
    #expect(try takes(world, "signature", "current"))
    #expect(try !takes(world, "signature", "neverIssued"))
    let kind = try #require(world.binding.kinds["signature"])
    for sent in [EvidenceClass.wrong, .anotherUsers, .malformed, .empty, .oneBit] {
      #expect(try world.takes(kind, sent) == false)
    }
  }
}
