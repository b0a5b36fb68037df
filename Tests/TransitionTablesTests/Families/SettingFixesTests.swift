import Testing

@testable import TransitionTables

/// Which settings would make every property hold.
@Suite struct SettingFixesTests {
  private static let pump = """
    enums: { Part: [valve, alarm, log] }
    parameters:
      top: { range: 0..4, default: 4 }
      guarded: { bool: true, default: false }
      parts: { set: Part, default: {} }
    legality:
      - { id: L1, forbid: "guarded and not (valve in parts)" }
    variables: { n: { range: 0..4 } }
    actions:
      up: { by: app, enabled: n < top }
      down: { by: app, enabled: "n > 0 and (guarded or alarm in parts)" }
    transitions:
      - { id: up, on: up, set: { n: "if n < 4 then n + 1 else 4" } }
      - { id: down, on: down, set: { n: "if n > 0 then n - 1 else 0" } }
    properties:
      - { id: low, severity: error, always: n < 3 }
      - { id: back, severity: error, from: "n == 1", reachable: n == 0 }
      - { id: half, severity: error, sometimes: n == 2 }
      - { id: never, severity: error, always: "n == 0 and n == 1" }
    """

  /// The fixes of a configuration for some of the properties, in words.
  private func fixes(
    _ ids: [String], top: Int, limit: Int? = nil
  ) throws -> (told: [String], tried: Int, isCutShort: Bool) {
    let model = try model(Self.pump)
    var checker = FamilyChecker(model: model, closed: [:], open: model.parameters)
    if let limit { checker.maximumStates = limit }
    let slot = try #require(model.parameters.first { model.slots[$0].name == "top" })
    var base = Dictionary(
      uniqueKeysWithValues: model.parameters.map { ($0, model.slots[$0].initial) })
    base[slot] = top
    let found = try SettingFixes(
      checker, base: base, properties: model.properties.filter { ids.contains($0.id) },
      mostChanges: 2)
    let told = found.fixes.map { fix in
      fix.changes.map { change in
        "\(model.slots[change.slot].name)=\(model.text(of: change.value, in: change.slot))"
      }.joined(separator: " ")
    }
    return (told, found.triedChanges, found.isCutShort)
  }

  @Test func `one change that is enough is told with every value, in the order of declaration`()
    throws
  {
    let found = try fixes(["low"], top: 4)
    #expect(found.told == ["top=0", "top=1", "top=2"])
    #expect(found.tried == 1)
  }

  @Test func `of fixes of equal size those of earlier parameters come first, and lean ones alone`()
    throws
  {
    let found = try fixes(["back"], top: 2)
    // `guarded` alone is illegal, and a set that has more than the alarm changes more.
    #expect(found.told == ["top=0", "parts={alarm}"])
  }

  @Test func `two changes are tried where one does not do`() throws {
    let found = try fixes(["low", "back", "half"], top: 4)
    #expect(found.told == ["top=2 parts={alarm}"])
    #expect(found.tried == 2)
  }

  @Test func `that nothing helps is said with how much was tried`() throws {
    let found = try fixes(["never"], top: 4)
    #expect(found.told == [])
    #expect(found.tried == 2)
    #expect(!found.isCutShort)
  }

  @Test func `what a limit kept from being judged is not called tried`() throws {
    let found = try fixes(["low"], top: 4, limit: 2)
    #expect(found.told == [])
    #expect(found.tried == 0)
    #expect(found.isCutShort)
  }
}
