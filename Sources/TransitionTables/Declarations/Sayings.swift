/// Phrases for the values of a variable, for readers who do not know the table. Each follows “who”,
/// such as “has no phone number”.
public struct Sayings: Sendable, Hashable {
  /// The phrases for one value, or for one member of a set.
  public struct Phrase: Sendable, Hashable {
    /// The phrase for a person who has it.
    public var having: String
    /// The phrase for a person who does not have it; empty where the phrases of the other values
    /// serve.
    public var lacking: String
  }

  /// The phrases by value, or by member of a set; every one has an entry.
  public var phrases: [Int: Phrase]

  /// Returns the phrase for a person who has one of some values.
  ///
  /// - Parameters:
  ///   - admitted: the values in question, ascending.
  ///   - all: all values of the variable.
  func words(ofValues admitted: [Int], among all: [Int]) -> String {
    let others = all.filter { !admitted.contains($0) }
    if others.count == 1, let lacking = phrases[others[0]]?.lacking, !lacking.isEmpty {
      return lacking
    }
    return admitted.compactMap { phrases[$0]?.having }.reduce(into: [String]()) { said, phrase in
      if said.last != phrase { said.append(phrase) }
    }.joined(separator: " or ")
  }

  /// Returns the phrase for a person whose set has, or lacks, a member.
  func words(ofMember member: Int, isIn: Bool) -> String {
    let phrase = phrases[member]
    return (isIn ? phrase?.having : phrase?.lacking) ?? ""
  }
}
