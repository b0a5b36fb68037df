import StateSpace

/// Checks properties under several configurations by one exploration for up to 64 of them.
///
/// Each state is stored once, with the configurations that reach it. The result has verdicts
/// without traces. `PropertyChecker` with all observers gives the same verdicts, one configuration
/// at a time.
public struct WorldChecker {
  private let compiler: TableCompiler
  private let observers: Set<Int>
  /// The most states that are listed.
  public var maximumStates = 1 << 22
  /// Called from time to time with the number of states; returning false stops.
  public var progress: (Int) -> Bool = { _ in true }

  /// A checker that has explored nothing.
  ///
  /// - Parameters:
  ///   - compiler: the compiler of the table.
  ///   - observers: the observers that the properties read; others may be included.
  public init(compiler: TableCompiler, observers: Set<Int>) {
    self.compiler = compiler
    self.observers = observers
  }

  /// Returns the verdicts on properties under each of some configurations.
  ///
  /// - Parameters:
  ///   - properties: the properties to check.
  ///   - configurations: a value for each parameter; missing parameters have their default.
  /// - Returns: by configuration, the verdicts in the order of the properties; nil where a limit
  ///   was reached or the table has a fault.
  public func statuses(
    of properties: [Property], under configurations: [[Int: Int]]
  ) -> [[PropertyVerdict.Status]?] {
    var found = [[PropertyVerdict.Status]?](repeating: nil, count: configurations.count)
    let shapes = configurations.map { compiler.shape(compiler.completed($0), observers) }
    var open = Array(configurations.indices)
    while let first = open.first {
      let own = Array(open.filter { shapes[$0] == shapes[first] }.prefix(64))
      open.removeAll(where: own.contains)
      let statuses = together(properties, own.map { configurations[$0] })
      for (place, number) in own.enumerated() { found[number] = statuses?[place] }
    }
    return found
  }

  private func together(
    _ properties: [Property], _ configurations: [[Int: Int]]
  ) -> [[PropertyVerdict.Status]]? {
    var claims = compiler.model.never.map(\.states)
    var places: [Int: Int] = [:]
    for (position, property) in properties.enumerated() {
      guard case .alwaysWithin(let claim) = property.claim else { continue }
      places[position] = claims.count
      claims += [.not(claim), property.premise ?? .no]
    }
    guard
      let worlds = CompiledWorlds(
        configurations, compiler: compiler, observers: observers, claims: claims),
      let found = try? worlds.machine.explore(maximumStates: maximumStates, progress: progress),
      found.faulty == 0
    else { return nil }
    let broken = worlds.places.map { $0.reduce(UInt64(0)) { $0 | found.broken[$1] } }
    guard broken.prefix(compiler.model.never.count).allSatisfy({ $0 == 0 }) else { return nil }
    let judge = WorldJudge(worlds, found)
    let within = properties.indices.map { position in
      places[position].map { (broken: broken[$0], met: broken[$0 + 1]) } ?? (0, 0)
    }
    let verdicts = SideBySide.run(properties.count, threads: compiler.threads) { position in
      judge.judge(properties[position], within: within[position])
    }
    return configurations.indices.map { world in
      verdicts.map { verdict in
        if verdict.fails >> UInt64(world) & 1 == 1 { return .fails }
        return verdict.vacuous >> UInt64(world) & 1 == 1 ? .vacuous : .holds
      }
    }
  }
}
