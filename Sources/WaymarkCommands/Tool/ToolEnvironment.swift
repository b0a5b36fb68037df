import Findings
import Foundation
public import SignIn
public import SignInTestBed
import StateSpace
public import TransitionTables

/// What the tool needs from outside: the terminal, the table, the clock's ear.
public struct ToolEnvironment: Sendable {
  /// The process's environment, for `NO_COLOR` and `TERM`.
  public var variables: [String: String] = [:]
  public var outputIsTerminal = false
  /// Loads the table that is explored, with layers over it.
  public var loadModel: @Sendable ([LayerName]) throws -> Model = {
    try BundledTable.signIn(layers: $0)
  }
  /// The layers that the command line names, in order.
  public var layers: [String] = []
  /// How many characters a line of text may have.
  public var width = 80
  /// Where the models are looked for.
  public var modelPlaces = BundledTable.places
  /// How the halves of the test bed do their arithmetic; anything but Cognito's way is a fault that
  /// a test injects.
  public var conventions = TestBedConventions.cognito
  /// Hears where a long run stands, in a few words, as often as it likes.
  public var progress: @Sendable (String) -> Void = { _ in }
  /// What ends a run early, and whether it did.
  public var limits = RunLimits()
  /// Hears how long a part took; never part of a report.
  public var stopwatch = Stopwatch()

  /// The bytes of the next line of a conversation, without its end; nil where there is none.
  public var readLine: @Sendable () -> [UInt8]? = {
    let reader = LineReader(descriptor: FileHandle.standardInput.fileDescriptor)
    return { reader.next() }
  }()
  /// Says a line of a conversation at once; every other result is printed when the command has
  /// ended. False where nobody listens any more.
  public var writeLine: @Sendable (String) -> Bool = { line in
    do throws(StandardStream.Failure) {
      try StandardStream.write(Array((line + "\n").utf8), to: STDOUT_FILENO)
      return true
    } catch {
      return false
    }
  }

  public init() {}

  /// Tells how many states of something are listed; false once the run shall stop.
  func listing(_ name: String) -> @Sendable (ExplorationProgress) -> Bool {
    { [progress, limits] state in
      progress(
        "\(name): exploring, \(TextLayout.grouped(state.states)) states, depth \(state.depth)")
      return !limits.shouldStop
    }
  }

  /// Tells how far a search by sets of states is; false once the run shall stop.
  func growing(_ name: String) -> @Sendable (SymbolicProgress) -> Bool {
    { [progress, limits] state in
      progress("\(name): exploring, sets of states, round \(state.round)")
      return !limits.shouldStop
    }
  }

  var style: TerminalStyle {
    TerminalStyle(isTerminal: outputIsTerminal, environment: variables)
  }

  /// - Throws: one line that names the places where models are looked for, if none has them.
  func requireModels() throws(CommandFailure) {
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
  func model() throws(CommandFailure) -> Model {
    do {
      return try loadModel(
        layers.map { LayerName($0, at: SourceLocation(file: "command line")) })
    } catch let list as DiagnosticList {
      let isMisspelt = list.diagnostics.allSatisfy { $0.code == "layer.unknown" }
      throw CommandFailure(
        list.diagnostics,
        status: layers.isEmpty ? .systemFailure : isMisspelt ? .usage : .unreadable)
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.no-table", at: SourceLocation(file: "Models"),
            "the bundled table cannot be read: \(error)", remedy: "install waymark again")
        ], status: .systemFailure)
    }
  }
}
