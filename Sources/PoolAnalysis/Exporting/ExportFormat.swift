import StateSpace
import TransitionTables

/// The languages in which a compiled model can be exported to other tools.
package enum ExportFormat: String, CaseIterable {
  /// Promela, the language of SPIN.
  case promela
  /// TLA+ for TLC and Apalache: a module and its configuration.
  case tla
  /// The language of NuSMV.
  case smv
  /// LTSmin's table of steps, one line for each combination of values that occurs.
  case etf
  /// The state graph in Aldebaran's format, for CADP, mCRL2 and LTSmin.
  case aut
  /// The state graph for Graphviz.
  case dot
  /// The compiled rules for programs.
  case json

  /// The file name extension, without the dot.
  package var suffix: String { self == .promela ? "pml" : rawValue }

  /// Whether the format needs an exploration of the model.
  package var isGraph: Bool { self == .aut || self == .dot || self == .etf }

  package static var list: String { "promela, tla, smv, etf, aut, dot or json" }
}

/// A compiled model with a name, to be exported to other tools.
package struct ModelExport: Sendable {
  /// The name of the pool or the classic.
  package let name: String
  package let compiled: CompiledModel

  /// Compiles a model under one configuration, with the claims that other checkers can judge.
  package init(name: String, model: Model, parameters: [Int: Int] = [:], observers: Set<Int> = []) {
    self.name = name
    compiled = model.compiled(
      parameters: parameters, observers: observers,
      invariants: model.stateClaims(observers: observers))
  }

  /// The files of the export in a format, by name.
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

  /// The whole export as one text, for stdout.
  package func text(
    as format: ExportFormat, _ graph: GraphRequest, in environment: ToolEnvironment
  ) throws(CommandFailure) -> String {
    let files = try files(as: format, graph, in: environment)
    let texts = files.map { String(decoding: $0.bytes, as: UTF8.self) }
    guard format == .tla, texts.count == 2 else { return texts.joined() }
    // TLA+ tools can read a configuration that stands below its module.
    let name = files[0].path.dropLast(".tla".count)
    return "\(texts[0])\n---- CONFIG \(name) ----\n\(texts[1])====\n"
  }

  // MARK: The graph

  /// Options for building a state graph.
  package struct GraphRequest: Sendable, Hashable {
    package var maximumStates = 1 << 31
    /// Whether urgent states are shown as states, and each row as a step.
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
