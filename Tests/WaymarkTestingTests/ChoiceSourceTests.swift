import Testing

@testable import WaymarkTesting

@Suite struct ChoiceSourceTests {
  /// A list of numbers below 100, as long as the source says.
  private func list(_ source: inout ChoiceSource) -> [UInt64] {
    var list: [UInt64] = []
    while source.flag(), list.count < 20 { list.append(source.number(below: 100)) }
    return list
  }

  @Test func `a seed makes the same value, and its choices make it again`() {
    var first = ChoiceSource(seed: 7)
    var second = ChoiceSource(seed: 7)
    var replayed = ChoiceSource(replaying: [])
    let value = (0..<5).map { _ in list(&first) }
    let again = (0..<5).map { _ in list(&second) }
    #expect(value == again)
    replayed = ChoiceSource(replaying: first.choices)
    let repeated = (0..<5).map { _ in list(&replayed) }
    #expect(value == repeated)
    #expect(replayed.choices == first.choices)
  }

  @Test func `behind the choices that are replayed comes the simplest`() {
    var source = ChoiceSource(replaying: [1])
    let (flag, number) = (source.flag(), source.number(below: 9))
    let (letter, some) = (source.element(of: ["a", "b"]), source.subset(of: [1, 2, 3]))
    let none = source.element(of: [Int]())
    #expect((flag, number) == (true, 0))
    #expect(letter == "a")
    #expect(some.isEmpty)
    #expect(none == nil)
    var outside = ChoiceSource(replaying: [12])
    let wrapped = outside.number(below: 5)
    #expect(wrapped == 2)
  }

  @Test func `shrinking ends at the least list that still fails`() {
    func fails(_ choices: [UInt64]) -> Bool {
      var source = ChoiceSource(replaying: choices)
      return list(&source).contains { $0 >= 42 }
    }
    var failing = 0
    for seed in 0..<40 as Range<UInt64> {
      var source = ChoiceSource(seed: seed)
      _ = list(&source)
      guard fails(source.choices) else { continue }
      failing += 1
      #expect(ChoiceShrinker().shrunk(source.choices, while: fails) == [1, 42])
    }
    #expect(failing > 5)
  }

  @Test func `shrinking never makes more of it`() {
    let shrunk = ChoiceShrinker().shrunk([3, 1, 4, 1, 5]) { _ in false }
    #expect(shrunk == [3, 1, 4, 1, 5])
    #expect(ChoiceShrinker().shrunk([3, 1, 4]) { _ in true } == [])
  }
}
