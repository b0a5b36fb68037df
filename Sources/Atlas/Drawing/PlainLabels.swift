import Diagrams
import SignIn
import TransitionTables

/// Replaces API names in diagrams by plain words: a box shows the table's description of the step,
/// and an edge the answer; tooltips keep the names of Amplify's API.
struct PlainLabels {
  /// The table's descriptions of next steps, by name.
  private let meanings: [String: String]
  /// The plain words for names of the table, by name.
  private let plainWords: [String: String]

  init(model: Model) {
    let shown = model.messages.filter { $0.receiver == nil && $0.isKind(.nextStep) }
    meanings = Dictionary(shown.map { ($0.name, $0.documentation) }) { first, _ in first }
    plainWords = model.plainWords
  }

  func spoken(_ diagram: Diagram) -> Diagram {
    var copy = diagram
    if copy.description == NextStepDiagram.description {
      copy.description = NextStepDiagram.plainDescription
    }
    for index in copy.nodes.indices {
      let names = copy.nodes[index].lines
      copy.nodes[index].lines = names.map(phrase)
      let tooltip = [names.joined(separator: "\n"), copy.nodes[index].tooltip]
      copy.nodes[index].tooltip = tooltip.filter { !$0.isEmpty }.joined(separator: "\n")
      copy.nodes[index].details = copy.nodes[index].details.map(words)
    }
    for index in copy.edges.indices {
      let edge = copy.edges[index]
      if edge.tooltip.isEmpty { copy.edges[index].tooltip = edge.lines.joined(separator: "\n") }
      copy.edges[index].lines = edge.lines.map(words).reduce(into: []) { lines, line in
        if !lines.contains(line) { lines.append(line) }
      }
    }
    return copy
  }

  /// The description of a next step; its name in separate words if the table has no description.
  private func phrase(_ name: String) -> String {
    guard let meaning = meanings[name], !meaning.isEmpty else { return words(name) }
    return meaning.hasSuffix(".") ? String(meaning.dropLast()) : meaning
  }

  /// A text in which names are replaced by the table's plain words. A name without any is split
  /// into words: `expireSession` becomes `expire session`. Braces of sets are removed.
  private func words(_ text: String) -> String {
    text.replacing(/[A-Za-z][A-Za-z0-9]*/) { match in
      let name = String(match.output)
      return plainWords[name]
        ?? (name.contains(where: \.isLowercase) ? WireWords.plain(name) : name)
    }
    .replacing(/[{}]/, with: "")
    .split(separator: ", ", omittingEmptySubsequences: false)
    .reduce(into: "") { Self.append($1, to: &$0) }
  }

  /// Adds a text to a list, unless it has the same plain words as the previous one.
  private static func append(_ name: Substring, to list: inout String) {
    let last = list.split(separator: /[,:;]\s/).last ?? ""
    if list.isEmpty {
      list += name
    } else if name == last || name.hasPrefix("\(last):") || name.hasPrefix("\(last);") {
      list += name.dropFirst(last.count)
    } else {
      list += ", \(name)"
    }
  }
}
