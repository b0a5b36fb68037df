/// The limits on evaluating one template: its depth, the number of values it visits and the number
/// of bytes it writes.
///
/// The limits are far above every template that CloudFormation accepts (500 resources in 1 MB, 200
/// mappings), and far below what exhausts a machine.
struct EvaluationBudget: Sendable {
  /// The most calls within calls; a document itself nests at most 64 levels.
  static let deepest = 256
  static let mostSteps = 400_000
  static let mostBytes = 16 << 20
  /// The reason given for an unknown value after the budget is spent.
  static let reason = "the template is too complex to be evaluated"

  private var depth = 0
  private var steps = 0
  private var bytes = 0
  /// A description of the limit that was exceeded.
  private var excess: String?
  private var isTold = false

  /// Enters one more level; returns false where that is too deep.
  mutating func enter() -> Bool {
    if depth == Self.deepest {
      excess = excess ?? "nests deeper than \(Self.deepest) levels"
      return false
    }
    depth += 1
    return true
  }

  mutating func leave() { depth -= 1 }

  /// Spends steps and bytes; returns false where the budget is exceeded.
  mutating func spend(steps more: Int, bytes moreBytes: Int) -> Bool {
    guard excess == nil else { return false }
    steps += more
    bytes += moreBytes
    if steps > Self.mostSteps { excess = "takes more than \(Self.mostSteps) steps" }
    if bytes > Self.mostBytes { excess = "makes texts of more than \(Self.mostBytes) bytes" }
    return excess == nil
  }

  /// Returns the description of the exceeded limit on the first call, and nil afterwards.
  mutating func takeExcess() -> String? {
    guard let excess, !isTold else { return nil }
    isTold = true
    return excess
  }
}
