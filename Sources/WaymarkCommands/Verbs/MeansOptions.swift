import ArgumentParser
import PoolAnalysis
import TransitionTables

/// The options of verbs that analyse which means a pool's users need.
struct MeansOptions: ParsableArguments {
  @OptionGroup var pools: PoolOptions
  @OptionGroup var layers: LayerOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var output: PageOutputOptions
  @OptionGroup var linked: LinkedAccountOptions

  /// The analysis of the options' pool, with its users and their means.
  ///
  /// - Throws: what ``MeansAnalysis`` throws; `usage.no-pool` where the documents describe several
  ///   pools.
  func analysis(in environment: ToolEnvironment) throws(CommandFailure) -> MeansAnalysis {
    let linked = try linked.accounts()
    let model = try environment.model(asking: linked?.declared)
    let loaded = try PoolLoader(model: model, request: try pools.request()).load()
    guard let pool = loaded.first, loaded.count == 1 else {
      throw .usage(
        "usage.no-pool", "one pool is asked about, and \(loaded.count) are given",
        remedy: "name the documents of one pool, or choose one with `--pool`")
    }
    return try MeansAnalysis(
      pool, model: model, request: search.request(in: environment), environment: environment,
      linked: linked)
  }
}

/// A verb that analyses which means a pool's users need.
protocol MeansVerb: ModelVerb {
  var options: MeansOptions { get }
}

extension MeansVerb {
  var layers: LayerOptions { options.layers }
}
