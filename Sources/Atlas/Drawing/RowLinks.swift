import Diagrams

/// Links from what is drawn to the documentation of the rows behind it.
///
/// A link is an address in which `{row}` stands for the place of a row: the heading's name as
/// GitHub and most other readers of Markdown make it, lower case and without dots. An element with
/// several rows leads to the first, and its tooltip names all.
package struct RowLinks {
  package let address: String

  package init(address: String) {
    self.address = address
  }

  /// The diagram with links and with tooltips that name rows.
  func linked(_ diagram: Diagram) -> Diagram {
    var diagram = diagram.merged()
    for index in diagram.edges.indices {
      let edge = diagram.edges[index]
      diagram.edges[index].link = link(to: edge.rows)
      diagram.edges[index].tooltip = tooltip(edge.tooltip, edge.lines, edge.rows)
    }
    for index in diagram.nodes.indices {
      let node = diagram.nodes[index]
      diagram.nodes[index].link = link(to: node.rows)
      diagram.nodes[index].tooltip = tooltip(node.tooltip, node.lines, node.rows)
    }
    return diagram
  }

  private func tooltip(_ own: String, _ lines: [String], _ rows: [String]) -> String {
    guard !rows.isEmpty else { return own }
    let said = own.isEmpty ? lines : [own]
    return (said + rows.filter { !own.contains($0) }).joined(separator: "\n")
  }

  private func link(to rows: [String]) -> String? {
    rows.first.map { address.replacing("{row}", with: Self.anchor(of: $0)) }
  }

  /// `pool.mfa.M5-select[f = sms]` as `poolmfam5-select`: a row's instances share its heading.
  static func anchor(of row: String) -> String {
    row.prefix { $0 != "[" }.lowercased().filter { $0.isLetter || $0.isNumber || "-_".contains($0) }
  }
}
