import Findings
import TransitionTables

/// The mutants of the table, or a sample of them, judged: killed, unviable, surviving.
///
/// What only the inspections tell says nothing about promises and scenarios, so it counts as
/// unviable. A survivor is listed with where it differs, or as equivalent.
struct MutationRun {
  /// A mutant that nothing killed.
  struct Survivor {
    var mutant: Mutant
    /// Whether no legal configuration and no possible state tells it from the table.
    var isEquivalent: Bool
    /// Where it differs, or why nothing can tell it.
    var reason: String
  }

  private(set) var mutants = 0
  private(set) var unviable: [(mutant: Mutant, reason: String)] = []
  private(set) var killed: [(mutant: Mutant, kill: MutationOracles.Kill)] = []
  private(set) var survivors: [Survivor] = []
  /// All mutants of the table.
  let total: Int

  /// Judges a sample.
  ///
  /// - Parameters:
  ///   - sample: how many, drawn without replacement by the seed; nil for all.
  ///   - path: a file of the client's cases, or nil.
  init(
    model: Model, sample: Int?, seed: UInt64, cases path: String?, environment: ToolEnvironment
  ) throws(CommandFailure) {
    let all = model.mutants()
    total = all.count
    let chosen = Self.sample(of: all, sample, seed: seed)
    mutants = chosen.count
    let oracles = try MutationOracles(model: model, cases: path, environment: environment)
    var left: [(mutant: Mutant, differsIn: String?)] = []
    for (position, mutant) in chosen.enumerated() {
      environment.progress("mutant \(position + 1) of \(chosen.count): \(mutant.id)")
      let found = oracles.judge(mutant)
      if let kill = found.kill {
        killed.append((mutant, kill))
      } else {
        left.append((mutant, found.differsIn))
      }
    }
    guard !left.isEmpty else { return }
    environment.progress("inspecting what is left")
    let inspector = Inspector(model)
    for (mutant, differsIn) in left { settle(mutant, differsIn, by: inspector) }
  }

  private mutating func settle(_ mutant: Mutant, _ differsIn: String?, by inspector: Inspector) {
    switch inspector.judge(mutant) {
    case .unviable(let reason): unviable.append((mutant, reason))
    case .equivalent:
      survivors.append(
        Survivor(
          mutant: mutant, isEquivalent: true,
          reason: "no legal configuration and possible state tells it from the table"))
    case .differs(let example):
      let place = differsIn.map { "in scenario \($0), and no expectation shows it" }
      survivors.append(
        Survivor(
          mutant: mutant, isEquivalent: false, reason: place ?? "no scenario comes to \(example)"))
    }
  }

  /// Mutants drawn without replacement, in the order of the table.
  private static func sample(of all: [Mutant], _ size: Int?, seed: UInt64) -> [Mutant] {
    guard let size, size < all.count else { return all }
    var state = seed
    var positions = Array(all.indices)
    for place in 0..<size {
      // SplitMix64, by Steele, Lea and Flood.
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      word ^= word >> 31
      positions.swapAt(place, place + Int(word % UInt64(positions.count - place)))
    }
    return positions.prefix(size).sorted().map { all[$0] }
  }

  // MARK: Writing

  /// The survivors that are not equivalent.
  var alive: Int { survivors.count { !$0.isEquivalent } }

  /// Whether at least nine of ten viable mutants are killed; equivalent ones are no slips.
  var isEnough: Bool { killed.count * 10 >= (killed.count + alive) * 9 }

  private var kills: [(oracle: String, count: Int)] {
    ["scenario", "case", "property"].map { oracle in
      (oracle, killed.count { $0.kill.oracle == oracle })
    }
  }

  var text: String {
    var out = ""
    for survivor in survivors {
      let sign = survivor.isEquivalent ? "=" : "✗"
      out += "\(sign) \(survivor.mutant.id) (\(survivor.mutant.place.file))\n"
      out += "    \(survivor.reason)\n"
    }
    out += "\(TextLayout.counted(mutants, "mutant")) of \(TextLayout.grouped(total)): "
    out += "\(unviable.count) unviable, \(killed.count) killed ("
    out += kills.map { "\($0.count) by \($0.oracle)" }.joined(separator: ", ")
    out += "), \(survivors.count - alive) equivalent, \(alive) alive\n"
    return out
  }

  var json: JSONValue {
    .object([
      "mutants": .number(mutants), "total": .number(total), "unviable": .number(unviable.count),
      "killed": .number(killed.count),
      "kills": .object(
        Dictionary(
          kills.map { ($0.oracle, JSONValue.number($0.count)) },
          uniquingKeysWith: { first, _ in first })),
      "equivalent": .number(survivors.count - alive),
      "survivors": .array(
        survivors.map { survivor in
          .object([
            "id": .string(survivor.mutant.id), "row": .string(survivor.mutant.row),
            "operation": .string(survivor.mutant.operation.rawValue),
            "place": .string("\(survivor.mutant.place)"),
            "equivalent": .bool(survivor.isEquivalent), "reason": .string(survivor.reason),
          ])
        }),
    ])
  }
}
