import ArgumentParser
import PoolAnalysis
import SignInTestBed
import TransitionTables

/// `waymark testbed --stdio`: serves a pool over a pipe, to which other programs can sign in.
struct TestBedCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "testbed",
    abstract: "Answers Cognito's operations over a pipe, by the table and real cryptography.",
    discussion: """
      One request a line on stdin, {"operation": "InitiateAuth", "input": {…}}, and one answer a \
      line on stdout, {"output": {…}} or {"error": {"__type": …, "message": …}}. The fields are \
      those of Cognito's API. The rows of the pool decide, cryptography judges the bytes.

      There are further operations: TestBedDescribe (ids and, where there is one, the \
      client's secret), TestBedKeys (the published keys), TestBedClock (To, By: seconds), \
      TestBedMailbox (codes that were delivered) and TestBedDifferences. The clock stands until it \
      is moved; the same seed and the same requests give the same bytes.

      Without a POOL it is sound/retail. A parameter that the pool leaves open has its default. \
      Exit status 14 where table and test bed differed.

      --operations lists the operations of the API that are answered; every other one is answered \
      with UnknownOperationException.

      Example: waymark testbed pool.yaml --stdio
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions

  @Flag(help: "Reads requests from stdin and writes answers to stdout, line by line.")
  var stdio = false

  @Flag(help: "Lists the operations that are answered, and ends.")
  var operations = false

  @Option(help: "The seed of all randomness of the test bed.")
  var seed: UInt64 = 1

  func validate() throws {
    guard stdio || operations else {
      throw ValidationError("give --stdio: there is no other way to talk to it")
    }
    guard pools.pools.count <= 1 else { throw ValidationError("a test bed is of one POOL") }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    if operations {
      let names = WireCodec(try environment.model()).operations
      return CommandOutput(text: names.map { "\($0)\n" }.joined())
    }
    var service = try ServedPool(pools, in: environment)
      .service(seed: seed, conventions: environment.conventions)
    while let line = environment.readLine() {
      guard !line.isEmpty else { continue }
      guard line.count <= LineReader.longest else { throw Self.tooLong }
      guard environment.writeLine(service.answer(line)) else { break }
    }
    var result = CommandOutput()
    for difference in service.differences {
      result.stderr +=
        "\(difference.row): \(difference.evidence) is \(difference.actual), "
        + "not \(difference.expected)\n"
    }
    if !service.differences.isEmpty { result.status = .testBedDiffers }
    return result
  }

  private static let tooLong = CommandFailure(
    [
      Diagnostic(
        "testbed.line-too-long", at: SourceLocation(file: "-"),
        "a request is longer than \(LineReader.longest) bytes, or does not end",
        remedy: "write one request a line")
    ], status: .unreadable)
}
