import Diagrams
import SignIn
import TransitionTables

/// Next steps in a person's words: a box says what is asked for, as the table describes the step,
/// and a line what is answered; tooltips keep the names of Amplify's API.
struct PlainLabels {
  /// By name, what a message of the table says.
  private let meanings: [String: String]
  /// By name, what people say instead of it.
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

  /// What a box asks for; the words of a name that the table does not describe.
  private func phrase(_ name: String) -> String {
    guard let meaning = meanings[name], !meaning.isEmpty else { return words(name) }
    return meaning.hasSuffix(".") ? String(meaning.dropLast()) : meaning
  }

  /// A text with what people say in the place of its names, or with a name's words apart where the
  /// table has nothing for it: `expireSession` is `expire session`. Lists need no braces.
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

  /// Adds a name to a list, unless people say the same for it as for the one before.
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
