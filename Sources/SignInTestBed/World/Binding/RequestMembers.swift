import TransitionTables

/// The types and patterns of the API's members, and the bounds of its counts, from the tables of
/// words `members`, `patterns` and `bounds`.
struct RequestMembers: Sendable {
  enum MemberType: String, TableNames {
    case text, bool, integer, texts, map, object, objects

    static var sort: String { "type of members" }

    static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
      model.entries(ofWords: "members").map { ($0.key, $0.keyLocation) }
    }
  }

  private(set) var types: [String: MemberType] = [:]
  /// The bounds by member, or by operation and member.
  private(set) var bounds: [String: ClosedRange<Int64>] = [:]
  private(set) var patterns: [String: TextForm] = [:]

  init() {}

  /// Reads the tables of a model, and complains about names that are no members.
  init(_ model: Model, _ problems: inout [Diagnostic]) {
    func complain(_ name: String, at place: SourceLocation, _ message: String, _ remedy: String) {
      problems.append(
        model.diagnostic("table.shape", at: place, "`\(name)` \(message)", remedy: remedy))
    }
    for entry in model.entries(ofWords: "members") {
      for name in entry.value.elements ?? [] {
        let (text, type) = (name.text ?? "", MemberType(rawValue: entry.key) ?? .text)
        if types.updateValue(type, forKey: text) != nil {
          complain(text, at: name.location, "has two types", "leave it where the API has it")
        }
      }
    }
    for entry in model.entries(ofWords: "bounds") {
      let numbers = (entry.value.elements ?? []).compactMap { $0.text.flatMap { Int64($0) } }
      let member = String(entry.key.split(separator: ".").last ?? "")
      if types[member] == .integer, numbers.count == 2, numbers[0] <= numbers[1] {
        bounds[entry.key] = numbers[0]...numbers[1]
      } else {
        complain(
          entry.key, at: entry.keyLocation, "is no number with bounds",
          "write `[LEAST, MOST]` for a member that stands under `integer`")
      }
    }
    for entry in model.entries(ofWords: "patterns") {
      if types[entry.key] == .text, let pattern = TextForm(entry.value.text) {
        patterns[entry.key] = pattern
      } else {
        complain(
          entry.key, at: entry.keyLocation, "is no text with a form that can be read",
          "write a regular expression for a member that stands under `text`")
      }
    }
  }
}
