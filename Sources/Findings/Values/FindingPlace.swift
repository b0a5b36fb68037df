import SafeText

/// A place in the user's own document: the setting that a finding is about.
public struct FindingPlace: Sendable, Hashable, Codable {
  /// The file as the user named it.
  public var file: String
  /// 1-based.
  public var line: Int
  /// 1-based, in Unicode scalars.
  public var column: Int
  /// The parameter that is set there.
  public var parameter: String
  /// The option that sets it, as `--set mfa=off`, where the command line does and no document; the
  /// file has no line then.
  public var option: String?

  public init(file: String, line: Int, column: Int, parameter: String) {
    self.file = file
    self.line = line
    self.column = column
    self.parameter = parameter
  }

  /// A setting of the command line.
  package init(option: String, parameter: String) {
    self.init(file: "command line", line: 0, column: 0, parameter: parameter)
    self.option = option
  }

  /// `pool.yaml:4:8 mfa` or `command line: --set mfa=off`, for a line of text.
  public var text: String {
    option.map { "\(file): \($0.visibleLine)" }
      ?? "\(file.visibleLine):\(line):\(column) \(parameter)"
  }
}

extension PropertyReport {
  /// What the finding is, apart from where it stands: the property, the calls that lead to it and
  /// the rows that fire. Equal for equal findings whatever lines move in the document; 16 hex
  /// digits (FNV-1a).
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

  /// Whether a finding of another pool is this one: the same calls lead to the same end.
  func isAlike(_ other: PropertyReport) -> Bool {
    fingerprint == other.fingerprint && severity == other.severity && affected == other.affected
  }

  /// What is wrong, in one sentence, with the condition under which it is.
  public var sentence: String {
    let claim = prose.isEmpty ? id : prose
    let doubt = basis.isEmpty ? "" : " (\(basis))"
    let others = sameCause.isEmpty ? "" : " With it fail \(sameCause.joined(separator: ", "))."
    let when = condition.map { " if \($0)" } ?? ""
    return "Not so\(when)\(doubt): \(claim)\(others)"
  }
}
