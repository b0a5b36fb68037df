import ArgumentParser

/// `waymark bench`: measures the engine (the default) or the cryptography.
///
/// It has no options of its own: an option of the same name would be taken from a subcommand.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures the engine, or the cryptography.",
    discussion: "Example: waymark bench crypto",
    subcommands: [BenchEngineCommand.self, BenchCryptoCommand.self],
    defaultSubcommand: BenchEngineCommand.self)
}
