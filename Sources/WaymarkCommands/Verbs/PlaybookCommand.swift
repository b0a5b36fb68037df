import ArgumentParser
import PoolAnalysis

/// `waymark playbook`: what a support desk does for users who cannot get in.
struct PlaybookCommand: MeansVerb {
  static let configuration = CommandConfiguration(
    commandName: "playbook",
    abstract: "Writes what a support desk does for users who are locked out, as Markdown.",
    discussion: """
      One section a symptom: the fewest acts of an administrator that bring the user back, as \
      commands of the AWS CLI; what the user does afterwards; which acts are accepted and do not \
      help, and why. Every help is replayed with cryptography up to the tokens.

      Exit status: 0 every help was replayed, 14 a replay and the table differ, 151 the pool is \
      illegal, 152 a limit was reached.

      Example: waymark playbook Models/pools/sound/retail.yaml
      """)

  @OptionGroup var options: MeansOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let playbook = try Playbook(try options.analysis(in: environment))
    let text = PlaybookText(playbook: playbook)
    return CommandOutput(
      text: text.written(as: options.output.format),
      status: playbook.isDifferent ? .testBedDiffers : .allHold)
  }
}
