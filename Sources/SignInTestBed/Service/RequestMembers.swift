import SignInCryptography
import TransitionTables

/// What the API's members are, and how many entries a list can be asked for: by the tables of words
/// `members` and `bounds`.
struct RequestMembers: Sendable {
  enum MemberType: String, TableNames {
    case text, bool, integer, texts, map, object, objects

    static var sort: String { "type of members" }

    static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
      model.entries(ofWords: "members").map { ($0.key, $0.keyLocation) }
    }
  }

  private var types: [String: MemberType] = [:]
  /// By member, or by operation and member.
  private var bounds: [String: ClosedRange<Int64>] = [:]

  init() {}

  /// What a model says, without what it says of no member.
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
  }

  /// Refuses members of another type than the API's, whether they are read or not, and counts that
  /// are out of bounds.
  func check(_ input: ServiceInput, of operation: String) throws(ServiceException) {
    try checkTypes(of: input, operation)
    for name in bounds.keys.sorted() where name.hasPrefix("\(operation).") {
      let count = String(name.dropFirst(operation.count + 1))
      if input.value(count) == nil { try checkBounds(of: count, 0, operation) }
    }
  }

  private func checkTypes(of input: ServiceInput, _ operation: String) throws(ServiceException) {
    for name in input.names {
      switch types[name] {
      case .text: _ = try input.text(name, limit: .max)
      case .bool: _ = try input.bool(name)
      case .integer:
        if let number = try input.integer(name) { try checkBounds(of: name, number, operation) }
      case .texts: _ = try input.texts(name)
      case .map:
        let map = try input.map(name)
        for key in map.names { _ = try map.text(key, limit: .max) }
      case .object: if let inner = try input.object(name) { try checkTypes(of: inner, operation) }
      case .objects:
        for element in try input.elements(name) {
          try checkTypes(of: ServiceInput(element), operation)
        }
      case nil: break
      }
    }
  }

  private func checkBounds(
    of name: String, _ number: Int64, _ operation: String
  ) throws(ServiceException) {
    guard let bounds = bounds["\(operation).\(name)"] ?? bounds[name], !bounds.contains(number)
    else { return }
    throw .broken(
      "'\(number)' ", at: ServiceException.shown(name),
      number < bounds.lowerBound
        ? "have value greater than or equal to \(bounds.lowerBound)"
        : "have value less than or equal to \(bounds.upperBound)")
  }
}
