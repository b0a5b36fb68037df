import Findings
import SignIn
import TransitionTables

extension Model {
  /// The model's number for a word of the command line, such as `true`, `optional`, `3`,
  /// `sms,totp`, `{sms, totp}`, `[]`; nil where the parameter cannot take it.
  package func number(ofWord word: String, in slot: Int) -> Int? {
    let type = slots[slot].type
    guard case .set(let id) = type else {
      return types.values(of: type).first { types.text(of: $0, as: type) == word }
    }
    let members = word.split { "{}[], ".contains($0) }.map(String.init)
    return bits(of: members, in: id)
  }

  /// The possible values of a parameter, for a message.
  package func choices(for slot: Int) -> String {
    switch slots[slot].type {
    case .bool: "`true` or `false`"
    case .member(let id): types.enums[id].members.list
    case .integer(let range): "a number of \(range.lowerBound)..\(range.upperBound)"
    case .set(let id): "any of \(types.enums[id].members.list), separated by commas"
    }
  }

  /// The members of a parameter's type; empty for numbers.
  func members(of slot: Int) -> [String] {
    switch slots[slot].type {
    case .member(let id), .set(let id): types.enums[id].members
    case .bool: ["true", "false"]
    case .integer: []
    }
  }

  /// The value of a parameter for a report.
  func reportValue(_ value: Int, in slot: Int) -> ConfigurationReport.Value {
    switch slots[slot].type {
    case .bool: .bool(value != 0)
    case .integer: .number(value)
    case .member: .member(text(of: value, in: slot))
    case .set(let id):
      .set(
        types.enums[id].members.enumerated().filter { value >> $0.offset & 1 == 1 }.map(\.element))
    }
  }
}
