import Findings
import PoolAnalysis

/// The section of an atlas on lockouts and attacks: two matrices, and the cases behind their cells.
///
/// The section is complete without a script, which only adds a run to each case. Every cell shows
/// the meaning of its colour also in words and by the shape of a sign.
struct MeansSection {
  let report: MeansReport

  func html() -> String {
    let parts = [
      Self.legend, open,
      part(
        report.attacks, id: "stolen", "With these means stolen an outsider …",
        Attacks.assumptions("“signs in as the owner”")),
      part(report.lockouts, id: "lost", "With these means lost …", Lockouts.assumptions), stuck,
    ]
    return """
      <section class="means" aria-labelledby="means">
      <h2 id="means">Means: what lets outsiders in, and what locks users out</h2>
      \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
      </section>
      """
  }

  private static let legend = """
    <p class="facts">A record is what the pool keeps of a user. Each set of means is minimal for \
    somebody, who needs all of it. A cell leads to how.</p>
    <ul class="legend" aria-label="Signs"><li><i>●</i> for all records</li>\
    <li><i>◐</i> for some</li><li><i>↑</i> a part of the set is enough</li>\
    <li><i>○</i> for none</li><li><i>–</i> not asked</li><li><i>?</i> undetermined</li></ul>
    """

  private var open: String {
    report.taken.isEmpty
      ? ""
      : "<p class=\"facts\">Left open by the documents and taken at the default: "
        + "\(escaped(report.taken.joined(separator: ", "))).</p>"
  }

  private func undetermined(_ reason: String) -> String {
    "<p><span class=\"verdict undetermined\">? undetermined</span> \(escaped(reason))</p>"
  }

  // MARK: Matrices

  private func part(
    _ part: MeansReport.Part, id: String, _ title: String, _ assumptions: String
  ) -> String {
    var heading = "<h3 id=\"\(id)\">\(title)</h3>\n"
    guard let matrix = part.matrix else {
      if case .undetermined(let reason) = part { return heading + undetermined(reason) }
      return ""
    }
    heading += "<p class=\"facts\">\(escaped(assumptions))</p>\n"
    guard !matrix.rows.isEmpty else {
      return heading + "<p><span class=\"verdict holds\">✓ none</span> No such set was found.</p>"
    }
    let heads = matrix.columns.map { "<th role=\"columnheader\" scope=\"col\">\(escaped($0))</th>" }
    let rows = matrix.rows.indices.map { row(matrix, $0, id) }
    return heading + """
      <table class="answers" role="table" aria-labelledby="\(id)">
      <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">\(id)</th>\
      \(heads.joined())</tr></thead>
      <tbody role="rowgroup">
      \(rows.joined(separator: "\n"))
      </tbody></table>
      <details class="cases"><summary>How each of them comes about, and what helps \
      (\(matrix.cases.count))</summary>
      \(matrix.cases.map { details($0, of: matrix.records) }.joined(separator: "\n"))
      </details>
      """
  }

  private func row(_ matrix: MeansMatrix, _ number: Int, _ id: String) -> String {
    let row = matrix.rows[number]
    let notes = row.cost.map { row.size == 0 ? "" : "<small>cost \($0)</small>" } ?? ""
    // On a narrow page, each cell is shown with its column's title.
    let cells = matrix.columns.indices.map { column in
      "<td role=\"cell\"><span class=\"of\" aria-hidden=\"true\">"
        + "\(escaped(matrix.columns[column]))</span>"
        + "<span>\(cell(row.cells[column], of: matrix.records, id))</span></td>"
    }
    return "<tr role=\"row\" id=\"\(id)-\(number + 1)\"><th role=\"rowheader\" scope=\"row\">"
      + "\(number + 1). \(escaped(row.means)) \(notes)</th>\(cells.joined())</tr>"
  }

