import ArgumentParser

/// `waymark bench`: what is measured, of which the engine is meant where nothing is named.
///
/// It has no options of its own: one that a subcommand has too would be taken from it.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures the engine, or the cryptography.",
    discussion: "Example: waymark bench crypto",
    subcommands: [BenchEngineCommand.self, BenchCryptoCommand.self],
    defaultSubcommand: BenchEngineCommand.self)
}
