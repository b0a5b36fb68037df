import Testing

@testable import TransitionTables

/// Families of configurations: what is legal, who is a member, and under what condition.
@Suite struct ConfigurationFamilyTests {
  private static let table = """
    enums: { Factor: [sms, totp, email] }
    parameters:
      mfa: { values: [off, optional, required] }
      methods: { set: Factor }
      selfSignUp: { bool }
      level: { range: 1..5 }
      unread: { bool, default: true }
    legality:
      - { id: L8, forbid: "mfa != off and methods == {}" }
      - { id: L9, forbid: "mfa == off and methods != {}" }
      - { id: W1, forbid: level == 5, severity: warning }
    properties:
      - { id: p, configuration: selfSignUp or level > 0 }
    """

  private let model: Model

  init() throws { model = try TransitionTablesTests.model(Self.table) }

  private func family(closed: String = "{}", open: [String]) throws -> ConfigurationFamily {
    let closed = closed == "{}" ? [:] : try model.configuration(closed)
    return ConfigurationFamily(model: model, closed: closed, open: try open.map(model.slot))
  }

  private func texts(_ family: ConfigurationFamily) -> [String] {
    family.members.map { member in
      family.open.map { model.text(of: member[$0] ?? -1, in: $0) }.joined(separator: " ")
    }
  }

  @Test func `only legal members count, in the order of their values`() throws {
    let family = try family(closed: "level: 1", open: ["mfa", "methods"])
    #expect(family.legalCount == 15)
    #expect(texts(family).prefix(3) == ["off {}", "optional {sms}", "optional {totp}"])
    #expect(texts(family).last == "required {sms, totp, email}")
    #expect(family.members.allSatisfy { $0[3] == 1 })
    #expect(family.brokenRules.map(\.id) == [])
  }

  @Test func `a closed configuration is a family of one, or of none`() throws {
    let legal = try family(closed: "mfa: off\nmethods: {}\nlevel: 2", open: [])
    #expect(legal.legalCount == 1)
    #expect(legal.members.count == 1)
    let illegal = try family(closed: "mfa: off\nmethods: [sms]\nlevel: 5", open: [])
    #expect(illegal.legalCount == 0)
    #expect(illegal.members == [])
    #expect(illegal.brokenRules.map(\.id) == ["L9"])
    #expect(illegal.warnings.map(\.id) == ["W1"])
  }

