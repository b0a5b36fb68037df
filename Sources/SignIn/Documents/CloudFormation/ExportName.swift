import TransitionTables

/// The name under which a template exports a value or imports another template's value: the literal
/// texts between the parts that only a deployment knows, such as the name of the stack.
struct ExportName: Hashable, Sendable {
  private var texts: [String]

  /// The longest name in bytes. CloudFormation accepts 255 characters.
  private static let longest = 1_000

  /// Reads the name from a node; returns nil where it has no literal text, or is too long.
  init?(_ node: LocatedNode) {
    texts = Self.texts(of: node)
    guard texts.contains(where: { !$0.isEmpty }),
      texts.reduce(0, { $0 + 1 + $1.utf8.count }) <= Self.longest
    else { return nil }
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

  /// Whether the whole name is literal, so that no deployment changes it.
  var isKnown: Bool { texts.count == 1 }

  /// Whether two names may be equal after deployment.
  func mayBe(_ other: ExportName) -> Bool {
    if isKnown, other.isKnown { return texts == other.texts }
    let (first, otherFirst) = (texts[0], other.texts[0])
    let (last, otherLast) = (texts[texts.count - 1], other.texts[other.texts.count - 1])
    return (first.hasPrefix(otherFirst) || otherFirst.hasPrefix(first))
      && (last.hasSuffix(otherLast) || otherLast.hasSuffix(last))
  }
}

extension Template {
  /// The names under which the template exports the id of a resource.
  func exports(of resource: String) -> [ExportName] { exports(ofAny: [resource]) }

  /// The names under which the template exports the ids of several resources, in the order of the
  /// outputs.
  fileprivate func exports(ofAny resources: Set<String>) -> [ExportName] {
    (document.root["Outputs"]?.entries ?? []).compactMap { output in
      guard let value = output.value["Value"].flatMap(IntrinsicCall.init),
        value.name == "Ref", let owner = value.argument.text, resources.contains(owner),
        let name = output.value["Export"]?["Name"]
      else { return nil }
      return ExportName(name)
    }
  }

  /// The app clients, domains and identity providers whose pool another template exports under one
  /// of the given names.
  func resources(importing names: [ExportName]) -> [Resource] {
    var exports = TemplateExports(of: names.map { ($0, 0) })
    return importing.filter { exports.owner(of: $0.name) != nil }.map(\.resource)
  }

  /// The app clients, domains and identity providers of imported pools, with the imported names.
  fileprivate var importing: [(resource: Resource, name: ExportName)] {
    resources.compactMap { resource in
      guard TemplateImporter.typesOfBelongings.contains(resource.type),
        let call = resource.properties?["UserPoolId"].flatMap(IntrinsicCall.init),
        call.name == "ImportValue", let name = ExportName(call.argument)
      else { return nil }
      return (resource, name)
    }
  }

  var pools: [Resource] { resources.filter { $0.type == TemplateImporter.poolType } }
}

/// The links of a template to others in its folder: the names under which it exports its pools or,
/// if it has no pool, those under which it imports the pools of its app clients, domains and
/// identity providers.
package struct TemplateLinks: Sendable {
  fileprivate var exports: [ExportName] = []
  fileprivate var imports: [ExportName] = []

  /// Reads the links of a text; there are none where it is not a template.
  package init(of bytes: [UInt8], file: String) {
    guard
      case .data(.template, let document, _)? = try? PoolSources.recognise(
        LocatedDocument.utf8(bytes), file: file)
    else { return }
    let template = Template(document)
    let pools = template.pools
    exports = template.exports(ofAny: Set(pools.map(\.name)))
    imports = pools.isEmpty ? template.importing.map(\.name) : []
  }
}

/// The names under which templates export their pools, for looking up imports.
package struct TemplateExports {
  /// For each name, the position of the first template that exports it.
  private var first: [ExportName: Int] = [:]
  /// The distinct names that are not wholly literal, each with the position of its first template,
  /// ascending.
  private var open: [(name: ExportName, template: Int)] = []
  /// All distinct names with the positions of their first templates, ascending.
  private var all: [(name: ExportName, template: Int)] = []
  private var known: [ExportName: Int?] = [:]
  /// The number of pairs of names that may still be compared; beyond it, names are not matched.
  private var budget = 2_000_000

  /// Collects the exports of the given templates.
  package init(of links: [TemplateLinks]) {
    self.init(
      of: links.enumerated().flatMap { position, link in link.exports.map { ($0, position) } })
  }

  /// Collects names that are paired with the positions of their templates, which ascend.
  fileprivate init(of names: [(name: ExportName, template: Int)]) {
    for (name, position) in names where first[name] == nil {
      first[name] = position
      all.append((name, position))
      if !name.isKnown { open.append((name, position)) }
    }
  }

  /// The position of the first template that exports a pool which a template without one imports.
  package mutating func owner(of client: TemplateLinks) -> Int? {
    var found: Int?
    for name in client.imports {
      if let own = owner(of: name) { found = min(found ?? own, own) }
    }
    return found
  }

  /// The position of the first template that exports a name, or may after deployment.
  fileprivate mutating func owner(of name: ExportName) -> Int? {
    if let own = known[name] { return own }
    let own = exporter(of: name)
    known[name] = .some(own)
    return own
  }

  /// Finds the first template with an equal name, or with a name that may be equal after
  /// deployment. Two literal names match only if they are equal.
  private mutating func exporter(of name: ExportName) -> Int? {
    let others = name.isKnown ? open : all
    budget -= others.count
    let like = budget < 0 ? nil : others.first { name.mayBe($0.name) }?.template
    return [first[name], like].compactMap(\.self).min()
  }
}

extension PoolReader {
  /// The templates without a pool that have resources of a pool which another template exports.
  /// - Parameters:
  ///   - candidates: the templates to examine, with their names and contents.
  ///   - owners: the templates with a pool, with their names and contents.
  package static func templates(
    _ candidates: [(file: String, bytes: [UInt8])],
    importingFrom owners: [(file: String, bytes: [UInt8])]
  ) -> [String] {
    var exports = TemplateExports(of: owners.map { TemplateLinks(of: $0.bytes, file: $0.file) })
    return candidates.filter {
      exports.owner(of: TemplateLinks(of: $0.bytes, file: $0.file)) != nil
    }.map(\.file)
  }
}
