import ArgumentParser
import Foundation

/// The program as a function: arguments in, everything that it has to say out.
public enum WaymarkTool {
  /// Runs a command line without printing or writing anything.
  public static func output(
    for arguments: [String], in environment: ToolEnvironment
  ) -> CommandOutput {
    do {
      // The parser knows the long name alone.
      let command = try WaymarkCommand.parseAsRoot(arguments == ["-V"] ? ["--version"] : arguments)
      guard let verb = command as? any Verb else {
        var other = command
        try other.run()
        return CommandOutput()
      }
      environment.limits.reset()
      try environment.requireModels()
      var output = try verb.perform(in: environment)
      // What was cut off is inconclusive, whatever was being done at the time.
      if environment.limits.isStopped {
        output.stderr += environment.limits.message
        output.status = ExitStatus.combined([output.status, .limitReached])
      }
      return output
    } catch let failure as CommandFailure {
      return failure.output
    } catch {
      return parsing(error)
    }
  }

  /// Help goes to stdout with 0, a wrong command line to stderr with 64.
  private static func parsing(_ error: any Error) -> CommandOutput {
    let message = WaymarkCommand.fullMessage(for: error) + "\n"
    guard WaymarkCommand.exitCode(for: error).isSuccess else {
      var output = CommandOutput()
      output.stderr = message
      output.status = .usage
      return output
    }
    return CommandOutput(text: message)
  }

  /// How many characters a line of a terminal has; nil for what is none.
  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return max(40, Int(size.ws_col))
  }

  /// Runs the process's command line: writes, prints, and returns the exit status.
  public static func main() -> Int32 {
    let progress = ProgressLine(isTerminal: isatty(STDERR_FILENO) == 1)
    var environment = ToolEnvironment()
    environment.variables = ProcessInfo.processInfo.environment
    environment.outputIsTerminal = isatty(STDOUT_FILENO) == 1
    environment.width = width(of: STDOUT_FILENO) ?? environment.width
    environment.progress = { progress.show($0) }
    let interrupts = environment.limits.listenToInterrupts()
    defer { interrupts.cancel() }
    var output = self.output(
      for: Array(ProcessInfo.processInfo.arguments.dropFirst()), in: environment)
    progress.clear()
    do throws(CommandFailure) {
      try FileWriter.write(output.files)
    } catch {
      output = error.output
    }
    FileHandle.standardOutput.write(Data(output.stdout))
    FileHandle.standardError.write(Data(output.stderr.utf8))
    return output.status.rawValue
  }
}
