/// How the values of a variable are reported to people who do not know the table: what somebody is
/// or has, as it stands behind “who”, such as “has no phone number”.
public struct Sayings: Sendable, Hashable {
  /// A value, or a member of a set.
  public struct Phrase: Sendable, Hashable {
    /// What is said of whoever has it.
    public var having: String
    /// What is said of whoever has it not; empty where nothing shorter is than the other values.
    public var lacking: String
  }

  /// By value, or by member of a set; each one has its phrase.
  public var phrases: [Int: Phrase]

  /// What is said of whoever has one of some values.
  ///
  /// - Parameters:
  ///   - admitted: the values that are meant, ascending.
  ///   - all: the values that there are.
  func words(ofValues admitted: [Int], among all: [Int]) -> String {
    let others = all.filter { !admitted.contains($0) }
    if others.count == 1, let lacking = phrases[others[0]]?.lacking, !lacking.isEmpty {
      return lacking
    }
    return admitted.compactMap { phrases[$0]?.having }.reduce(into: [String]()) { said, phrase in
      if said.last != phrase { said.append(phrase) }
    }.joined(separator: " or ")
  }

  /// What is said of whoever has, or has not, a member in a set.
  func words(ofMember member: Int, isIn: Bool) -> String {
    let phrase = phrases[member]
    return (isIn ? phrase?.having : phrase?.lacking) ?? ""
  }
}
