/// The families of parameters that are indexed by an enum and known to the readers, such as
/// `define[start]`. Each is looked up when the table is loaded.
package enum KnownParameters: String, CaseIterable, Sendable {
  case define, defineAfter

  /// The name of the family's parameter for a member.
  package func parameter(_ member: String) -> String { "\(rawValue)[\(member)]" }

  /// The member that a parameter belongs to; nil where it is not of this family.
  package func member(of parameter: String) -> String? {
    let parts = parameter.split(separator: "[", maxSplits: 1)
    guard parts.count == 2, parts[0] == rawValue, parts[1].hasSuffix("]") else { return nil }
    return String(parts[1].dropLast())
  }
}
