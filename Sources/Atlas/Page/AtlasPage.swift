import Diagrams
import Findings
import PoolAnalysis
import SafeText
import TransitionTables

/// The atlas of a pool: one self-contained page to read, search and step through.
///
/// The page works as a local file, without network and libraries. Verdicts and map are HTML, so
/// that a reader without scripts has them; the paths are rendered by a script from data in the
/// page. The page depends only on its inputs.
struct AtlasPage {
  let report: PoolReport
  let model: Model
  /// The map of the next steps as SVG; nil if there is none.
  var map: String?
  var transcript = ""
  /// The means to lock users out and to let outsiders in; nil if they were not requested.
  var means: MeansReport?

  /// The page as HTML.
  func text() -> String {
    var data = AtlasData(report: report, model: model, transcript: transcript)
    data.cases = means?.cases ?? []
    let style = AtlasFiles.style + (means == nil ? "" : "\n" + AtlasFiles.meansStyle)
    return AtlasFiles.filled(
      AtlasFiles.page,
      with: [
        "name": Self.escaped(report.pool), "style": style,
        "map-colours": Self.mapColours, "head": head(), "properties": properties(),
        "next-steps": nextSteps(),
        "means": means.map { "\n" + MeansSection(report: $0).html() } ?? "", "paths": catalogue(),
        "configuration": configuration(),
        "command": Self.escaped(report.command), "data": data.json(), "script": AtlasFiles.script,
      ])
  }

  // MARK: Parts

  private func head() -> String {
    let coverage = report.coverage
    var numbers = [
      ("states", TextLayout.grouped(coverage.states)), ("paths", "\(report.paths.count)"),
      ("properties that hold", "\(count(.holds))"), ("findings", "\(count(.fails))"),
    ]
    if coverage.configurations > 1 {
      numbers.insert(("configurations", TextLayout.grouped(coverage.configurations)), at: 0)
    }
    if let cryptography = report.cryptography {
      numbers.append(("paths replayed", "\(cryptography.replayedPaths)"))
      numbers.append(("differences", "\(cryptography.differences.count)"))
    }
    let list = numbers.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined(separator: "\n")
    let bound =
      coverage.isComplete
      ? "Every reachable state was explored."
      : "The search stopped early: this is not all there is."
    return """
      <h1>Atlas of \(Self.escaped(report.pool))</h1>
      <p class="doc">\(Self.escaped(report.documentation))</p>
      <p class="facts">\(Self.escaped(report.origin)) · \(bound)</p>
      <dl class="numbers">
      \(list)
      </dl>
      """
  }

  private func count(_ verdict: PropertyReport.Verdict) -> Int {
    report.properties.count { $0.verdict == verdict }
  }

  private func properties() -> String {
    // In the order of the text report, most severe first; then findings with another one as their
    // cause.
    let failing = report.causes + report.findings.filter { $0.cause != nil } + report.remarks
    let unproved = [PropertyReport.Verdict.undetermined, .vacuous].flatMap { verdict in
      report.properties.filter { $0.verdict == verdict }
    }
    let entries = (failing + unproved).map(entry)
    let holding = report.properties.filter { $0.verdict == .holds }.map(entry)
    // The many properties that hold need no attention: they are folded above the paths.
    let head = "<span class=\"verdict holds\">✓ \(holding.count) hold</span>"
    let held =
      holding.isEmpty
      ? ""
      : "<details class=\"held\"><summary>\(head)</summary>\n"
        + holding.joined(separator: "\n") + "\n</details>"
    return """
      <section aria-labelledby="properties">
      <h2 id="properties">Properties</h2>
      \((entries + [held]).filter { !$0.isEmpty }.joined(separator: "\n"))
      </section>
      """
  }

