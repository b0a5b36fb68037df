import ArgumentParser
import PoolAnalysis

/// The option for a file that says which means open users' mailboxes and phone numbers.
struct LinkedAccountOptions: ParsableArguments {
  @Option(
    name: .customLong("means"),
    help: ArgumentHelp(
      "A file that says what opens users' mailboxes and phone numbers.",
      discussion: "Such as `openedBy: { mailbox: [[password, phone]] }`; see the page on answers.",
      valueName: "FILE"))
  var path: String?

  /// The content of the file; nil where none is named.
  func accounts() throws(CommandFailure) -> LinkedAccounts? {
    try path.map { path throws(CommandFailure) in try LinkedAccounts(path: path) }
  }
}
