import StateSpace
import TransitionTables

/// In which language a compiled model is handed to other tools.
package enum ExportFormat: String, CaseIterable {
  /// For SPIN.
  case promela
  /// For TLC and Apalache: a module and its configuration.
  case tla
  /// For NuSMV.
  case smv
  /// LTSmin's table of steps, one line for each combination of values that is met.
  case etf
  /// The state graph in Aldebaran's format, for CADP, mCRL2 and LTSmin.
  case aut
  /// The state graph for Graphviz.
  case dot
  /// The compiled rules for programs.
  case json

  /// The end of a file's name, without the dot.
  package var suffix: String { self == .promela ? "pml" : rawValue }

  /// Whether the model is explored for it.
  package var isGraph: Bool { self == .aut || self == .dot || self == .etf }

  package static var list: String { "promela, tla, smv, etf, aut, dot or json" }
}

/// A compiled model with a name, to be written for other tools.
package struct ModelExport: Sendable {
  /// What it is called: the pool, or the classic.
  package let name: String
  package let compiled: CompiledModel

  /// A model under one configuration with the claims that other checkers can judge.
  package init(name: String, model: Model, parameters: [Int: Int] = [:], observers: Set<Int> = []) {
    self.name = name
    compiled = model.compiled(
      parameters: parameters, observers: observers,
      invariants: model.stateClaims(observers: observers))
  }

  /// The files that a format takes, by name.
  /// - Throws: 152 where the graph has more states than allowed.
  package func files(
    as format: ExportFormat, _ graph: GraphRequest, in environment: ToolEnvironment
  ) throws(CommandFailure) -> [CommandOutput.File] {
    let file = CommandOutput.folderName(name)
    guard !environment.limits.shouldStop else { throw incomplete(graph, format) }
    switch format {
    case .promela:
      return [CommandOutput.File("\(file).\(format.suffix)", text: compiled.promela(name: name))]
    case .smv:
      return [CommandOutput.File("\(file).\(format.suffix)", text: compiled.smv(name: name))]
    case .json: return [CommandOutput.File("\(file).\(format.suffix)", text: compiled.json())]
    case .tla:
      let export = compiled.tla(name: name)
      return [
        CommandOutput.File("\(export.name).tla", text: export.module),
        CommandOutput.File("\(export.name).cfg", text: export.configuration),
      ]
    case .aut, .dot, .etf:
      var graph = graph
      if format == .etf { graph.showsRows = true }
      let explored = try explore(graph, format, environment)
      let limits = environment.limits
      let text: String? =
        switch format {
        case .aut: explored.aldebaran { limits.shouldStop }
        case .etf: explored.enumeratedTable()
        default: explored.dot(name: name) { limits.shouldStop }
        }
      guard let text else { throw incomplete(graph, format) }
      return [CommandOutput.File("\(file).\(format.suffix)", text: text)]
    }
  }

  /// The whole of the export in one text, for stdout.
  package func text(
    as format: ExportFormat, _ graph: GraphRequest, in environment: ToolEnvironment
  ) throws(CommandFailure) -> String {
    let files = try files(as: format, graph, in: environment)
    let texts = files.map { String(decoding: $0.bytes, as: UTF8.self) }
    guard format == .tla, texts.count == 2 else { return texts.joined() }
    // As TLA+ tools read a configuration that stands below its module.
    let name = files[0].path.dropLast(".tla".count)
    return "\(texts[0])\n---- CONFIG \(name) ----\n\(texts[1])====\n"
  }

  // MARK: The graph

  /// How a state graph is made.
  package struct GraphRequest: Sendable, Hashable {
    package var maximumStates = 1 << 31
    /// Whether urgent states are states and each row is a step.
    package var showsRows = false

    package init(maximumStates: Int = 1 << 31, showsRows: Bool = false) {
      self.maximumStates = maximumStates
      self.showsRows = showsRows
    }
  }

  private func explore(
    _ request: GraphRequest, _ format: ExportFormat, _ environment: ToolEnvironment
  ) throws(CommandFailure) -> TableExploration {
    let explored: TableExploration
    do {
      explored = try TableExploration(
        request.showsRows ? compiled.uncollapsed() : compiled,
        maximumStates: request.maximumStates
      ) { state in
        environment.progress("\(name): \(state.states) states, depth \(state.depth)")
        return !environment.limits.shouldStop
      }
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.machine", at: SourceLocation(file: name), error.description,
            remedy: "this is an error of waymark; please report it")
        ], status: .systemFailure)
    }
    guard explored.exploration.completeness == .complete else {
      throw incomplete(
        request, format, isLarge: explored.exploration.completeness == .stateLimit)
    }
    return explored
  }

  private func incomplete(
    _ request: GraphRequest, _ format: ExportFormat, isLarge: Bool = false
  ) -> CommandFailure {
    let options = isLarge ? "`--max-states`" : "`--timeout` or `--max-memory`"
    return CommandFailure(
      [
        Diagnostic(
          "export.incomplete", at: SourceLocation(file: name),
          isLarge
            ? "the state graph has more than \(request.maximumStates) states"
            : "the run was stopped before all was written",
          remedy: "allow more with \(options)"
            + (format.isGraph ? ", or export the rules: `--as promela`" : ""))
      ], status: .limitReached)
  }
}
