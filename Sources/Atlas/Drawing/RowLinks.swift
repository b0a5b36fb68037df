import Diagrams

/// Links from the elements of a drawing to the documentation of the rows behind them.
///
/// A link is an address in which `{row}` stands for the anchor of a row's heading, in the form of
/// GitHub and most other Markdown readers: lower case, without dots. An element with several rows
/// links to the first, and its tooltip lists all.
package struct RowLinks {
  package let address: String

  package init(address: String) {
    self.address = address
  }

  /// The diagram with links, and with the rows in its tooltips.
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

  /// The anchor of a row's heading: `poolmfam5-select` for `pool.mfa.M5-select[f = sms]`. The
  /// instances of a row share one heading.
  static func anchor(of row: String) -> String {
    row.prefix { $0 != "[" }.lowercased().filter { $0.isLetter || $0.isNumber || "-_".contains($0) }
  }
}
