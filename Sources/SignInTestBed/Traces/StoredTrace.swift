public import TransitionTables

/// A counterexample as `check --format json` writes it, ready to be taken again.
///
/// The report says everything that a run needs: the whole configuration, for a family also the
/// member in which the run goes wrong, and for each step the call, the rows, what was sent and
/// received, and what changed. Steps keep their places in the file, so that a difference has one
/// too.
public struct StoredTrace: Sendable {
  /// One step as it was written.
  public struct Step: Sendable {
    var call: LocatedNode
    var rows: [LocatedNode]
    var messages: LocatedNode?
    var answer: LocatedNode?
    var changes: LocatedNode?
  }

  /// The pool and the property, with a number where the report has several runs for it.
  public var name: String
  /// The id of the property that fails at the end.
  public var property: LocatedNode
  /// The value of each parameter.
  var settings: [LocatedNode.Entry]
  /// The steps, without the line that says how a run goes on for ever.
  public var steps: [Step] = []
  /// Where the run goes on for ever: the number of steps before the loop, with its place.
  var loop: (start: Int, location: SourceLocation)?
  /// The file that holds it.
  public var document: LocatedDocument

  /// Whether a document is a report of `check` or `explore`, or a list of such reports.
  public static func isReport(_ document: LocatedDocument) -> Bool {
    let first = document.root.elements?.first ?? document.root
    return first["properties"]?.elements != nil && first["configuration"]?.entries != nil
  }

  /// Every counterexample of a report, in its order.
  /// - Throws: a `DiagnosticList` with code `trace.shape`, also where there is none.
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
        // How it goes on for ever: "and so on for ever from step 3", or nobody ever goes on.
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
