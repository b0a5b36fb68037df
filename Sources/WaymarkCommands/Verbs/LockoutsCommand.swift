import ArgumentParser
import PoolAnalysis
import TransitionTables

/// `waymark lockouts`: which losses lock users out.
struct LockoutsCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "lockouts",
    abstract: "Lists the smallest sets of losses that lock users out, and who is affected.",
    discussion: """
      For every record that users can have: which means (password, mailbox, phone number, \
      authenticator …), lost together, leave no way in without an administrator, and which leave \
      none at all. Each set is minimal: with any one of its means spared there is a way in, which \
      is shown.

      Exit status: 0 the sets are complete, 151 the pool is illegal, 152 a limit was reached.

      Example: waymark lockouts Models/pools/sound/retail.yaml
      """)

  @OptionGroup var pools: PoolOptions
  @OptionGroup var layers: LayerOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var output: PlainOutputOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let analysis = try pools.analysis(search, in: environment)
    let lockouts = try Lockouts(analysis)
    let text = LockoutText(lockouts: lockouts, style: environment.style)
    return CommandOutput(text: try output.format.isJSON() ? text.value.text : text.text)
  }
}

extension PoolOptions {
  /// The pool of these options with its users and their means.
  ///
  /// - Throws: as ``MeansAnalysis``; `usage.no-pool` where the documents describe several pools.
  func analysis(
    _ search: SearchOptions, in environment: ToolEnvironment
  ) throws(CommandFailure) -> MeansAnalysis {
    let model = try environment.model()
    let loaded = try PoolLoader(model: model, request: try request()).load()
    guard let pool = loaded.first, loaded.count == 1 else {
      throw .usage(
        "usage.no-pool", "one pool is asked about, and \(loaded.count) are given",
        remedy: "name the documents of one pool, or choose one with `--pool`")
    }
    return try MeansAnalysis(
      pool, model: model, request: search.request(in: environment), environment: environment)
  }
}
