import ArgumentParser
import PoolAnalysis
import TransitionTables

/// `waymark compare`: compares variants of a pool in one table.
struct CompareCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares variants of a pool: next steps, failing properties, affected users.",
    discussion: """
      The first POOL is compared with each further one, and with each --variant: the first pool \
      with other values, apart by semicolons. Users are those of the first pool; a user who could \
      sign in there and cannot under a variant is affected. `waymark diff` shows one change in \
      detail.

      Exit status: 0 all variants were compared, 151 the service refuses one of them.

      Example: waymark compare pool.yaml --variant 'mfa=required; mfaMethods={totp}'
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions
  @OptionGroup var search: SearchOptions

  @Option(
    name: .customLong("variant"),
    help: ArgumentHelp(
      "The first pool with other values, such as 'mfa=off'; may be repeated.",
      valueName: "name=value; …"))
  var variants: [String] = []

  @OptionGroup var output: PageOutputOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let model = try environment.model()
    let request = try pools.request()
    var all: [(name: String, pool: LoadedPool)] = []
    for path in request.paths {
      let pool = try request.pool(at: path, of: model)
      all.append(("\(pool.name) (\(path))", pool))
    }
    for variant in variants {
      guard let first = request.paths.first else { break }
      var changes: [Assignment] = []
      for change in variant.split(separator: ";") {
        let text = change.trimmingPrefix(" ").description
        changes.append(try Assignment(parsing: text, of: "--variant"))
      }
      guard !changes.isEmpty else {
        throw CommandFailure.usage(
          "usage.assignment", "a variant changes nothing",
          remedy: "write `--variant name=value`, several apart by semicolons")
      }
      all.append((variant, try request.pool(at: first, with: changes, of: model)))
    }
    guard all.count > 1 else {
      throw CommandFailure.usage(
        "usage.two-pools", "`compare` compares two pools or more, not \(all.count)",
        remedy: "name further pools, or changes of the first: `--variant mfa=required`")
    }
    let comparer = PoolComparer(
      model: model, request: search.request(in: environment), environment: environment)
    let table = try VariantTable(of: all, by: comparer)
    return CommandOutput(text: table.written(as: output.format), status: table.status)
  }
}
