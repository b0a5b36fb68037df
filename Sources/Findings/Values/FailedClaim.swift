/// A part of a failed property that is false at the end of its counterexample, see
/// ``PropertyReport/why``.
public struct FailedClaim: Sendable, Hashable, Codable {
  /// The part, as the table writes it.
  public var part: String
  /// The number of the step since which it is false; 0 if it never was true, nil if that is not
  /// known.
  public var since: Int?
  /// The variables that the part reads, with their values at the end.
  public var values: [ClaimValue]

  public init(part: String, since: Int?, values: [ClaimValue]) {
    self.part = part
    self.since = since
    self.values = values
  }

  /// The failure in words: `is false since step 2, where status = locked`.
  public var sentence: String {
    let when =
      switch since {
      case nil: "is false"
      case 0?: "is false from the start"
      case let step?: "is false since step \(step)"
      }
    guard !values.isEmpty else { return when }
    let parts = values.map { "\($0.name) = \($0.value.text)" }
    return "\(when), where \(parts.joined(separator: ", "))"
  }
}

/// A parameter or variable with its value.
public struct ClaimValue: Sendable, Hashable, Codable {
  public var name: String
  public var value: ConfigurationReport.Value

  public init(_ name: String, _ value: ConfigurationReport.Value) {
    self.name = name
    self.value = value
  }
}
