import Findings
import SafeText
import SignIn
import SignInTestBed
import TransitionTables

/// The coverage of a pool's catalogue by an app's tests: the paths, error ends and side steps that
/// they reached in the sign-ins recorded by an endpoint.
package struct CatalogueCoverage {
  /// The kind of an entry in the catalogue.
  package enum Kind: String, CaseIterable {
    case path = "paths"
    case error = "error ends"
    case sideStep = "side steps"
  }

  /// A path, error end or side step of the catalogue.
  package struct Entry {
    package var id: String
    package var kind: Kind
    package var steps: String
    package var isReached: Bool
    /// Whether the entry can be recognised on the wire: a call that the client itself rejects sends
    /// nothing.
    package var isSeen: Bool
  }

  package private(set) var entries: [Entry] = []
  private let title: String

  /// Compares recorded sign-ins with a catalogue.
  ///
  /// - Parameters:
  ///   - title: the name of the pool.
  ///   - catalogue: the pool's paths and side steps.
  ///   - explored: the exploration in which they were found.
  ///   - wire: the catalogue as exchanges over the wire.
  ///   - seen: the recorded exchanges of each user, in the order of the requests.
  package init(
    _ title: String, _ catalogue: Catalogue, _ explored: any ExploredTable, _ wire: WireCatalogue,
    seen: [[WireExchange]]
  ) throws(TableExploration.Disagreement) {
    self.title = title
    let wording = CatalogueWording(explored: explored, catalogue: catalogue)
    let ways = Dictionary(
      // An entry whose last call sends nothing looks like a shorter one.
      wire.ways.map { ($0.id, $0.calls.last?.isEmpty == false ? $0.exchanges : []) },
      uniquingKeysWith: { first, _ in first })
    // Requests that no entry of the catalogue contains, such as GetUser, are ignored.
    let known = Set(wire.ways.flatMap(\.exchanges).flatMap { [$0, $0.wordless] })
    let streams = seen.map { $0.filter(known.contains) }
    func entry(_ id: String, _ kind: Kind, _ steps: String) -> Entry {
      let way = ways[id] ?? []
      let isReached = !way.isEmpty && streams.contains { $0.holds(way) }
      return Entry(
        id: id, kind: kind, steps: steps, isReached: isReached, isSeen: !way.isEmpty)
    }
    for report in try wording.paths(agreed: [:]) {
      let steps = report.calls.map { "\($0.call) → \($0.answer)" }.joined(separator: ", ")
      entries.append(entry(report.id, report.outcome == "error" ? .error : .path, steps))
    }
    for report in try wording.sideSteps() {
      let steps = "\(report.from): \(report.call.call) → \(report.call.answer)"
      entries.append(entry(report.id, .sideStep, steps))
    }
  }

  /// The entries that can be recognised.
  private var countable: [Entry] { entries.filter(\.isSeen) }

  /// The percentage of entries reached, rounded down.
  package var percent: Int {
    countable.isEmpty ? 100 : countable.count(where: \.isReached) * 100 / countable.count
  }

  private var sentence: String {
    "\(countable.count(where: \.isReached)) of \(countable.count) are reached, \(percent) %"
  }

  private func tally(_ kind: Kind) -> String {
    let all = countable.filter { $0.kind == kind }
    return "\(kind.rawValue): \(all.count(where: \.isReached)) of \(all.count)"
  }

  // MARK: Reports

  package var text: String {
    var out = "\(title)\n\(sentence).  "
    out += Kind.allCases.map(tally).joined(separator: ", ") + "\n"
    for kind in Kind.allCases {
      let missing = countable.filter { $0.kind == kind && !$0.isReached }
      guard !missing.isEmpty else { continue }
      out += "\nNot reached, \(kind.rawValue):\n"
      for entry in missing {
        out += "  \(entry.id)\n"
        out += TextLayout.labelled("      ", entry.steps)
      }
    }
    let hidden = entries.count - countable.count
    if hidden > 0 {
      out += "\nNot counted: \(TextLayout.counted(hidden, "way")) that the client ends by itself, "
      out += "so that no request shows it.\n"
    }
    return out
  }

  package var value: JSONValue {
    .object([
      "pool": .string(title), "percent": .number(percent),
      "ways": .array(
        entries.map { entry in
          .object([
            "id": .string(entry.id), "kind": .string(entry.kind.rawValue),
            "steps": .string(entry.steps), "reached": .bool(entry.isReached),
            "counted": .bool(entry.isSeen),
          ])
        }),
    ])
  }

  /// The report as one page.
  package var html: String {
    var out = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    out += "<title>Coverage of \(XMLText.escaped(title))</title>\n"
    out += "<style>:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}"
    out += "body{max-width:70rem;margin:1rem auto;padding:0 1rem}"
    out += "td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}</style>\n"
    out += "<h1>Coverage of \(XMLText.escaped(title))</h1>\n<p>\(sentence).</p>\n"
    for kind in Kind.allCases {
      out += "<h2>\(tally(kind))</h2>\n<table>\n<tr><th>reached<th>way<th>steps\n"
      for entry in countable.filter({ $0.kind == kind }) {
        out += "<tr><td>\(entry.isReached ? "yes" : "no")<td><code>"
        out += "\(XMLText.escaped(entry.id))</code><td>\(XMLText.escaped(entry.steps))\n"
      }
      out += "</table>\n"
    }
    return out + "</html>\n"
  }
}

extension [WireExchange] {
  /// Whether a way occurs as consecutive exchanges. A recorded exception without words, as in older
  /// files, matches any exception of its class.
  fileprivate func holds(_ way: [WireExchange]) -> Bool {
    guard way.count <= count else { return false }
    return (0...(count - way.count)).contains { start in
      self[start..<(start + way.count)].elementsEqual(way) { seen, step in
        seen == step || seen == step.wordless
      }
    }
  }
}
