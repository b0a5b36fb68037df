import ArgumentParser
import PoolAnalysis
import TransitionTables

/// `waymark plan`: lists the calls that change a deployed pool into another one.
struct PlanCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Lists the calls that change a deployed pool into another, in a safe order.",
    discussion: """
      The first POOL is the pool as it is, the second the pool as it shall be; without a second \
      it is the same pool with what `--after` sets. The shortest order of calls is found in which \
      the service accepts each, and, where there is one, no user is affected on the way. Each \
      call is printed as commands of the AWS CLI and jq that send every field that the call would \
      reset, with what is deployed if it fails and how to go back.

      Exit status: 0 nobody is affected, 12 users are affected, or can no longer finish what they \
      had to do before a sign-in, or apps in use are refused, 75 a pool is too open, 151 no order \
      of calls is accepted or a pool is illegal, 152 a limit was reached.

      Example: waymark plan old.yaml new.yaml --format markdown
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions
  @OptionGroup var search: SearchOptions

  @Option(
    name: .customLong("after"),
    help: ArgumentHelp("Overrides a parameter of the new pool alone.", valueName: "parameter=value")
  )
  var changes: [String] = []

  @OptionGroup var output: PageOutputOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let model = try environment.model()
    let request = try pools.request()
    guard (1...2).contains(request.paths.count), request.paths.count == 2 || !changes.isEmpty else {
      throw CommandFailure.usage(
        "usage.two-pools",
        "`plan` leads from one pool to another, and "
          + (request.paths.count == 1 ? "one is named" : "\(request.paths.count) are named"),
        remedy: "name both: `waymark plan old.yaml new.yaml`, or one with "
          + "`--after mfa=required`")
    }
    var after: [Assignment] = []
    for change in changes { after.append(try Assignment(parsing: change, of: "--after")) }
    let comparer = PoolComparer(
      model: model, request: search.request(in: environment), environment: environment)
    let plan = try ChangePlanner(comparer: comparer).plan(
      from: try request.pool(at: request.paths[0], of: model),
      to: try request.pool(at: request.paths[request.paths.count - 1], with: after, of: model))
    return CommandOutput(
      text: PlanText(plan: plan).written(as: output.format), status: plan.status)
  }
}