  private func cell(_ cell: MeansMatrix.Cell, of records: Int, _ id: String) -> String {
    func sign(_ sign: String, _ name: String, _ words: String) -> String {
      "<span class=\"\(name)\"><i aria-hidden=\"true\">\(sign)</i> \(words)</span>"
    }
    switch cell {
    case .suffices(let cases, let isElsewhereLess):
      let links = cases.enumerated().map { position, one in
        let sign = one.records == records ? "●" : "◐"
        let words = (position == 0 ? "yes, for " : "and for ") + Self.count(one, of: records)
        return "<i aria-hidden=\"true\">\(sign)</i> "
          + "<a href=\"#\(Self.anchor(one))\">\(words)</a>\(brief(one))"
      }
      return "<span class=\"yes\">\(links.joined(separator: "<br>"))</span>"
        + (isElsewhereLess ? "<small>where less is not enough</small>" : "")
    case .lessSuffices(let rows):
      let links = rows.map { "<a href=\"#\(id)-\($0 + 1)\">\($0 + 1)</a>" }
      let word = rows.count == 1 ? "row" : "rows"
      return sign("↑", "less", "with less: \(word)&nbsp;\(links.joined(separator: ", "))")
    case .none: return sign("○", "no", "no")
    case .notAsked: return sign("–", "less", "not asked")
    case .undetermined(let reason):
      return sign("?", "less", "undetermined") + "<small>\(escaped(reason))</small>"
    }
  }

  private static func count(_ one: MeansCase, of records: Int) -> String {
    let all = TextLayout.counted(records, "record")
    guard let part = one.records, part != records else { return "all \(all)" }
    return "\(TextLayout.grouped(part)) of \(all)"
  }

  /// The maximum number of characters of a description in a cell; longer ones are shown with the
  /// case.
  private static let longest = 60

  /// The users of a case, if the description is short.
  private func brief(_ one: MeansCase) -> String {
    guard one.who.count == 1, one.who[0].count <= Self.longest else { return "" }
    return "<small>\(escaped(one.who[0]))</small>"
  }

  // MARK: Cases

  private static func anchor(_ one: MeansCase) -> String { AtlasPage.escaped("means-\(one.id)") }

  private func details(_ one: MeansCase, of records: Int?) -> String {
    var facts: [(name: String, value: String)] = []
    let count = records.map { Self.count(one, of: $0) } ?? ""
    if records != nil {
      let who = one.who.isEmpty ? ["everybody"] : one.who.map { "everybody \($0)" }
      facts.append(("For whom", list(who, "ul")))
    }
    let places = one.places.map(AtlasPage.text)
    if !places.isEmpty { facts.append(("Where it is decided", list(places, "ul"))) }
    facts += one.notes.map { note in
      switch note.form {
      case .list: (note.title, list(note.lines, "ul"))
      case .steps: (note.title, list(note.lines, "ol"))
      case .commands:
        (
          note.title,
          "<pre tabindex=\"0\">\(note.lines.map(escaped).joined(separator: "\n"))</pre>"
        )
      }
    }
    let entries = facts.map { "<dt>\(escaped($0.name))</dt><dd>\($0.value)</dd>" }
    let id = Self.anchor(one)
    return """
      <details class="property case"><summary><span class="verdict fails">✗ \(count)</span> \
      <span class="title">\(escaped(one.title))</span></summary>
      <div id="\(id)"><dl>
      \(entries.joined(separator: "\n"))
      </dl><div id="\(id)-run"></div></div>
      </details>
      """
  }

  private func list(_ lines: [String], _ tag: String) -> String {
    lines.count == 1
      ? "<p>\(escaped(lines[0]))</p>"
      : "<\(tag)>\(lines.map { "<li>\(escaped($0))</li>" }.joined())</\(tag)>"
  }

  private var stuck: String {
    let heading = "<h3 id=\"stuck\">Stuck with nothing lost</h3>\n"
    guard let cases = report.stuck else {
      if case .undetermined(let reason) = report.lockouts { return heading + undetermined(reason) }
      return heading + undetermined("a limit was reached before every call was looked at")
    }
    guard !cases.isEmpty else {
      return heading + "<p><span class=\"verdict holds\">✓ none</span> No call of the app locks "
        + "out a user who has lost nothing, and every call returns.</p>"
    }
    return heading + cases.map { details($0, of: nil) }.joined(separator: "\n")
  }

  private func escaped(_ text: String) -> String { AtlasPage.escaped(text) }
}
