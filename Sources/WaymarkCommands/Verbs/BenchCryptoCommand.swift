import ArgumentParser
import Findings
import Foundation
import PoolAnalysis

/// `waymark bench crypto`: measures the test bed's overhead over the bare arithmetic of SRP.
struct BenchCryptoCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "crypto",
    abstract: "Measures SRP handshakes against their bare modular exponentiations.",
    discussion: """
      A handshake is what a replayed sign-in does: fresh salt, verifier and keys, proof and \
      judgement, seven exponentiations of 3,072 bits. The bare loop does the same ones by the same \
      routine and nothing else. The two take turns; every figure is a median. The overhead is \
      taken of processor time, which other programs on the machine do not disturb.

      Example: waymark bench crypto --runs 3
      """)

  @Option(help: "How many turns the medians are taken of.")
  var runs = 5

  @Option(help: "How many handshakes each thread does in a turn.")
  var handshakes = 50

  @Option(help: "The most threads; measured with one thread and with this many.")
  var threads = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: "The seed of salts and keys.")
  var seed: UInt64 = 1

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...100).contains(runs) else { throw ValidationError("--runs takes 1 to 100") }
    guard (1...100_000).contains(handshakes) else {
      throw ValidationError("--handshakes takes 1 to 100000")
    }
    guard (1...1_024).contains(threads) else { throw ValidationError("--threads takes 1 to 1024") }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let bench = CryptographyBench(
      runs: runs, handshakes: handshakes, seed: seed, environment: environment)
    let results = try bench.measure(threads: threads == 1 ? [1] : [1, threads])
    return CommandOutput(
      text: try output.format.isJSON()
        ? CryptographyBench.json(results).text : CryptographyBench.text(results))
  }
}
