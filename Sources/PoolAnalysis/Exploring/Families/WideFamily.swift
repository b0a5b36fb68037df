import Findings
import TransitionTables

/// Narrows a pool whose documents leave too much undecided to be explored in seconds, such as a
/// Terraform module without a call: the settings with the most values are fixed at their defaults.
struct WideFamily {
  /// The narrowed pool, which is explored.
  private(set) var pool: LoadedPool
  /// The undecided settings that were fixed at their defaults, ascending.
  private(set) var cut: [Int] = []

  private let model: Model

  /// The greatest number of legal configurations that are explored where documents leave settings
  /// undecided.
  static let mostMembers = 1024

  /// - Parameter mostMembers: the greatest number of legal configurations to explore. Settings that
  ///   the user asks to leave open stay open, whatever their number.
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
      // The service may reject the default together with the decided settings.
      if count > 0 { cut.append(slot) } else { self.pool = before }
    }
    cut.sort()
  }

  private var count: Double {
    ConfigurationFamily(model: model, closed: pool.closed, open: pool.open).legalCount
  }

  private func values(of slot: Int) -> Int { pool.valueCount(of: slot, in: model) }

  /// Whether a verdict may depend on a setting that was fixed; a claim about settings that reads
  /// none of these does not.
  func mayHang(_ property: Property) -> Bool {
    guard property.isAboutConfigurations else { return !cut.isEmpty }
    return !Set(property.expressions.flatMap(\.slots)).isDisjoint(with: cut)
  }

  /// Limits each finding that may depend on fixed settings to a note, and adds the defaults to its
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

  /// The fixed settings with their defaults, in words.
  var condition: String {
    cut.map { "\(model.slots[$0].name)=\(model.text(of: model.slots[$0].initial, in: $0))" }
      .joined(separator: " and ")
  }
}

extension LoadedPool {
  /// The settings that the documents mention but do not decide, such as by a variable without a
  /// value.
  var undecided: [Int] { open.filter { !isUntold($0) && !isLeftOpen($0) } }
}
