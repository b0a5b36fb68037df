public import TransitionTables

/// A counterexample as `check --format json` writes it, which can be run again.
///
/// The report has all that a run needs: the whole configuration (for a family also the member in
/// which the run fails) and for each step the call, the rows, the messages and the changes. Steps
/// keep their places in the file, so that a difference can be located.
public struct StoredTrace: Sendable {
  /// One step as it is written in the report.
  public struct Step: Sendable {
    var call: LocatedNode
    var rows: [LocatedNode]
    var messages: LocatedNode?
    var answer: LocatedNode?
    var changes: LocatedNode?
  }

  /// The name of the pool and the property, with a number where the report has several runs for it.
  public var name: String
  /// The id of the property that fails at the end of the run.
  public var property: LocatedNode
  /// The values of the parameters.
  var settings: [LocatedNode.Entry]
  /// The steps, without the line that states an endless loop.
  public var steps: [Step] = []
  /// The loop in which the run goes on for ever: the number of steps before it, with its place.
  var loop: (start: Int, location: SourceLocation)?
  /// The document that contains it.
  public var document: LocatedDocument

  /// Whether a document is a report of `check` or `explore`, or a list of such reports.
  public static func isReport(_ document: LocatedDocument) -> Bool {
    let first = document.root.elements?.first ?? document.root
    return first["properties"]?.elements != nil && first["configuration"]?.entries != nil
  }

  /// Reads all counterexamples of a report, in order.
  /// - Throws: a `DiagnosticList` with code `trace.shape`, also where there are none.
  public static func all(in document: LocatedDocument) throws(DiagnosticList) -> [StoredTrace] {
    var traces: [StoredTrace] = []
    for report in document.root.elements ?? [document.root] {
      let closed = report["configuration"]?["closed"]?.entries ?? []
      let pool = report["pool"]?.text ?? document.file
      for property in report["properties"]?.elements ?? [] {
        let first = property["trace"]?.elements.map { [$0] } ?? []
        let runs = first + (property["furtherTraces"]?.elements ?? []).compactMap(\.elements)
        for (number, run) in runs.enumerated() where !run.isEmpty {
          traces.append(
            try StoredTrace(
              steps: run, of: property, pool: pool + (runs.count > 1 ? ", run \(number + 1)" : ""),
              settings: closed + (property["example"]?.entries ?? []), document))
        }
      }
    }
    guard traces.isEmpty else { return traces }
    throw DiagnosticList([
      document.diagnostic(
        "trace.shape", at: document.root.location, "the report holds no counterexample",
        remedy: "write one with `waymark check POOL --format json`")
    ])
  }

  private init(
    steps: [LocatedNode], of property: LocatedNode, pool: String, settings: [LocatedNode.Entry],
    _ document: LocatedDocument
  ) throws(DiagnosticList) {
    guard let id = property["id"], let text = id.text else {
      throw Self.misshapen("a property lacks `id`", at: property.location, document)
    }
    name = "\(pool): \(text)"
    self.property = id
    self.settings = settings
    self.document = document
    for step in steps {
      guard let call = step["call"], let words = call.text, let rows = step["rows"]?.elements else {
        throw Self.misshapen("a step lacks `call` or `rows`", at: step.location, document)
      }
      guard !rows.isEmpty else {
        // The last line of an endless run: "and so on for ever from step 3", or that nobody ever
        // goes on.
        let number = words.split(separator: " ").last.flatMap { Int($0) }
        loop = (number.map { $0 - 1 } ?? self.steps.count, call.location)
        continue
      }
      self.steps.append(
        Step(
          call: call, rows: rows, messages: step["messages"], answer: step["answer"],
          changes: step["changes"]))
    }
  }

  private static func misshapen(
    _ message: String, at location: SourceLocation, _ document: LocatedDocument
  ) -> DiagnosticList {
    DiagnosticList([
      document.diagnostic(
        "trace.shape", at: location, message,
        remedy: "give the report as `waymark check POOL --format json` wrote it")
    ])
  }
}
