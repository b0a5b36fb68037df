import ArgumentParser
import PoolAnalysis

/// `waymark completions`: writes shell completions and the man page, from the verbs' own help.
struct CompletionsCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Writes completions for bash, zsh and fish, and the man page.",
    discussion: """
      The files are laid out as in /usr/share or ~/.local/share, where the shells look for them. \
      The name of a shell instead of a folder prints its script alone.

      Example: waymark completions ~/.local/share
      Example: source <(waymark completions bash)
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder to write to; or bash, zsh or fish, to print.", valueName: "DIR|SHELL"))
  var target: String

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    if let shell = CompletionShell(rawValue: target) {
      return CommandOutput(text: WaymarkCommand.completionScript(for: shell))
    }
    let shells: [(shell: CompletionShell, place: String)] = [
      (.bash, "bash-completion/completions/waymark"), (.zsh, "zsh/site-functions/_waymark"),
      (.fish, "fish/vendor_completions.d/waymark.fish"),
    ]
    var output = CommandOutput()
    output.files = shells.map { shell, place in
      CommandOutput.File(place, in: target, text: WaymarkCommand.completionScript(for: shell))
    }
    output.files.append(CommandOutput.File("man/man1/waymark.1", in: target, text: Self.manual))
    output.stdout = Array(output.files.map { $0.path + "\n" }.joined().utf8)
    return output
  }

  /// The man page: the help of the program and of each verb, as `waymark help` prints it.
  static var manual: String {
    let root = WaymarkCommand.configuration
    var out = ".TH WAYMARK 1 \"\" \"waymark \(root.version)\"\n"
    out += ".SH NAME\nwaymark \\- \(escaped(root.abstract))\n"
    out += ".SH DESCRIPTION\n" + literal(WaymarkCommand.helpMessage(columns: 76)) + ".SH VERBS\n"
    for verb in root.subcommands {
      out += ".SS \(verb.configuration.commandName ?? "")\n"
      out += literal(WaymarkCommand.helpMessage(for: verb, columns: 76))
    }
    return out
  }

  /// Lines that are printed unchanged.
  private static func literal(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // A period or an apostrophe at the start of a line would be a roff request.
      (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + escaped(String(line))
    }
    return ".nf\n" + lines.joined(separator: "\n") + "\n.fi\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  }
}
