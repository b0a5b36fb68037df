import ArgumentParser
import Findings
import Foundation
import PoolAnalysis
import SafeText
import Synchronization
import TransitionTables

/// The program as a function from arguments to its complete output.
public enum WaymarkTool {
  /// Runs a command line without printing or writing anything.
  ///
  /// The output contains words of documents and of the command line. They are escaped, so that
  /// neither a terminal nor GitHub's runner, which reads every log, takes them for commands.
  package static func output(
    for arguments: [String], in environment: ToolEnvironment
  ) -> CommandOutput {
    var output = perform(arguments, in: environment)
    output.stderr = GitHubText.log(output.stderr.visible)
    // Leave pictures, which are not text, as they are.
    if let text = String(validating: output.stdout, as: UTF8.self) {
      let shown = environment.style.cleaned(text)
      output.stdout = Array(GitHubText.log(shown, colons: output.beginsLinesWithColons).utf8)
    }
    return output
  }

  private static func perform(
    _ arguments: [String], in environment: ToolEnvironment
  ) -> CommandOutput {
    if arguments.isEmpty { return CommandOutput(text: WaymarkCommand.welcome) }
    // The parser knows only the long name.
    let arguments = ArgumentComplaint.joiningNumbers(arguments)
      .map { $0 == "-V" ? "--version" : $0 }
    do {
      let command = try WaymarkCommand.parseAsRoot(arguments)
      guard let verb = command as? any Verb else {
        var other = command
        try other.run()
        return CommandOutput()
      }
      environment.limits.reset()
      try environment.requireModels()
      var environment = environment
      if let verb = verb as? any ModelVerb { environment.layers = verb.layers.names }
      var output = try verb.perform(in: environment)
      // A stopped run is inconclusive, whatever it was doing at the time.
      if environment.limits.isStopped {
        let reports = !output.stdout.isEmpty || !output.files.isEmpty
        output.stderr += environment.limits.message(reports: reports)
        output.status = ExitStatus.combined([output.status, .limitReached])
        output.setPartialFilesBeside()
      }
      return output
    } catch let failure as CommandFailure {
      // A stopped run may lack what the error is about, so report the limit instead.
      guard failure.status == .usage, environment.limits.isStopped else { return failure.output }
      var output = CommandOutput(text: "", status: .limitReached)
      output.stderr = environment.limits.message(reports: false)
      return output
    } catch {
      return parsing(error, arguments)
    }
  }

  /// The output for help (stdout, status 0) or for a wrong command line (stderr, status 64).
  private static func parsing(_ error: any Error, _ arguments: [String]) -> CommandOutput {
    guard WaymarkCommand.exitCode(for: error).isSuccess else {
      return ArgumentComplaint(error, arguments: arguments).failure.output
    }
    // Keep the width, so that the columns of the help stay aligned.
    let help = WaymarkCommand.fullMessage(for: error)
      .replacing("\n  --version    ", with: "\n  -V, --version")
    return CommandOutput(text: breakingUsage(of: help) + "\n")
  }

  /// The help with its usage broken between arguments; the argument parser writes it on one line.
  private static func breakingUsage(of help: String) -> String {
    let label = "USAGE: "
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix(label), line.count > 80 else { return String(line) }
      var depth = 0
      let usage = line.dropFirst(label.count).map { character -> Character in
        if character == "[" { depth += 1 } else if character == "]" { depth -= 1 }
        return character == " " && depth > 0 ? "\u{A0}" : character
      }
      let broken = String(TextLayout.labelled(label, String(usage)).dropLast())
      return broken.replacing("\u{A0}", with: " ")
    }
    return lines.joined(separator: "\n")
  }

  /// The width of a terminal in characters; nil where the descriptor is no terminal.
  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return max(40, Int(size.ws_col))
  }

  /// Runs the process's command line: writes files, prints, and returns the exit status.
  public static func main() -> Int32 {
    StandardStream.prepare()
    guard !StandardStream.areFilesTooFew else {
      let complaint = Diagnostic(
        "system.too-few-files", at: SourceLocation(file: "waymark"),
        "too few files may be open at a time", remedy: "allow more, such as by `ulimit -n 256`")
      StandardStream.say(complaint.rendered)
      return ExitStatus.systemFailure.rawValue
    }
    MemoryGuard.listen()
    let progress = ProgressLine(
      isTerminal: isatty(StandardStream.complaints) == 1,
      width: { width(of: StandardStream.complaints) ?? 80 })
    var environment = ToolEnvironment()
    environment.ownsProcess = true
    environment.today = Date.now.ISO8601Format(.iso8601.year().month().day())
    environment.variables = ProcessInfo.processInfo.environment
    environment.cache = ReportCache(
      variables: environment.variables, program: Bundle.main.executableURL)
    environment.outputIsTerminal = isatty(STDOUT_FILENO) == 1
    environment.inputIsTerminal = isatty(STDIN_FILENO) == 1
    environment.width = width(of: STDOUT_FILENO) ?? environment.width
    environment.progress = { progress.show($0) }
    let reader = LineReader(descriptor: STDIN_FILENO)
    environment.readLine = { reader.next() }
    let fault = Mutex<String?>(nil)
    environment.writeLine = { line in
      do throws(StandardStream.Failure) {
        try StandardStream.write(Array((line + "\n").utf8), to: STDOUT_FILENO)
        return true
      } catch {
        if case .broken(let reason) = error { fault.withLock { $0 = reason } }
        return false
      }
    }
    environment.writeAside = { line in
      StandardStream.say(line + "\n")
      return true
    }
    let interrupts = environment.limits.listenToInterrupts(StandardStream.say)
    var output = self.output(
      for: Array(ProcessInfo.processInfo.arguments.dropFirst()), in: environment)
    progress.clear()
    // The results are complete now; an interrupt must not stop half-way through writing them.
    for source in interrupts { source.cancel() }
    do throws(CommandFailure) {
      // An interrupt ends the process again while it waits for a reader.
      try FileWriter.write(
        output.files, placed: { for number in [SIGINT, SIGTERM] { _ = signal(number, SIG_DFL) } })
      for path in output.obsolete { unlink(path) }
    } catch {
      output = error.output
    }
    let status = print(output)
    return (fault.withLock(\.self).map(complain(ofOutput:)) ?? status).rawValue
  }

  /// Reports why standard output cannot be written to.
  private static func complain(ofOutput reason: String) -> ExitStatus {
    let complaint = Diagnostic(
      "system.not-printed", at: SourceLocation(file: "stdout"),
      "the result cannot be printed to standard output: \(reason)",
      remedy: "write it to a file, on a disk that has room")
    StandardStream.say(complaint.rendered)
    return .systemFailure
  }

  /// Prints the output, and returns the status: 153 where the result could not be written.
  private static func print(_ output: CommandOutput) -> ExitStatus {
    var status = output.status
    do throws(StandardStream.Failure) {
      try StandardStream.write(output.stdout, to: STDOUT_FILENO)
    } catch {
      if case .broken(let reason) = error { status = complain(ofOutput: reason) }
    }
    // A terminal would break lines within words, so break them here.
    StandardStream.say(
      width(of: STDERR_FILENO).map { TextLayout.fitted(output.stderr, width: $0) } ?? output.stderr)
    return status
  }
}