  private func entry(_ property: PropertyReport) -> String {
    let signs: [PropertyReport.Verdict: String] = [
      .fails: "✗ fails", .holds: "✓ holds", .vacuous: "∅ vacuous", .undetermined: "? undetermined",
    ]
    let facts = [
      ("if", property.condition ?? ""), ("severity", property.severity.rawValue),
      ("cause", property.cause.map { "that of \($0)" } ?? ""),
      ("with it", property.sameCause.joined(separator: ", ")),
      ("where", property.places.map(Self.text).joined(separator: "; ")),
      ("remedy", property.verdict == .fails ? property.remedy : ""),
      ("source", property.source), ("again", property.command),
    ]
    let list = facts.filter { !$0.1.isEmpty }
      .map { "<dt>\($0.0)</dt><dd>\(Self.escaped($0.1))</dd>" }.joined()
    // An id in a page must not contain spaces; the script removes them too.
    let id = Self.escaped("finding-" + property.id.replacing(" ", with: ""))
    let run = property.verdict == .fails ? "<div id=\"\(id)-run\"></div>" : ""
    return """
      <details id="\(id)" class="property"\(property.verdict == .fails ? " open" : "")>
      <summary><span class="verdict \(property.verdict.rawValue)">\
      \(signs[property.verdict] ?? "")</span> <code>\(Self.escaped(property.id))</code>
      <span>\(Self.escaped(property.prose))</span></summary>
      <dl>\(list)</dl>
      \(run)
      </details>
      """
  }

  /// A place as text: `pool.yaml:3:8, which sets mfa`.
  static func text(of place: FindingPlace) -> String {
    "\(place.file):\(place.line):\(place.column), which sets \(place.parameter)"
  }

  private func nextSteps() -> String {
    guard let map else { return "" }
    let drawing = map.split(separator: "\n").filter { !$0.hasPrefix("<?xml") }
    return """
      <section aria-labelledby="map">
      <h2 id="map">What the app must handle</h2>
      <figure class="map scroll" tabindex="0" role="group" aria-labelledby="map">
      \(drawing.joined(separator: "\n"))
      </figure>
      </section>
      """
  }

  private func catalogue() -> String {
    guard !report.paths.isEmpty else {
      return "<h2 id=\"paths\">Paths</h2><p>None was listed.</p>"
    }
    return AtlasFiles.paths
  }

  private func configuration() -> String {
    let closed = report.configuration.closed.folded
    let rows = { (isAssumption: Bool) -> String in
      closed.filter { $0.isAssumption == isAssumption }.map { entry in
        let place =
          switch entry.authority {
          case .document(let place): place
          case .commandLine: "command line"
          case .byDefault: "default"
          }
        return "<tr><th scope=\"row\"><code>\(Self.escaped(entry.name))</code></th>"
          + "<td><code>\(Self.escaped(entry.value.text))</code></td>"
          + "<td>\(Self.escaped(place))</td></tr>"
      }.joined(separator: "\n")
    }
    let open = report.configuration.open.map { entry in
      "<tr><th scope=\"row\"><code>\(Self.escaped(entry.name))</code></th>"
        + "<td>open: \(entry.valueCount) values</td><td>\(Self.escaped(entry.reason))</td></tr>"
    }.joined(separator: "\n")
    let table = { (title: String, rows: String) in
      rows.isEmpty
        ? ""
        : "<details><summary>\(title)</summary><table><thead><tr><th scope=\"col\">name</th>"
          + "<th scope=\"col\">value</th><th scope=\"col\">decided by</th></tr></thead>"
          + "<tbody>\n\(rows)\n</tbody></table></details>"
    }
    return """
      <section aria-labelledby="configuration">
      <h2 id="configuration">Configuration</h2>
      \(table("Settings", rows(false)))
      \(table("Left open", open))
      \(table("Assumptions", rows(true)))
      </section>
      """
  }

  /// A text escaped for HTML, for content and for attributes.
  static func escaped(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]
    return text.visible.unicodeScalars.reduce(into: "") { $0 += escapes[$1] ?? String($1) }
  }

  /// The style rules for drawings on a dark background: the same strokes, other text colours and
  /// fills.
  static var mapColours: String {
    let strokes: [Theme.Stroke] = [.way, .trouble, .success, .elsewhere, .quiet]
    var pairs = strokes.map { (Theme.light.fill($0), Theme.dark.fill($0)) }
    pairs.append((Theme.light.text, Theme.dark.text))
    pairs.append((Theme.light.mutedText, Theme.dark.mutedText))
    let rules = pairs.map { light, dark in
      ".map [fill=\"\(light)\"] { fill: \(dark); } .map [stroke=\"\(light)\"] { stroke: \(dark); }"
    }
    return "@media screen and (prefers-color-scheme: dark) {\n"
      + rules.joined(separator: "\n") + "\n.map svg { color: \(Theme.dark.text); }\n"
      + ".map text:not([fill]) { fill: \(Theme.dark.text); } }"
  }
}
