import Findings

/// The text of `help` in a walk.
enum WalkHelp {
  /// The commands, for suggestions about a misspelt word.
  static let words = ["list", "back", "show", "state", "steps", "rows", "save", "help", "quit"]

  private static let calls = [
    ("3", "the third of the last list"),
    ("signOut", "a call by its name, where it can be done in one way"),
    (
      "signIn password=wrong",
      "with inputs, `name: value` or `name=value`, in any order; of a switch its name is enough, "
        + "as in `createUser givesEmail`. The calls that fit are listed where there are several"
    ),
    (
      "signUp(givesEmail, name: plain)",
      "as traces write it: in brackets, switches that are left out are off"
    ),
  ]
  private static let commands = [
    ("list", "what can be done here; an empty line does the same"),
    ("back", "takes the last step back, `back 3` the last three"),
    ("show", "what is different from the beginning; `state` does the same"),
    ("steps", "the walk so far"),
    ("rows", "the rows that decided the last step, with their sources"),
    (
      "save FILE",
      "writes the walk as a scenario for `waymark run`; as a page where FILE ends in .md"
    ),
    ("help", "this text"), ("quit", "ends the walk, as the end of the input does"),
  ]

  /// The text, wrapped at a width; nil puts each entry on one line.
  static func text(width: Int?) -> String {
    let all = (calls + commands).map { (name: "  \($0.0)", text: $0.1) }
    let split = calls.count
    let lines = { (rows: ArraySlice<(name: String, text: String)>) in
      TextLayout.entries(Array(rows), width: width)
    }
    return "What is done next:\n" + lines(all[..<split]) + "Commands:\n" + lines(all[split...])
      + """
      Example, five lines that set an account up, sign in and keep the walk:
        createUser(givesEmail)
        setPermanentPassword
        signIn flow=userSRP password=current
        save walk.yaml
        quit
      In a script, lines that begin with # are passed over.

      """
  }
}
