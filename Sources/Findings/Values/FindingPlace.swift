import SafeText

/// The place of a setting in the user's own document that a finding is about.
public struct FindingPlace: Sendable, Hashable, Codable {
  /// The file as the user named it.
  public var file: String
  /// The line, 1-based.
  public var line: Int
  /// The column, 1-based, in Unicode scalars.
  public var column: Int
  /// The parameter that is set there.
  public var parameter: String
  /// The option that sets it, such as `--set mfa=off`, if the command line does and no document;
  /// the place has no line then.
  public var option: String?

  public init(file: String, line: Int, column: Int, parameter: String) {
    self.file = file
    self.line = line
    self.column = column
    self.parameter = parameter
  }

  /// Makes the place of a setting on the command line.
  package init(option: String, parameter: String) {
    self.init(file: "command line", line: 0, column: 0, parameter: parameter)
    self.option = option
  }

  /// The place as text: `pool.yaml:4:8 mfa` or `command line: --set mfa=off`.
  public var text: String {
    option.map { "\(file): \($0.visibleLine)" }
      ?? "\(file.visibleLine):\(line):\(column) \(parameter)"
  }
}

extension PropertyReport {
  /// A hash of the finding without its place: of the property, the calls that lead to it and the
  /// rows that fire. It does not change when lines move in the document; 16 hex digits (FNV-1a).
  public var fingerprint: String {
    var words = [id]
    for step in trace ?? [] { words += [step.call] + step.rows }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in words.joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Whether a finding of another pool is the same: the same calls lead to the same failure.
  func isAlike(_ other: PropertyReport) -> Bool {
    fingerprint == other.fingerprint && severity == other.severity && affected == other.affected
  }

  /// The failure in one sentence, with the condition under which it occurs.
  public var sentence: String {
    let claim = prose.isEmpty ? id : prose
    let doubt = basis.isEmpty ? "" : " (\(basis))"
    let others = sameCause.isEmpty ? "" : " With it fail \(sameCause.joined(separator: ", "))."
    let when = condition.map { " if \($0)" } ?? ""
    return "Not so\(when)\(doubt): \(claim)\(others)"
  }
}
