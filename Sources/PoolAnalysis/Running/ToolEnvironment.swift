import Findings
import Foundation
import SignIn
import SignInTestBed
import StateSpace
import TransitionTables

/// What the tool needs from outside: the terminal, the table, the clock's ear.
package struct ToolEnvironment: Sendable {
  /// The process's environment, for `NO_COLOR` and `TERM`.
  package var variables: [String: String] = [:]
  package var outputIsTerminal = false
  /// Whether somebody types what is read; a script does not.
  package var inputIsTerminal = false
  /// Loads the table that is explored, with layers over it. That the test bed carries out all that
  /// it names is looked up where somebody else's layers change it.
  package var loadModel: @Sendable (ModelRequest) throws -> Model = {
    let model = try BundledTable.signIn(
      layers: $0.layers, asking: $0.questions, keepsMutants: $0.keepsMutants,
      statements: $0.statements)
    if !$0.layers.isEmpty { try TestBedBinding.check(model) }
    return model
  }
  /// The layers that the command line names, in order.
  package var layers: [String] = []
  /// The day by which suppressions end, such as `2026-11-22`. The process sets it; a test that does
  /// not lives on a day by which none has ended.
  package var today = "1970-01-01"
  /// How many characters a line of text may have.
  package var width = 80
  /// Where the models are looked for.
  package var modelPlaces = BundledTable.places
  /// How the halves of the test bed do their arithmetic; anything but Cognito's way is a fault that
  /// a test injects.
  package var conventions = TestBedConventions.cognito
  /// Hears where a long run stands, in a few words, as often as it likes.
  package var progress: @Sendable (String) -> Void = { _ in }
  /// Whether the process does nothing else, so that its memory is that of the run.
  package var ownsProcess = false
  /// What ends a run early, and whether it did.
  package var limits = RunLimits()
  /// Hears how long a part took; never part of a report.
  package var stopwatch = Stopwatch()

  /// The bytes of the next line of a conversation, without its end; nil where there is none.
  package var readLine: @Sendable () -> [UInt8]? = { nil }
  /// Says a line of a conversation at once; every other result is printed when the command has
  /// ended. False where nobody listens any more.
  package var writeLine: @Sendable (String) -> Bool = { _ in false }
  /// Says a line of a conversation whose result is printed when the command has ended, where that
  /// result is not: on stderr. False where nobody listens any more.
  package var writeAside: @Sendable (String) -> Bool = { _ in false }

  package init() {}

  /// Reports how many states of something are listed, and how many a second; false once the run
  /// shall stop.
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

  /// Reports how far a symbolic search is; false once the run shall stop.
  func growing(_ name: String) -> @Sendable (SymbolicProgress) -> Bool {
    { [progress, limits] state in
      progress("\(name): exploring, sets of states, round \(state.round)")
      return !limits.shouldStop
    }
  }

  package var style: TerminalStyle {
    TerminalStyle(isTerminal: outputIsTerminal, environment: variables)
  }

  /// - Throws: one line that names the places where models are looked for, if none has them.
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

  /// The table with the layers of the command line. A bundled table that cannot be loaded is our
  /// fault, a layer that cannot is its author's.
  ///
  /// - Parameters:
  ///   - keepsMutants: whether guards with one change each are kept, for mutants.
  ///   - statements: whether the statements and facts are read, which is a quarter of the time.
  ///   - question: a property that is asked on the command line.
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

/// The table that is asked for.
package struct ModelRequest: Sendable {
  /// The layers over it, in order.
  package var layers: [LayerName] = []
  /// Whether guards with one change each are kept, for mutants.
  package var keepsMutants = false
  /// Whether the statements and facts are read that the table is measured by.
  package var statements = false
  /// Documents of properties that are asked on the command line.
  package var questions: [LocatedDocument] = []

  package init(layers: [LayerName] = [], keepsMutants: Bool = false) {
    self.layers = layers
    self.keepsMutants = keepsMutants
  }
}
