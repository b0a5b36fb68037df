@testable import Diagrams

/// Reads back what the emitters write, by the grammar of the formats and not by their code: enough
/// of DOT and Mermaid to get the same diagram again.
enum DiagramReading {
  // MARK: DOT

  /// The diagram of a DOT text whose labels were not wrapped.
  static func dot(_ text: String) -> Diagram {
    var diagram = Diagram(id: "", title: "")
    var cluster: String?
    var words: [String: [String: String]] = [:]
    for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      if let match = line.wholeMatch(of: /digraph "(.*)" \{/) { diagram.id = String(match.1) }
      if let match = line.wholeMatch(of: /subgraph "cluster_(.*)" \{/) {
        cluster = String(match.1)
        diagram.clusters.append(.init(id: String(match.1), label: ""))
      }
      if line == "}" { cluster = nil }
      if let match = line.wholeMatch(of: /"words:([^"]*)" \[(.*)\];/) {
        words[String(match.1)] = attributes(match.2)
      } else if let match = line.wholeMatch(of: /"words:([^"]*)":\w -> "([^"]*)" \[(.*)\];/) {
        // The second half of a line says where it leads.
        for index in diagram.edges.indices where diagram.edges[index].to == "words:\(match.1)" {
          diagram.edges[index].to = String(match.2)
        }
      } else if let match = line.wholeMatch(of: /"([^"]*)" -> "([^"]*)"(:\w)? \[(.*)\];/) {
        let ends = (from: String(match.1), to: String(match.2))
        var found = attributes(match.4)
        if ends.to.hasPrefix("words:") {
          found["label"] = words[String(ends.to.dropFirst("words:".count))]?["label"]
        }
        if let edge = edge(ends, found, in: diagram) { diagram.edges.append(edge) }
      } else if let match = line.wholeMatch(of: /"([^"]*)" \[(.*)\];/) {
        var node = node(String(match.1), attributes(match.2))
        node?.cluster = cluster
        if let node { diagram.nodes.append(node) }
      } else if let match = line.wholeMatch(of: /graph \[(.*)\];/) {
        let found = attributes(match.1)
        if let cluster { place(found["label"] ?? "", at: cluster, in: &diagram) }
        if let way = found["rankdir"].flatMap(Diagram.Direction.init) { diagram.direction = way }
        if let title = found["label"]?.firstMatch(of: /<B>(.*?)<\/B>/), cluster == nil {
          diagram.title = plain(String(title.1))
        }
      }
    }
    return diagram
  }

  private static func place(_ label: String, at cluster: String, in diagram: inout Diagram) {
    for index in diagram.clusters.indices where diagram.clusters[index].id == cluster {
      diagram.clusters[index].label = plain(label)
    }
  }

  /// `name=value` with quoted values, HTML-like values and bare words.
  private static func attributes(_ text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    var rest = text
    while let match = rest.prefixMatch(of: /(, )?([a-z]+)=/) {
      rest = rest[match.range.upperBound...]
      var value = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while let next = rest.first, next != "\"" {
          if next == "\\", rest.dropFirst().first == "\"" || rest.dropFirst().first == "\\" {
            rest = rest.dropFirst()
          }
          value.append(rest.removeFirst())
        }
        rest = rest.dropFirst()
      } else if rest.first == "<" {
        var depth = 0
        repeat {
          let next = rest.removeFirst()
          depth += next == "<" ? 1 : next == ">" ? -1 : 0
          value.append(next)
        } while depth > 0
      } else {
        value = String(rest.prefix { $0 != "," })
        rest = rest.dropFirst(value.count)
      }
      found[String(match.2)] = value
    }
    return found
  }

  private static func node(_ id: String, _ found: [String: String]) -> Diagram.Node? {
    let classes = (found["class"] ?? "").split(separator: " ").map(String.init)
    guard let kind = classes.first.flatMap(Diagram.Node.Kind.init) else { return nil }
    var node = Diagram.Node(id: id, kind: kind, lines: [])
    let label = found["label"] ?? ""
    if let bold = label.firstMatch(of: /<B>(.*?)<\/B>/) {
      // A name that was balanced over several lines is still one name.
      node.lines = [plain(String(bold.1).replacing("<BR/>", with: " "))]
      let rest = label[bold.range.upperBound...].prefix { $0 != "\u{0}" }
      let names = rest.prefix(upTo: rest.firstRange(of: "<FONT")?.lowerBound ?? rest.endIndex)
      node.lines += names.dropLast(names.hasSuffix(">") ? 1 : 0).split(separator: "<BR/>")
        .map { plain(String($0)) }.filter { !$0.isEmpty && !$0.hasPrefix("<") }
    }
    if let small = label.firstMatch(of: /<FONT[^>]*>(.*?)<\/FONT>/) {
      node.details = small.1.split(separator: "<BR/>").map { plain(String($0)) }
    }
    finish(&node.lines, &node.emphasis, &node.rows, classes)
    return node
  }

  private static func edge(
    _ ends: (from: String, to: String), _ found: [String: String], in diagram: Diagram
  ) -> Diagram.Edge? {
    let classes = (found["class"] ?? "").split(separator: " ").map(String.init)
    guard let kind = classes.first.flatMap(Diagram.Edge.Kind.init) else { return nil }
    let id = (found["id"] ?? "").replacing(diagram.id + "-edge-", with: "")
    var edge = Diagram.Edge(id: id, ends, kind: kind)
    edge.lines = (found["label"] ?? "").split(separator: "\\n").map { plain(String($0)) }
    finish(&edge.lines, &edge.emphasis, &edge.rows, classes)
    return edge
  }

  private static func finish(
    _ lines: inout [String], _ emphasis: inout Diagram.Emphasis, _ rows: inout [String],
    _ classes: [String]
  ) {
    emphasis = classes.dropFirst().first.flatMap(Diagram.Emphasis.init) ?? .plain
    rows = classes.filter { $0.hasPrefix("row-") }.map { String($0.dropFirst(4)) }
    if let first = lines.first, first.hasPrefix(emphasis.sign) {
      lines[0] = String(first.dropFirst(emphasis.sign.count))
    }
  }

  private static func plain(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&amp;", with: "&").replacing("\u{2060}", with: "")
  }

  // MARK: Mermaid

  /// The characters behind `#34;`.
  static func decoded(_ text: some StringProtocol) -> String {
    String(text).replacing(/#(\d+);/) { match in
      UInt32(match.1).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
    }
  }

  /// The diagram of a flowchart whose labels were not wrapped. Details and lines look alike there,
  /// so all stand as lines.
  static func flowchart(_ text: String) -> Diagram {
    var diagram = Diagram(id: "", title: "")
    var lines: [(from: String, to: String, label: String, isDotted: Bool, isThick: Bool)] = []
    var strokes: [Int: String] = [:]
    for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      if let match = line.wholeMatch(of: /accTitle: (.*)/) { diagram.title = String(match.1) }
      if let match = line.wholeMatch(of: /flowchart (.*)/) {
        diagram.direction = Diagram.Direction(rawValue: String(match.1)) ?? .leftToRight
      }
      if let match = line.wholeMatch(of: /n_(\w+)[^"]*"(.*)"[^"]*:::(\w+)/) {
        var node = Diagram.Node(
          id: String(match.1), kind: .init(rawValue: String(match.3)) ?? .step,
          lines: match.2.split(separator: "<br/>").map(decoded).filter { $0 != " " })
        (node.lines, node.emphasis) = signed(node.lines)
        diagram.nodes.append(node)
      }
      if let match = line.wholeMatch(of: /n_(\w+) (-->|==>|-\.->)(\|"(.*)"\|)? n_(\w+)/) {
        lines.append(
          (
            String(match.1), String(match.5), String(match.4 ?? ""), match.2 == "-.->",
            match.2 == "==>"
          ))
      }
      if let match = line.wholeMatch(of: /linkStyle (\d+) stroke:(.*)/) {
        strokes[Int(match.1) ?? -1] = String(match.2)
      }
    }
    for (index, line) in lines.enumerated() {
      let (words, emphasis) = signed(line.label.split(separator: "<br/>").map(decoded))
      let kind = Diagram.Edge.Kind.allCases.first { kind in
        let stroke = (Diagram.Emphasis.stroke(emphasis) ?? kind.stroke).rawValue
        let dashes = kind.line == "dashed" ? stroke + ",stroke-dasharray:6 4" : stroke
        return dashes == strokes[index] && (kind.line == "dotted") == line.isDotted
      }
      var edge = Diagram.Edge(
        id: String(index), (from: line.from, to: line.to), kind: kind ?? .attacker, lines: words)
      edge.emphasis = line.isThick ? .path : emphasis
      diagram.edges.append(edge)
    }
    return diagram
  }

  private static func signed(_ lines: [String]) -> ([String], Diagram.Emphasis) {
    for emphasis in Diagram.Emphasis.allCases where !emphasis.sign.isEmpty {
      if let first = lines.first, first.hasPrefix(emphasis.sign) {
        return ([String(first.dropFirst(emphasis.sign.count))] + lines.dropFirst(), emphasis)
      }
    }
    return (lines, .plain)
  }

  /// Every edge of a state diagram, `from>to kind words`, and the words of every state.
  static func stateDiagram(_ text: String) -> (states: [String: String], edges: [String]) {
    var states: [String: String] = [:]
    var edges: [String] = []
    for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      if let match = line.wholeMatch(of: /state "(.*)" as s_(\w+)/) {
        states[String(match.2)] = decoded(match.1.replacing("<br/>", with: "; "))
      }
      if let match = line.wholeMatch(of: /s_(\w+) --> s_(\w+)( : (.*))?/) {
        var words = decoded(match.4 ?? "")
        let kind = Diagram.Edge.Kind.allCases.first { words.hasPrefix($0.sign + " ") } ?? .answer
        if kind != .answer { words = String(words.dropFirst(2)) }
        edges.append("\(match.1)>\(match.2) \(kind) \(words)")
      }
    }
    return (states, edges)
  }

  /// The sequence of a Mermaid sequence diagram.
  static func sequence(_ text: String) -> SequenceDiagram {
    var diagram = SequenceDiagram(id: "", title: "")
    let kinds: [Substring: SequenceDiagram.Message.Kind] = [
      "->>": .call, "-->>": .answer, "--x": .failure, "--)": .delivery,
    ]
    for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      if let match = line.wholeMatch(of: /accTitle: (.*)/) { diagram.title = String(match.1) }
      if let match = line.wholeMatch(of: /accDescr: (.*)/) {
        diagram.description = String(match.1)
      }
      if let match = line.wholeMatch(of: /Note over [a-z,]+: \d+\. (.*)/) {
        diagram.steps.append(.init(decoded(match.1)))
      }
      if let match = line.wholeMatch(of: /([a-z]+)(-->>|->>|--x|--\))([a-z]+): (.*)/),
        let from = SequenceDiagram.Lane(rawValue: String(match.1)),
        let to = SequenceDiagram.Lane(rawValue: String(match.3)), let kind = kinds[match.2]
      {
        let words = match.4.split(separator: "<br/>").map(decoded)
        diagram.steps[diagram.steps.count - 1].messages.append(
          .init(from, to, kind, words.first ?? "", detail: words.dropFirst().first ?? ""))
      }
    }
    return diagram
  }
}
