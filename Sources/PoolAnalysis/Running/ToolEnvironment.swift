import Findings
import Foundation
import SignIn
import SignInTestBed
import StateSpace
import TransitionTables

/// The environment of the tool: the terminal, the table, the clock, progress messages.
package struct ToolEnvironment: Sendable {
  /// The process's environment variables, for `NO_COLOR` and `TERM`.
  package var variables: [String: String] = [:]
  package var outputIsTerminal = false
  /// Whether input comes from a person at a terminal rather than a script.
  package var inputIsTerminal = false
  /// Loads the table with layers applied. Where layers change it, checks that the test bed can
  /// carry out everything that the table names.
  package var loadModel: @Sendable (ModelRequest) throws -> Model = {
    let model = try BundledTable.signIn(
      layers: $0.layers, asking: $0.questions, keepsMutants: $0.keepsMutants,
      statements: $0.statements)
    if !$0.layers.isEmpty { try TestBedBinding.check(model) }
    return model
  }
  /// The layers that the command line names, in order.
  package var layers: [String] = []
  /// The date by which suppressions are judged, such as `2026-11-22`. The process sets it; the
  /// default is a date at which none has ended, for tests.
  package var today = "1970-01-01"
  /// The greatest number of characters in a line of text.
  package var width = 80
  /// The places that are searched for the models.
  package var modelPlaces = BundledTable.places
  /// The conventions of the test bed's arithmetic; anything other than Cognito's is a fault
  /// injected by a test.
  package var conventions = TestBedConventions.cognito
  /// Receives short progress messages of a long run, any number of them.
  package var progress: @Sendable (String) -> Void = { _ in }
  /// Whether the process does nothing else, so that its memory is that of the run.
  package var ownsProcess = false
  /// The limits of the run, and whether one was reached.
  package var limits = RunLimits()
  /// The cache of reports; nil for none, as in tests.
  package var cache: ReportCache?
  /// Measures the time of parts; never part of a report.
  package var stopwatch = Stopwatch()

  /// Reads the bytes of the next line of a conversation, without its end; nil at the end of input.
  package var readLine: @Sendable () -> [UInt8]? = { nil }
  /// Writes a line of a conversation immediately; every other result is printed when the command
  /// ends. Returns false if the output is closed.
  package var writeLine: @Sendable (String) -> Bool = { _ in false }
  /// Writes a line of a conversation to stderr, where the command prints a result when it ends.
  /// Returns false if the output is closed.
  package var writeAside: @Sendable (String) -> Bool = { _ in false }

  package init() {}

  /// Reports the number of listed states and their rate; the result is false if the run should
  /// stop.
  func listing(_ name: String) -> @Sendable (ExplorationProgress) -> Bool {
    let start = ContinuousClock.now
    return { [progress, limits] state in
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let rate =
        seconds < 1 ? "" : ", \(TextLayout.grouped(Int(Double(state.states) / seconds))) a second"
      progress(
        "\(name): exploring, \(TextLayout.grouped(state.states)) states, "
          + "depth \(state.depth)\(rate)")
      return !limits.shouldStop
    }
  }

  /// Reports the progress of a symbolic search; the result is false if the run should stop.
  func growing(_ name: String) -> @Sendable (SymbolicProgress) -> Bool {
    { [progress, limits] state in
      progress("\(name): exploring, sets of states, round \(state.round)")
      return !limits.shouldStop
    }
  }

  package var style: TerminalStyle {
    TerminalStyle(isTerminal: outputIsTerminal, environment: variables)
  }

  /// - Throws: an error that names the places searched for models, if none contains them.
  package func requireModels() throws(CommandFailure) {
    guard !BundledTable.isAny(of: modelPlaces) else { return }
    let places = modelPlaces.map { "`\($0.path)`" }.joined(separator: ", ")
    throw CommandFailure(
      [
        Diagnostic(
          "system.no-table", at: SourceLocation(file: "waymark"),
          "the folder of models is missing; copy `waymark_Models.resources` next to the program, "
            + "or "
            + "name it in WAYMARK_MODELS (looked for: \(places))", remedy: "")
      ], status: .systemFailure)
  }

  /// Loads the table with the layers of the command line. A bundled table that cannot be loaded is
  /// a fault of Waymark, a layer that cannot is its author's.
  ///
  /// - Parameters:
  ///   - keepsMutants: whether to keep guards with one change each, for mutants.
  ///   - statements: whether to read the statements and facts, which takes a quarter of the time.
  ///   - question: a property asked on the command line.
  package func model(
    keepsMutants: Bool = false, statements: Bool = false, asking question: LocatedDocument? = nil
  ) throws(CommandFailure) -> Model {
    do {
      let names = layers.map { LayerName($0, at: SourceLocation(file: "command line")) }
      var request = ModelRequest(layers: names, keepsMutants: keepsMutants)
      request.statements = statements
      request.questions = question.map { [$0] } ?? []
      return try loadModel(request)
    } catch let list as DiagnosticList {
      let isAsked = list.diagnostics.allSatisfy { $0.location.file == question?.file }
      let isMisspelt = isAsked || list.diagnostics.allSatisfy { $0.code == "layer.unknown" }
      throw CommandFailure(
        list.diagnostics,
        status: isMisspelt ? .usage : layers.isEmpty ? .systemFailure : .unreadable)
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.no-table", at: SourceLocation(file: "Models"),
            "the bundled table cannot be read: \(SystemFault.words(error))",
            remedy: "install waymark again")
        ], status: .systemFailure)
    }
  }
}

/// A request for a table.
package struct ModelRequest: Sendable {
  /// The layers to apply, in order.
  package var layers: [LayerName] = []
  /// Whether to keep guards with one change each, for mutants.
  package var keepsMutants = false
  /// Whether to read the statements and facts against which the table is measured.
  package var statements = false
  /// Documents of properties asked on the command line.
  package var questions: [LocatedDocument] = []

  package init(layers: [LayerName] = [], keepsMutants: Bool = false) {
    self.layers = layers
    self.keepsMutants = keepsMutants
  }
}