  @Test func `a rule that every member breaks is named, also next to unused bit patterns`() throws {
    let table = Self.table.replacing(
      "mfa == off and methods != {}", with: "mfa == off or mfa != off")
    let model = try TransitionTablesTests.model(table)
    let family = ConfigurationFamily(model: model, closed: [3: 1], open: [0, 1])
    #expect(family.brokenRules.map(\.id) == ["L9"])
    #expect(family.legalCount == 0)
    let forbidden = table.replacing(
      "mfa == off or mfa != off", with: "mfa == off or mfa == optional or mfa == required")
    let spelt = try TransitionTablesTests.model(forbidden)
    #expect(
      ConfigurationFamily(model: spelt, closed: [3: 1], open: [0, 1]).brokenRules.map(\.id)
        == ["L9"])
  }

  @Test func `what nothing reads stays at its default`() throws {
    let family = try family(
      closed: "mfa: off\nmethods: {}\nlevel: 1", open: ["unread", "selfSignUp"])
    #expect(family.open == [2])
    #expect(family.closed[4] == 1)
    #expect(family.legalCount == 2)
  }

  @Test func `what only an observer or an attempt reads makes a difference`() throws {
    let more = """

      variables: { x: { bool } }
      actions: { go: { by: app } }
      observers: { o: { bool, updates: [{ onAction: go, to: unread }] } }
      """
    let model = try TransitionTablesTests.model(Self.table + more)
    #expect(
      ConfigurationFamily(model: model, closed: [0: 0, 1: 0, 2: 0, 3: 1], open: [4]).open == [4])
    let attempt = "\nattempt: { ready: unread, underway: \"true\" }"
    let other = try TransitionTablesTests.model(Self.table + attempt)
    #expect(
      ConfigurationFamily(model: other, closed: [0: 0, 1: 0, 2: 0, 3: 1], open: [4]).open == [4])
  }

  @Test func `conditions are short and take the illegal as they please`() throws {
    let family = try family(closed: "level: 1", open: ["mfa", "methods"])
    func condition(_ isChosen: (String) -> Bool) -> [[String]] {
      let members = texts(family)
      return family.condition(holdingIn: members.indices.filter { isChosen(members[$0]) })
    }
    #expect(condition { _ in false } == [])
    #expect(condition { _ in true } == [[]])
    #expect(condition { $0.hasPrefix("required") } == [["mfa = required"]])
    // Off is legal without methods only, so three terms about methods would say the same.
    #expect(condition { !$0.hasPrefix("off") } == [["mfa is optional or required"]])
    #expect(condition { $0.contains("sms") } == [["methods has sms"]])
    #expect(
      condition { $0.hasPrefix("required") && !$0.contains("sms") }
        == [["mfa = required", "methods has no sms"]])
    #expect(
      condition { $0.contains("sms") || $0.contains("email") }
        == [["methods has sms"], ["methods has email"]])
    #expect(
      condition { $0 == "required {totp, email}" }
        == [["mfa = required", "methods has totp, email, no sms"]])
  }

  @Test func `conditions over numbers and several values name them`() throws {
    let family = try family(closed: "mfa: off\nmethods: {}", open: ["selfSignUp", "level"])
    #expect(family.legalCount == 10)
    func condition(_ levels: Set<Int>) -> [[String]] {
      family.condition(
        holdingIn: family.members.indices.filter { levels.contains(family.members[$0][3] ?? 0) })
    }
    #expect(condition([3]) == [["level = 3"]])
    #expect(condition([3, 4]) == [["level is 3 or 4"]])
    #expect(condition([1, 2, 4, 5]) == [["level is not 3"]])
    #expect(condition([1, 2, 3, 4, 5]) == [[]])
  }

  @Test func `a condition holds exactly in the members that it was made of, and is minimal`()
    throws
  {
    let family = try family(open: ["mfa", "methods", "selfSignUp", "level"])
    var numbers = RandomExpression.Numbers(state: 5)
    for _ in 0..<20 {
      let chosen = family.members.indices.filter { _ in numbers.next() % 3 == 0 }
      let terms = family.terms(holdingIn: chosen)
      #expect(!terms.isEmpty)
      #expect(members(of: family, in: terms) == chosen)
      for (position, term) in terms.enumerated() {
        // Irredundant: without the term a member is lost. Prime: with one value more one is won.
        var fewer = terms
        fewer.remove(at: position)
        #expect(members(of: family, in: fewer).count < chosen.count)
        for wider in widened(term) {
          #expect(!Set(members(of: family, in: [wider])).isSubset(of: chosen))
        }
      }
    }
  }

  private func members(
    of family: ConfigurationFamily, in terms: [[ConditionCover.Literal]]
  ) -> [Int] {
    family.members.indices.filter { position in
      terms.contains { term in
        term.allSatisfy { literal in
          let value = family.members[position][literal.slot] ?? -1
          return literal.values.contains(literal.member.map { value >> $0 & 1 } ?? value)
        }
      }
    }
  }

  /// The term with one value more admitted, in every way.
  private func widened(_ term: [ConditionCover.Literal]) -> [[ConditionCover.Literal]] {
    term.indices.flatMap { position in
      let literal = term[position]
      let all =
        literal.member == nil ? model.types.values(of: model.slots[literal.slot].type) : [0, 1]
      return all.filter { !literal.values.contains($0) }.map { value in
        var wider = term
        wider[position].values.append(value)
        return wider
      }
    }
  }

  @Test func `beyond the limit members are counted, not listed`() throws {
    let many = """
      enums: { Big: 13 }
      parameters: { a: { set: Big }, b: { bool } }
      legality: [{ id: L, forbid: "a == {} and b" }]
      """
    let model = try TransitionTablesTests.model(many)
    let both = ConfigurationFamily(model: model, closed: [:], open: [0, 1])
    #expect(both.legalCount == 16_383)
    #expect(both.members == [])
    let small = try TransitionTablesTests.model(many.replacing("13", with: "12"))
    #expect(ConfigurationFamily(model: small, closed: [1: 0], open: [0]).members.count == 4096)
    #expect(ConfigurationFamily(model: small, closed: [1: 1], open: [0]).members.count == 4095)
  }

  @Test func `the sign-in table counts its legal pools`() throws {
    let model = try SignInTables.whole.get()
    let open = try ["mfa", "mfaMethods", "smsConfigured"].map(model.slot)
    let closed = try model.configuration("emailSender: ses\nrecovery: adminOnly")
    let family = ConfigurationFamily(model: model, closed: closed, open: open)
    // Off with or without SMS configured; 4 sets with SMS and 3 without, optional and required.
    #expect(family.legalCount == 16)
    #expect(family.members.count == 16)
  }
}
