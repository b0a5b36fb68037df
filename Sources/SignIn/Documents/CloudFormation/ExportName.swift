import TransitionTables

/// The name under which a template exports a value, or imports another template's: the texts
/// between what only a deployment knows, such as the name of the stack.
struct ExportName: Hashable, Sendable {
  private var texts: [String]

  /// The name that a node is; nil where it has no text that anything could be known by.
  init?(_ node: LocatedNode) {
    texts = Self.texts(of: node)
    guard texts.contains(where: { !$0.isEmpty }) else { return nil }
  }

  private static func texts(of node: LocatedNode) -> [String] {
    guard let call = IntrinsicCall(node) else { return [node.text ?? ""] }
    let elements = call.argument.elements ?? []
    switch call.name {
    case "Sub":
      let pattern = call.argument.text ?? elements.first?.text ?? ""
      let parts = pattern.split(separator: "${", omittingEmptySubsequences: false)
      return parts.dropFirst().reduce(into: [String(parts[0])]) { all, part in
        if let end = part.firstIndex(of: "}") {
          all.append(String(part[part.index(after: end)...]))
        } else {
          all[all.count - 1] += "${" + part
        }
      }
    case "Join":
      guard elements.count == 2, let delimiter = elements[0].text else { return ["", ""] }
      let parts = (elements[1].elements ?? []).map { texts(of: $0) }
      return parts.dropFirst().reduce(into: parts.first ?? []) { all, next in
        all[all.count - 1] += delimiter + next[0]
        all += next.dropFirst()
      }
    default: return ["", ""]
    }
  }

  /// Whether it is the whole name, whatever is deployed.
  var isKnown: Bool { texts.count == 1 }

  /// Whether two names can be the same one once they are deployed.
  func mayBe(_ other: ExportName) -> Bool {
    if isKnown, other.isKnown { return texts == other.texts }
    let (first, otherFirst) = (texts[0], other.texts[0])
    let (last, otherLast) = (texts[texts.count - 1], other.texts[other.texts.count - 1])
    return (first.hasPrefix(otherFirst) || otherFirst.hasPrefix(first))
      && (last.hasSuffix(otherLast) || otherLast.hasSuffix(last))
  }
}

extension Template {
  /// The names under which the template exports something of a resource, such as its id.
  func exports(of resource: String) -> [ExportName] {
    (document.root["Outputs"]?.entries ?? []).compactMap { output in
      guard let value = output.value["Value"].flatMap(IntrinsicCall.init),
        value.name == "Ref", value.argument.text == resource,
        let name = output.value["Export"]?["Name"]
      else { return nil }
      return ExportName(name)
    }
  }

  /// The app clients of a pool that another template exports under one of some names.
  func clients(importing names: [ExportName]) -> [Resource] {
    importingClients.filter { client in names.contains(where: client.name.mayBe) }.map(\.client)
  }

  /// The app clients of pools of other templates, with the names under which they know them.
  fileprivate var importingClients: [(client: Resource, name: ExportName)] {
    resources.compactMap { resource in
      guard resource.type == TemplateImporter.clientType,
        let call = resource.properties?["UserPoolId"].flatMap(IntrinsicCall.init),
        call.name == "ImportValue", let name = ExportName(call.argument)
      else { return nil }
      return (resource, name)
    }
  }

  var pools: [Resource] { resources.filter { $0.type == TemplateImporter.poolType } }
}

/// What joins the templates of a folder: the names under which one exports its pools, or under
/// which one without a pool imports those of its app clients.
package struct TemplateLinks: Sendable {
  fileprivate var exports: [ExportName] = []
  fileprivate var imports: [ExportName] = []

  /// The links of a text; none where it is no template.
  package init(of bytes: [UInt8], file: String) {
    guard
      case .data(.template, let document, _)? = try? PoolSources.recognise(
        LocatedDocument.utf8(bytes), file: file)
    else { return }
    let template = Template(document)
    let pools = template.pools
    exports = pools.flatMap { template.exports(of: $0.name) }
    imports = pools.isEmpty ? template.importingClients.map(\.name) : []
  }
}

/// The names under which some templates export their pools, to look for those that others import.
package struct TemplateExports {
  /// By name, the position of the first template that exports it.
  private var first: [ExportName: Int] = [:]
  /// The distinct names of which only a deployment knows all, with those positions, ascending.
  private var open: [(name: ExportName, template: Int)] = []
  /// All distinct names, likewise.
  private var all: [(name: ExportName, template: Int)] = []
  private var known: [ExportName: Int?] = [:]

  /// The exports of some templates.
  package init(of links: [TemplateLinks]) {
    for (position, link) in links.enumerated() {
      for name in link.exports where first[name] == nil {
        first[name] = position
        all.append((name, position))
        if !name.isKnown { open.append((name, position)) }
      }
    }
  }

  /// The position of the first template that exports the pool of one with nothing but app clients.
  package mutating func owner(of client: TemplateLinks) -> Int? {
    var found: Int?
    for name in client.imports {
      let own = known[name] ?? exporter(of: name)
      known[name] = .some(own)
      if let own { found = min(found ?? own, own) }
    }
    return found
  }

  /// A name that is known is equal to another one, or may be one of those that are not.
  private func exporter(of name: ExportName) -> Int? {
    guard name.isKnown else { return all.first { name.mayBe($0.name) }?.template }
    let others = open.first { name.mayBe($0.name) }?.template
    return [first[name], others].compactMap(\.self).min()
  }
}
