import StateSpace

extension TableExploration {
  /// Returns the state graph in Aldebaran's format, which CADP, mCRL2 and LTSmin read: resting
  /// states and the steps between them, in the order of the search. The single initial state has
  /// the number 0.
  ///
  /// A label is the action with its inputs, and the app's answer: `signIn(flow: srp) / done`.
  /// - Parameter shouldStop: called from time to time, because the text may be larger than the
  ///   graph.
  /// - Returns: nil where it was stopped.
  public func aldebaran(shouldStop: () -> Bool) -> String? {
    guard let graph = exploration.graph else { return "des (0, 0, 0)\n" }
    var text = "des (0, \(graph.edgeCount), \(graph.stateCount))\n"
    let labels = labelTexts(of: graph)
    for source in 0..<graph.stateCount {
      if source.isMultiple(of: 1024), shouldStop() { return nil }
      for edge in graph.edges(from: source) {
        text += "(\(source),\"\(labels[edge.label] ?? "")\",\(edge.target))\n"
      }
    }
    return text
  }

  /// Returns the state graph as DOT, for small models: resting states with the values that differ
  /// from the initial ones, and the steps between them in the order of the search.
  ///
  /// - Parameters:
  ///   - name: the graph's name; the model's own by default.
  ///   - shouldStop: called from time to time, because the text may be larger than the graph.
  /// - Returns: nil where it was stopped.
  public func dot(name: String? = nil, shouldStop: () -> Bool) -> String? {
    guard let graph = exploration.graph else { return "digraph {}\n" }
    let labels = labelTexts(of: graph)
    let start = exploration.stateCount > 0 ? valuation(0) : []
    var text = "digraph \"\(Self.quoted(name ?? model.name))\" {\n"
    for state in 0..<graph.stateCount {
      if state.isMultiple(of: 1024), shouldStop() { return nil }
      let values = valuation(state)
      let differing = model.slots.indices.filter { values[$0] != start[$0] }.map {
        "\(model.slots[$0].name) = \(model.text(of: values[$0], in: $0))"
      }
      let caption = Self.quoted(differing.joined(separator: "\n"))
      text += "  \(state) [label=\"\(state == 0 ? "initial" : caption)\"];\n"
    }
    for source in 0..<graph.stateCount {
      if source.isMultiple(of: 1024), shouldStop() { return nil }
      for edge in graph.edges(from: source) {
        text += "  \(source) -> \(edge.target) [label=\"\(labels[edge.label] ?? "")\"];\n"
      }
    }
    return text + "}\n"
  }

  private func labelTexts(of graph: StateGraph) -> [EdgeLabel: String] {
    var texts: [EdgeLabel: String] = [:]
    for label in graph.labels {
      let action = compiled.actionText(of: compiled.label(ofRule: label.firstRule))
      let received = answer(observation: label.observation).map { " / " + model.text(of: $0) } ?? ""
      texts[label] = Self.quoted(action + received)
    }
    return texts
  }

  static func quoted(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
  }
}
