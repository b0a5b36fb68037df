/// The parameters that an enum indexes and that readers know, such as `define[start]`; each is
/// looked up when the table is loaded.
package enum KnownParameters: String, CaseIterable, Sendable {
  case define, defineAfter

  /// The parameter of a member.
  package func parameter(_ member: String) -> String { "\(rawValue)[\(member)]" }

  /// The member that a parameter is of; nil where it is none of these.
  package func member(of parameter: String) -> String? {
    let parts = parameter.split(separator: "[", maxSplits: 1)
    guard parts.count == 2, parts[0] == rawValue, parts[1].hasSuffix("]") else { return nil }
    return String(parts[1].dropLast())
  }
}
