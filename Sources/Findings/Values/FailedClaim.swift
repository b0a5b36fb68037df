/// A part of a claim that is false where its counterexample ends, see ``PropertyReport/why``.
public struct FailedClaim: Sendable, Hashable, Codable {
  /// The part in the words of the table.
  public var part: String
  /// The number of the step since which it is false; 0 where it never was true, nil where that was
  /// not found out.
  public var since: Int?
  /// The variables that it reads, with their values at the end.
  public var values: [ClaimValue]

  public init(part: String, since: Int?, values: [ClaimValue]) {
    self.part = part
    self.since = since
    self.values = values
  }

  /// `is false since step 2, where status = locked`.
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
