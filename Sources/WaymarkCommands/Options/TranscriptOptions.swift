import ArgumentParser
import PoolAnalysis
import SignInTestBed
import TransitionTables

/// The options for transcripts of runs over the wire.
struct TranscriptOptions: ParsableArguments {
  @Flag(
    help: "Replays each run between an app and the pool's operations, and shows every byte.")
  var transcript = false

  @Flag(
    name: .customLong("reveal-secrets"),
    help: "Shows passwords, codes, sessions and tokens in transcripts.")
  var revealSecrets = false

  @Option(help: ArgumentHelp("Repeats replays with so many seeds, from --seed on.", valueName: "N"))
  var seeds: UInt64 = 1

  func validate() throws {
    guard (1...1_000_000).contains(seeds) else {
      throw ValidationError("--seeds takes 1 to 1000000")
    }
    guard !revealSecrets || transcript else {
      throw ValidationError("--reveal-secrets is for --transcript")
    }
  }

  /// Replays a run over the wire.
  /// - Throws: a failure of OpenSSL.
  func replay(
    _ steps: [Trace.Step], of model: Model, seed: UInt64, title: String
  ) throws(CommandFailure) -> WireReplay {
    do {
      return try WireReplay.run(steps, of: model, seed: seed, title: title)
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.cryptography", at: SourceLocation(file: title),
            "cryptography failed: \(error)", remedy: "install OpenSSL's libcrypto")
        ], status: .systemFailure)
    }
  }
}
