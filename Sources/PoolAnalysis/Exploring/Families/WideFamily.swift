import Findings
import TransitionTables

/// A pool whose documents leave more undecided than can be explored in seconds, such as a module of
/// Terraform without a call: the settings with the most values are taken at their defaults.
struct WideFamily {
  /// The pool as it is explored.
  private(set) var pool: LoadedPool
  /// The settings that are taken at their defaults although the documents do not decide them,
  /// ascending.
  private(set) var cut: [Int] = []

  private let model: Model

  /// The most legal configurations that are explored where documents leave settings undecided.
  static let mostMembers = 1024

  /// - Parameter mostMembers: how many legal configurations are explored at most. What somebody
  ///   asks to leave open stays open, however many those are.
  init(_ pool: LoadedPool, model: Model, mostMembers: Int = Self.mostMembers) {
    (self.pool, self.model) = (pool, model)
    let widest = pool.undecided.sorted { first, second in
      let counts = (values(of: first), values(of: second))
      return counts.0 == counts.1 ? first < second : counts.0 > counts.1
    }
    for slot in widest where count > Double(mostMembers) {
      let before = self.pool
      self.pool.closed[slot] = model.slots[slot].initial
      self.pool.open.removeAll { $0 == slot }
      // The default may be one that the service refuses next to what is decided.
      if count > 0 { cut.append(slot) } else { self.pool = before }
    }
    cut.sort()
  }

  private var count: Double {
    ConfigurationFamily(model: model, closed: pool.closed, open: pool.open).legalCount
  }

  private func values(of slot: Int) -> Int { pool.valueCount(of: slot, in: model) }

  /// Whether a property may be judged otherwise where a setting has another value than its default:
  /// not so a claim about settings that reads none of these.
  func mayHang(_ property: Property) -> Bool {
    guard property.isAboutConfigurations else { return !cut.isEmpty }
    return !Set(property.expressions.flatMap(\.slots)).isDisjoint(with: cut)
  }

  /// Makes a note of each finding that may hang on what was taken at its default, with that as its
  /// condition.
  func limit(_ report: inout PoolReport, claims: [Property]) {
    for position in claims.indices
    where report.properties[position].verdict == .fails && mayHang(claims[position]) {
      let own = report.properties[position].condition.map { " and " + $0 } ?? ""
      report.properties[position].condition = condition + own
      report.properties[position].conditionSettings.formUnion(cut.map { model.slots[$0].name })
      report.properties[position].severity.limit(to: .note)
    }
  }

  /// The defaults that were taken, in words.
  var condition: String {
    cut.map { "\(model.slots[$0].name)=\(model.text(of: model.slots[$0].initial, in: $0))" }
      .joined(separator: " and ")
  }
}

extension LoadedPool {
  /// The settings that the documents speak of and do not decide, such as a variable without a
  /// value.
  var undecided: [Int] { open.filter { !isUntold($0) && !isLeftOpen($0) } }
}
