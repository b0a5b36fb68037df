import ArgumentParser
import PoolAnalysis

/// The file that says what opens users' accounts elsewhere.
struct LinkedAccountOptions: ParsableArguments {
  @Option(
    name: .customLong("means"),
    help: ArgumentHelp(
      "A file that says what opens users' mailboxes and phone numbers.",
      discussion: "Such as `openedBy: { mailbox: [[password, phone]] }`; see the page on answers.",
      valueName: "FILE"))
  var path: String?

  /// What the file says; nil where none is named.
  func accounts() throws(CommandFailure) -> LinkedAccounts? {
    try path.map { path throws(CommandFailure) in try LinkedAccounts(path: path) }
  }
}
