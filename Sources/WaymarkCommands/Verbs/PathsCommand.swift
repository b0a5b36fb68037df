import ArgumentParser
import PoolAnalysis
import SignInTestBed
import TransitionTables

extension DriveList.Form: ExpressibleByArgument {}

/// `waymark paths`: writes the sign-in paths of a pool for a test runner.
struct PathsCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "paths",
    abstract: "Writes a pool's sign-in paths for a test runner to visit at `waymark serve`.",
    discussion: """
      One entry a path of the catalogue: its id, which `serve --drive ID` and POST \
      /_waymark/drive take; the user that is there then, with password and authenticator; the \
      calls that the app makes, each with the next step or error that comes back. `playwright` \
      and `xcuitest` are a file of tests, to which the team adds one function that makes a call \
      of its app.

      Paths on which the app holds a passkey or the keys of a device, or has signed its user up, \
      say so as `obstacle`: an endpoint cannot bring that about.

      Example: waymark paths Models/pools/sound/retail.yaml --as json
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions
  @OptionGroup var search: SearchOptions

  @Option(
    name: .customLong("as"), help: ArgumentHelp("json, playwright or xcuitest.", valueName: "FORM"))
  var form = DriveList.Form.json

  func validate() throws {
    guard pools.pools.count >= 1 else { throw ValidationError("name the documents of a POOL") }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let served = try ServedPool(pools, in: environment)
    let list = try served.drives(
      seed: search.seed, request: search.request(in: environment), in: environment)
    return CommandOutput(text: list.text(as: form))
  }
}
