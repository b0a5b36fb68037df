import Testing

@testable import TransitionTables

/// Names and types of single expressions, over a few declarations.
@Suite struct TypeCheckerTests {
  private static let declarations = """
    enums:
      Factor: [sms, totp, email]
      Side: [left, right]
    parameters:
      methods: { set: Factor }
      mfa: { values: [off, optional, required] }
    variables:
      preference: { for: Factor, values: [off, enabled, preferred] }
      failures: { range: 0..5 }
      open: { bool }
      side: { enum: Side }
      email: { bool, doc: Bears the name of a factor. }
    definitions:
      usable(f in Factor): f in methods and preference[f] != off
      other(s in Side): if s == left then right else left
      chosen: "{f in Factor where usable(f)}"
      loop: not loop
      ping(f in Factor): pong(f)
      pong(f in Factor): ping(f)
      isLeft: side == left
    """

  /// The expression as text, or the complaint as `column code message | remedy`.
  private func judge(_ text: String, _ expected: String = "bool") throws -> String {
    let document = try LocatedDocument(parsing: Self.declarations, file: "model.yaml")
    var loader = ModelLoader()
    loader.readDeclarations([document])
    #expect(loader.diagnostics == [])
    let checker = loader.checker
    let type: ValueType =
      switch expected {
      case "bool": .bool
      case "int": .integer(0...5)
      case let name where name.hasPrefix("{"):
        .set(try #require(checker.types.named(String(name.dropFirst().dropLast()))))
      default: .member(try #require(checker.types.named(expected)))
      }
    do {
      let start = SourceLocation(file: "f", line: 1, column: 1)
      let tree = try ExpressionParser.parse(text, at: start)
      let expression = try checker.check(tree, expecting: type)
      return "ok \(expression.slots.map { loader.model.slots[$0].name })"
    } catch {
      return "\(error.location.column) \(error.code) \(error.message) | \(error.remedy)"
    }
  }

  @Test(arguments: [
    ("mfa == required", ["mfa"]), ("required == mfa", ["mfa"]),
    ("Factor.sms in methods", ["methods"]), ("sms in methods", ["methods"]),
    ("{sms, totp} meets methods", ["methods"]), ("methods subset {sms}", ["methods"]),
    ("methods == {}", ["methods"]), ("sms in {Factor.totp}", []),
    ("preference[sms] == off", ["preference[sms]"]),
    ("usable(totp)", ["methods", "preference[totp]"]),
    ("chosen == {sms}", ["methods", "preference[sms]", "preference[totp]", "preference[email]"]),
    (
      "{sms} subset chosen",
      ["methods", "preference[sms]", "preference[totp]", "preference[email]"]
    ),
    ("other(side) == side", ["side"]), ("side == other(side)", ["side"]),
    ("other(side) == Side.left", ["side"]), ("Side.left == other(other(left))", []),
    ("failures + 1 <= 5", ["failures"]), ("count(methods) > failures", ["methods", "failures"]),
    ("open implies failures == 0", ["failures", "open"]),
    ("(if open then sms else totp) in methods", ["methods", "open"]),
    ("open == (failures < 3)", ["failures", "open"]),
    // `email` alone is the variable, where a factor is needed it is the member.
    ("email", ["email"]), ("email in methods", ["methods"]), ("{email} == methods", ["methods"]),
  ])
  func `a name is found by the type of the other side`(text: String, reads: [String]) throws {
    let outcome = try judge(text)
    #expect(outcome.hasPrefix("ok"), "\(outcome)")
    for name in reads { #expect(outcome.contains("\"\(name)\"")) }
    #expect(outcome.count { $0 == "\"" } == 2 * reads.count, "\(outcome)")
  }

  @Test func `what a comprehension binds hides a variable, but not inside a definition`() throws {
    #expect(try judge("any(side in Side where side == left)") == "ok []")
    #expect(try judge("any(side in Side where isLeft)") == "ok [\"side\"]")
    #expect(try judge("all(open in Factor where open in methods)") == "ok [\"methods\"]")
  }

  @Test(arguments: [
    (
      "requird == mfa",
      "1 table.unknown-name `requird` is neither a name nor one of `off`, "
        + "`optional` or `required` | did you mean `required`?"
    ),
    (
      "mfa == requird",
      "8 table.unknown-name `requird` is neither a name nor one of `off`, "
        + "`optional` or `required` | did you mean `required`?"
    ),
    ("failurs == 0", "1 table.unknown-name nothing is named `failurs` | did you mean `failures`?"),
    ("zzz", "1 table.unknown-name nothing is named `zzz` | declare it, or correct the spelling"),
    (
      "sms == totp",
      "1 table.unknown-name nothing is named `sms` | declare it, or correct the spelling"
    ),
    ("usabel(sms)", "1 table.unknown-name nothing is named `usabel` | did you mean `usable`?"),
    (
      "any(f in Facter where true)",
      "1 table.unknown-name `Facter` is no enum | did you mean `Factor`?"
    ),
    (
      "preferenc[sms] == off",
      "1 table.unknown-name nothing is named `preferenc` | did you mean `preference`?"
    ),
    ("preference == off", "1 table.type `preference` needs an index | write `preference[…]`"),
    ("open[sms]", "1 table.type `open` has no index | write `open` alone"),
    ("usable(sms, totp)", "1 table.type `usable` takes 1 arguments, not 2 | give it f"),
    (
      "mfa",
      "1 table.type this is mfa, but bool is needed here | "
        + "compare or convert it so that the types agree"
    ),
    (
      "mfa == side",
      "1 table.type the two sides differ in type: mfa and Side | "
        + "compare values of one type"
    ),
    (
      "open < 1",
      "1 table.type both sides must be integers | "
        + "order and arithmetic are for integers only"
    ),
    (
      "mfa in mfa",
      "8 table.type `in` needs a member on its left and a set on its right | "
        + "write `f in {a, b}` or `f in someSet`"
    ),
    ("mfa meets mfa", "1 table.type both sides must be sets | write a set, as in `{sms, totp}`"),
    (
      "other(side) == left",
      "39 table.unknown-name nothing is named `right` | declare it, or correct the spelling"
    ),
    (
      "{} == {}",
      "1 table.type nothing says which enum this set is of | "
        + "write one member with its enum, as in `{MFAFactor.sms}`"
    ),
    ("count(mfa) == 1", "7 table.type `count` needs a set | count the members of a set"),
    ("loop", "13 table.type the definition of `loop` uses itself | write it without recursion"),
    (
      "ping(sms)", "22 table.type the definition of `ping` uses itself | write it without recursion"
    ),
  ])
  func `a wrong name or type is explained at its place`(text: String, expected: String) throws {
    #expect(try judge(text) == expected)
  }

  @Test func `sums know how far they reach`() throws {
    let loader = {
      var loader = ModelLoader()
      loader.readDeclarations([try LocatedDocument(parsing: Self.declarations, file: "m")])
      return loader
    }
    func type(_ text: String) throws -> ValueType {
      let tree = try ExpressionParser.parse(text, at: SourceLocation(file: "f"))
      return try loader().checker.resolve(tree, expected: nil).type
    }
    #expect(try type("failures + failures + 2") == .integer(2...12))
    #expect(try type("failures - failures") == .integer(-5...5))
    #expect(try type("if open then failures else 9") == .integer(0...9))
    #expect(try type("count(f in Factor where usable(f))") == .integer(0...3))
  }
}
