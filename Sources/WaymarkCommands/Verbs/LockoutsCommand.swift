import ArgumentParser
import PoolAnalysis

/// `waymark lockouts`: lists the losses that lock users out.
struct LockoutsCommand: MeansVerb {
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

  @OptionGroup var options: MeansOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let lockouts = try Lockouts(try options.analysis(in: environment))
    let text = LockoutText(lockouts: lockouts, style: environment.style)
    return CommandOutput(text: text.written(as: options.output.format))
  }
}
