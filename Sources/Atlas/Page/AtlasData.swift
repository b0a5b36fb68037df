import Diagrams
import Findings
import PoolAnalysis
import TransitionTables

/// The data of an atlas, each value once: texts, rows, messages, changes and steps are in tables,
/// and all else refers to them by position.
///
/// Paths share most of their steps, so the size of an atlas depends on the differences within a
/// pool and not on the number of its paths. Equal reports give equal bytes. Cost: linear in all
/// steps.
struct AtlasData {
  /// The distinct values of a kind, with the position of each.
  private struct Pool<Value: Hashable> {
    var values: [Value] = []
    private var places: [Value: Int] = [:]

    mutating func place(of value: Value) -> Int {
      if let known = places[value] { return known }
      places[value] = values.count
      values.append(value)
      return values.count - 1
    }
  }

  private let report: PoolReport
  private let wording: SequenceWording
  private let table: TableText
  private let rowsByID: [String: Row]
  private let transcripts: [String: [String]]
  /// The answers about means, each with a run.
  var cases: [MeansCase] = []
  private var strings = Pool<String>()
  private var rows = Pool<String>()
  private var changes = Pool<[Int]>()
  private var messages = Pool<SequenceDiagram.Message>()
  private var steps = Pool<TraceStepReport>()

  /// - Parameter transcript: the logs of the paths on the wire, with a line `# id` above each; may
  ///   be empty.
  init(report: PoolReport, model: Model, transcript: String = "") {
    self.report = report
    wording = SequenceWording(model: model)
    table = TableText(model: model)
    rowsByID = Dictionary(
      model.rows.map { ($0.fullID, $0) }, uniquingKeysWith: { first, _ in first })
    transcripts = Self.sections(of: transcript)
  }

  /// The data as a JSON document in one line, safe inside a `script` element.
  mutating func json() -> String {
    let properties = report.properties.map { property -> JSONValue in
      var entries: [String: JSONValue] = [
        "id": .string(property.id), "prose": .string(property.prose),
      ]
      if property.verdict == .fails {
        entries["steps"] = numbers(property.run.map { steps.place(of: $0) })
      }
      return .object(entries)
    }
    let paths = report.paths.map { path($0) }
    let means = cases.map { one -> JSONValue in
      .object([
        "id": .string(one.id), "prose": .string(one.title),
        "steps": numbers(one.steps.map { steps.place(of: $0) }),
      ])
    }
    // Steps are written before messages, and messages before rows, since each adds to the tables
    // after it.
    let shown = steps.values.map { step($0) }
    let said = messages.values.map { message($0) }
    let written = rows.values.map { row($0) }
    let different = changes.values.map(numbers)
    let lanes = SequenceDiagram.Lane.allCases.map {
      JSONValue.object(["id": .string($0.rawValue), "name": .string($0.name)])
    }
    var entries: [String: JSONValue] = means.isEmpty ? [:] : ["means": .array(means)]
    entries.merge([
      "pool": .string(report.pool), "properties": .array(properties), "paths": .array(paths),
      "steps": .array(shown), "messages": .array(said), "rows": .array(written),
      "changes": .array(different), "lanes": .array(lanes),
      "kinds": .strings(SequenceDiagram.Message.Kind.allCases.map(\.rawValue)),
      "strings": .strings(strings.values),
    ]) { $1 }
    return JSONValue.object(entries).line.replacing("<", with: "\\u003c")
  }

  // MARK: Entries

  private mutating func path(_ path: PathReport) -> JSONValue {
    let calls = path.calls.map { call -> JSONValue in
      numbers([text(call.call), text(call.answer), call.isError ? 1 : 0])
    }
    let record = path.record.map { entry -> JSONValue in
      let name = entry.name + (entry.member.map { "[\($0)]" } ?? "")
      return numbers([text(name), text(entry.value)])
    }
    var entries: [JSONValue] = [
      .number(text(path.id)), .number(text(path.outcome)), .array(calls), .array(record),
      numbers(path.trace.map { steps.place(of: $0) }), .number(text(path.replay.rawValue)),
      .number(text(path.condition ?? "")),
    ]
    if let lines = transcripts[path.id] { entries.append(numbers(lines.map { text($0) })) }
    return .array(entries)
  }

  private mutating func step(_ report: TraceStepReport) -> JSONValue {
    let step = wording.step(report)
    let all = report.changes.map { change in
      changes.place(of: [text(change.name), text(change.before), text(change.after)])
    }
    // Rows are listed with their messages; a step without messages lists its rows itself.
    let silent = step.messages.isEmpty ? report.rows.map { rows.place(of: $0) } : []
    return .array([
      .number(text(report.actor)), .number(text(report.shortCall)),
      .number(text(report.answer ?? "")),
      .number(step.isRemark ? 1 : 0), numbers(all),
      numbers(step.messages.map { messages.place(of: $0) }), numbers(silent),
    ])
  }

  private mutating func message(_ message: SequenceDiagram.Message) -> JSONValue {
    .array([
      .number(place(of: message.from)), .number(place(of: message.to)),
      .number(SequenceDiagram.Message.Kind.allCases.firstIndex(of: message.kind) ?? 0),
      .number(text(message.text)), .number(text(message.detail)),
      numbers(message.rows.map { rows.place(of: $0) }),
    ])
  }

  private mutating func row(_ id: String) -> JSONValue {
    numbers(table.cells(of: rowsByID[id], id: id).map { text($0) })
  }

  private func place(of lane: SequenceDiagram.Lane) -> Int {
    SequenceDiagram.Lane.allCases.firstIndex(of: lane) ?? 0
  }

  private mutating func text(_ text: String) -> Int { strings.place(of: text) }

  private func numbers(_ numbers: [Int]) -> JSONValue { .array(numbers.map { .number($0) }) }

  // MARK: Transcripts

  /// The maximum number of characters in a line: numbers of two thousand bits are of no use to a
  /// reader.
  private static let longest = 400

  /// The lines of each log, by path id.
  static func sections(of transcript: String) -> [String: [String]] {
    var sections: [String: [String]] = [:]
    var id = ""
    for line in transcript.split(separator: "\n") where !line.hasPrefix("## ") {
      if line.hasPrefix("# ") {
        id = String(line.dropFirst(2))
        // If there are several logs for a path, of several seeds, the first is used.
        if sections[id] != nil { id = "" }
      } else if !id.isEmpty {
        sections[id, default: []].append(shortened(line))
      }
    }
    return sections
  }

  /// A line in which each long quoted word is replaced by its beginning and its length.
  private static func shortened(_ line: Substring) -> String {
    var out = ""
    for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { out += "\"" }
      let isLong = part.count > 80 && !part.contains(" ")
      out += isLong ? "\(part.prefix(16))… \(part.count) characters" : String(part)
    }
    return out.count > longest ? out.prefix(longest) + " …" : out
  }
}
