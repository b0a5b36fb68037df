/// What the evaluation of one template may cost: how deep it goes, how many values it visits and
/// how many bytes it writes.
///
/// Far above every template that CloudFormation takes (500 resources in 1 MB, 200 mappings), and
/// far below what exhausts a machine.
struct EvaluationBudget: Sendable {
  /// Calls within calls; a document itself nests at most 64 levels.
  static let deepest = 256
  static let mostSteps = 400_000
  static let mostBytes = 16 << 20
  /// Why a value is unknown once the budget is spent.
  static let reason = "the template is too complex to be evaluated"

  private var depth = 0
  private var steps = 0
  private var bytes = 0
  /// What was too much.
  private var excess: String?
  private var isTold = false

  /// One level deeper; false where that is too deep.
  mutating func enter() -> Bool {
    if depth == Self.deepest {
      excess = excess ?? "nests deeper than \(Self.deepest) levels"
      return false
    }
    depth += 1
    return true
  }

  mutating func leave() { depth -= 1 }

  /// Whether that much could still be spent.
  mutating func spend(steps more: Int, bytes moreBytes: Int) -> Bool {
    guard excess == nil else { return false }
    steps += more
    bytes += moreBytes
    if steps > Self.mostSteps { excess = "takes more than \(Self.mostSteps) steps" }
    if bytes > Self.mostBytes { excess = "makes texts of more than \(Self.mostBytes) bytes" }
    return excess == nil
  }

  /// What was too much, the first time that somebody asks.
  mutating func takeExcess() -> String? {
    guard let excess, !isTold else { return nil }
    isTold = true
    return excess
  }
}
