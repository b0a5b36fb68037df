import ArgumentParser
import PoolAnalysis

/// `waymark attacks`: lists the stolen means with which an outsider gets in.
struct AttacksCommand: MeansVerb {
  static let configuration = CommandConfiguration(
    commandName: "attacks",
    abstract: "Lists the smallest sets of stolen means with which an outsider gets in.",
    discussion: """
      For every record that users can have: with which means (password, mailbox, phone number, an \
      app that is signed in …), stolen together, an outsider signs in, takes the account over, \
      locks out an owner who could sign in, or learns that the account exists. Recovery counts as \
      a way in. Each set is minimal and has the run that shows it; the cost compares sets.

      Exit status: 0 the sets are complete, 151 the pool is illegal, 152 a limit was reached.

      Example: waymark attacks Models/pools/sound/retail.yaml
      """)

  @OptionGroup var options: MeansOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    var attacks = try Attacks(try options.analysis(in: environment))
    try attacks.trySettings()
    let text = AttackText(attacks: attacks, style: environment.style)
    return CommandOutput(text: text.written(as: options.output.format))
  }
}
