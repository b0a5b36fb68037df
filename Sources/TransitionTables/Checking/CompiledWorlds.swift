import StateSpace

/// A table compiled under several configurations at once; each configuration is a world.
///
/// The parameters that a group of rows reads have few combinations of values among the
/// configurations. Each combination is compiled once, and its rules exist in the worlds that have
/// it.
struct CompiledWorlds {
  /// The values of all parameters in each world.
  let configurations: [[Int: Int]]
  let compiler: TableCompiler
  let shape: TableCompiler.Shape
  /// The rules of all worlds; the parameters are those of the first world.
  let compiled: CompiledModel
  let machine: WorldSystem
  /// The positions among the machine's claims, by claim.
  let places: [[Int]]

  /// Compiles a table; nil where the worlds differ in their variables or urgent states, or where
  /// the compiler was stopped.
  ///
  /// - Parameters:
  ///   - configurations: at most 64 configurations.
  ///   - compiler: the compiler of the table.
  ///   - observers: the observers to compose in.
  ///   - claims: conditions that are watched for in every state, urgent states included.
  init?(
    _ configurations: [[Int: Int]], compiler: TableCompiler, observers: Set<Int>,
    claims: [Expression]
  ) {
    let worlds = configurations.map(compiler.completed)
    guard let first = worlds.first, worlds.count <= 64 else { return nil }
    let shape = compiler.shape(first, observers)
    let model = compiler.model
    guard worlds.allSatisfy({ compiler.shape($0, observers) == shape }),
      Self.classes(of: model.urgency.slots, in: worlds).count == 1
    else { return nil }
    self.configurations = worlds
    self.compiler = compiler
    self.shape = shape
    let base = RuleCompiler(model: model, parameters: first, observers: observers)
    var rules = WorldRules()
    let classes = compiler.reads(observers).map { Self.classes(of: $0, in: worlds) }
    let jobs = classes.enumerated().flatMap { group, own in
      own.map {
        TableCompiler.Job(group: group, values: $0.values, parameters: worlds[$0.first])
      }
    }
    guard let made = compiler.pieces(jobs, shape) else { return nil }
    var pieces = made[...]
    for own in classes {
      rules.add(Array(zip(pieces.prefix(own.count), own.map(\.worlds))))
      pieces = pieces.dropFirst(own.count)
    }
    var system = base.system(rules: rules.rules, invariants: []) {
      compiler.cubes(where: $0, first, shape, by: base)
    }
    var worldsOfClaim: [UInt64] = []
    places = claims.map { claim in
      Self.classes(of: claim.slots, in: worlds).map { own in
        let cubes = compiler.cubes(where: claim, worlds[own.first], shape)
        system.invariants.append(StateInvariant(name: "", badCubes: cubes, within: true))
        worldsOfClaim.append(own.worlds)
        return worldsOfClaim.count - 1
      }
    }
    machine = WorldSystem(
      system, worldsOfRule: rules.worlds, worldsOfClaim: worldsOfClaim,
      all: Self.all(worlds.count))
    compiled = CompiledModel(
      model: model, parameters: first, observers: observers, layout: base.layout, system: system,
      labels: rules.labels)
  }

  private static func all(_ count: Int) -> UInt64 {
    count == 64 ? .max : (1 << UInt64(count)) - 1
  }

  /// Groups the worlds by the values of some slots; each class has its first world.
  static func classes(
    of slots: [Int], in worlds: [[Int: Int]]
  ) -> [(first: Int, values: [Int], worlds: UInt64)] {
    let read = slots.filter { worlds[0][$0] != nil }
    var places: [[Int]: Int] = [:]
    var classes: [(first: Int, values: [Int], worlds: UInt64)] = []
    for (number, world) in worlds.enumerated() {
      let values = read.map { world[$0] ?? 0 }
      let place = places[values] ?? classes.count
      if place == classes.count {
        places[values] = place
        classes.append((number, values, 0))
      }
      classes[place].worlds |= 1 << UInt64(number)
    }
    return classes
  }

  /// Calls a closure for each resting state in which an expression holds, with the worlds where it
  /// does.
  func forEachState(
    of exploration: WorldExploration, where expression: Expression,
    _ body: (_ state: Int, _ worlds: UInt64) -> Void
  ) {
    for own in Self.classes(of: expression.slots, in: configurations) {
      let cubes = compiler.cubes(where: expression, configurations[own.first], shape)
      exploration.forEachState(matching: cubes) { state, reached in
        if reached & own.worlds != 0 { body(state, reached & own.worlds) }
      }
    }
  }
}

/// The rules of several worlds, merged group by group.
private struct WorldRules {
  private(set) var rules: [TransitionRule] = []
  private(set) var worlds: [UInt64] = []
  private(set) var labels: [CompiledModel.Label] = []
  private var numbers: [CompiledModel.Label: Int32] = [:]

  private struct Effect: Hashable {
    var label: Int32
    var clear: [UInt64]
    var set: [UInt64]
  }

  /// The cubes of one effect, without duplicates, each with its worlds.
  private struct Cubes {
    var effect: Effect
    var places: [PackedCube: Int] = [:]
    var all: [(cube: PackedCube, worlds: UInt64)] = []

    mutating func add(_ cube: PackedCube, _ worlds: UInt64) {
      if let place = places[cube] {
        all[place].worlds |= worlds
      } else {
        places[cube] = all.count
        all.append((cube, worlds))
      }
    }
  }

  /// Adds the rules of one group for several classes of worlds. A cube that several classes share
  /// for the same effect is stored once.
  mutating func add(_ classes: [(piece: TableCompilation.Piece, worlds: UInt64)]) {
    if classes.count == 1 { return add(classes[0].piece, classes[0].worlds) }
    var effects: [Cubes] = []
    var places: [Effect: Int] = [:]
    for (piece, own) in classes {
      let labels = piece.labels.map { number(of: $0) }
      for rule in piece.rules {
        let effect = Effect(label: labels[Int(rule.label)], clear: rule.clear, set: rule.set)
        let place = places[effect] ?? effects.count
        if place == effects.count {
          places[effect] = place
          effects.append(Cubes(effect: effect))
        }
        for cube in rule.cubes { effects[place].add(cube, own) }
      }
    }
    for cubes in effects {
      var masks: [UInt64] = []
      for cube in cubes.all where !masks.contains(cube.worlds) { masks.append(cube.worlds) }
      for mask in masks {
        rules.append(
          TransitionRule(
            cubes: cubes.all.filter { $0.worlds == mask }.map(\.cube), clear: cubes.effect.clear,
            set: cubes.effect.set, label: cubes.effect.label))
        worlds.append(mask)
      }
    }
  }

  /// Adds the rules of a group that is the same in all worlds.
  private mutating func add(_ piece: TableCompilation.Piece, _ own: UInt64) {
    let labels = piece.labels.map { number(of: $0) }
    rules += piece.rules.map { rule in
      var rule = rule
      rule.label = labels[Int(rule.label)]
      return rule
    }
    worlds += Array(repeating: own, count: piece.rules.count)
  }

  private mutating func number(of label: CompiledModel.Label) -> Int32 {
    if let known = numbers[label] { return known }
    numbers[label] = Int32(labels.count)
    labels.append(label)
    return Int32(labels.count - 1)
  }
}
