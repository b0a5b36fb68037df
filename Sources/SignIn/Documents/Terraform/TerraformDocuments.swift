import TransitionTables

/// Finds the resources in Terraform's documents: the output of `terraform show -json` for a state
/// or a plan, and configurations in JSON or in HCL.
/// Source: Terraform's JSON output format, version 1.
enum TerraformDocuments {
  /// Whether a document is output of `terraform show -json`.
  static func isShown(_ root: LocatedNode) -> Bool {
    root["format_version"] != nil
      && ["values", "planned_values", "resource_changes", "terraform_version"]
        .contains { root[$0] != nil }
  }

  /// Whether output of `terraform show -json` is a plan rather than a state.
  static func isPlan(_ root: LocatedNode) -> Bool {
    root["resource_changes"] != nil || root["planned_values"] != nil
  }

  /// Reads the pool of a state or a plan.
  static func readShown(_ document: LocatedDocument, reader: PoolReader) -> ImportedPool {
    let root = document.root
    let isPlan = isPlan(root)
    let module = isPlan ? root["planned_values"]?["root_module"] : root["values"]?["root_module"]
    var resources: [TerraformResource] = []
    if let module { collect(module, into: &resources) }
    if isPlan { complete(&resources, with: root) }
    var importer = TerraformImporter(
      document: document, format: isPlan ? .terraformPlan : .terraformState,
      resources: resources, reader: reader)
    importer.read()
    return importer.pool
  }

  private static func collect(_ module: LocatedNode, into resources: inout [TerraformResource]) {
    for node in module["resources"]?.elements ?? [] {
      guard let type = node["type"]?.text, isOurs(type), node["mode"]?.text != "data" else {
        continue
      }
      let name = node["name"]?.text ?? ""
      let values = node["values"] ?? LocatedNode(.mapping([]), at: node.location)
      let address = node["address"]?.text ?? name
      resources.append(
        TerraformResource(
          type: type, name: name, address: address, arguments: Fact(literally: values),
          module: address.firstRange(of: type + ".").map { String(address[..<$0.lowerBound]) } ?? ""
        ))
    }
    for child in module["child_modules"]?.elements ?? [] { collect(child, into: &resources) }
  }

  static func isOurs(_ type: String) -> Bool {
    [
      TerraformNames.pool, TerraformNames.client, TerraformNames.logs, TerraformNames.domain,
      TerraformNames.provider,
    ].contains(type)
  }

  /// Whether a document is a state file of Terraform, `terraform.tfstate`.
  static func isStored(_ root: LocatedNode) -> Bool {
    root["terraform_version"] != nil && root["version"]?.text == "4"
      && root["resources"]?.elements != nil
  }

  /// Reads the pool of a state file of Terraform, version 4.
  static func readStored(_ document: LocatedDocument, reader: PoolReader) -> ImportedPool {
    var resources: [TerraformResource] = []
    for node in document.root["resources"]?.elements ?? [] {
      guard let type = node["type"]?.text, isOurs(type), node["mode"]?.text != "data" else {
        continue
      }
      let name = node["name"]?.text ?? ""
      let address = [node["module"]?.text, type, name].compactMap(\.self).joined(separator: ".")
      for instance in node["instances"]?.elements ?? [] where instance["deposed"] == nil {
        let key = (instance["index_key"]?.text).map { "[\($0)]" } ?? ""
        let values = instance["attributes"] ?? LocatedNode(.mapping([]), at: instance.location)
        resources.append(
          TerraformResource(
            type: type, name: name, address: address + key, arguments: Fact(literally: values)))
      }
    }
    var importer = TerraformImporter(
      document: document, format: .terraformState, resources: resources, reader: reader)
    importer.read()
    return importer.pool
  }

  // MARK: Plans

  /// Adds what a plan's values leave out: values that are known only after it is applied, and
  /// references between resources.
  private static func complete(_ resources: inout [TerraformResource], with plan: LocatedNode) {
    let changes = byAddress(plan["resource_changes"])
    var modules: [[String]: [String: LocatedNode]] = [:]
    for index in resources.indices {
      let address = resources[index].address
      if let unknown = changes[address]?["change"]?["after_unknown"] {
        resources[index].arguments = opened(resources[index].arguments, where: unknown)
      }
      let found = expressions(of: address, in: plan, &modules)
      let references = found?["user_pool_id"]?["references"]?.elements
      let names = (references ?? []).compactMap(\.text).compactMap { TerraformAddress.pool(in: $0) }
      resources[index].referredPool = names.first
    }
  }

  /// The elements of a list by their address; of elements with the same address, the first.
  private static func byAddress(_ list: LocatedNode?) -> [String: LocatedNode] {
    let pairs = (list?.elements ?? []).map { ($0["address"]?.text ?? "", $0) }
    return Dictionary(pairs) { first, _ in first }
  }

  /// A value with its unknown parts made opaque.
  private static func opened(_ fact: Fact, where unknown: LocatedNode) -> Fact {
    var fact = fact
    if unknown.text == "true" {
      fact.content = .opaque("it is known only after the plan is applied")
    } else if let keys = unknown.entries, var entries = fact.entries {
      var positions: [String: Int] = [:]
      for (index, entry) in entries.enumerated() { positions[entry.key] = index }
      for key in keys {
        if let index = positions[key.key] {
          entries[index].value = opened(entries[index].value, where: key.value)
        } else {
          let place = fact.location
          let value = opened(Fact(.absent, at: place), where: key.value)
          entries.append(Fact.Entry(key: key.key, keyLocation: place, value: value))
        }
      }
      fact.content = .record(entries)
    } else if let elements = unknown.elements, case .list(var values) = fact.content {
      for (index, element) in elements.enumerated() where values.indices.contains(index) {
        values[index] = opened(values[index], where: element)
      }
      fact.content = .list(values)
    }
    return fact
  }

  /// The expressions of a resource in the plan's configuration.
  /// - Parameter modules: a cache of the modules' resources, by the path of module calls.
  private static func expressions(
    of address: String, in plan: LocatedNode, _ modules: inout [[String]: [String: LocatedNode]]
  ) -> LocatedNode? {
    var calls: [String] = []
    var parts = TerraformAddress.parts(of: address)
    while parts.count > 2, parts[0] == "module" {
      calls.append(parts[1])
      parts.removeFirst(2)
    }
    if modules[calls] == nil {
      let root = plan["configuration"]?["root_module"]
      let module = calls.reduce(root) { $0?["module_calls"]?[$1]?["module"] }
      modules[calls] = byAddress(module?["resources"])
    }
    return modules[calls]?[parts.joined(separator: ".")]?["expressions"]
  }

  // MARK: Configurations

  /// Whether a document is a configuration in JSON with a pool or an app client.
  static func isConfiguration(_ root: LocatedNode) -> Bool {
    blocks(root["resource"]).contains {
      [TerraformNames.pool, TerraformNames.client].contains($0.key)
    }
  }

  /// The contents of all blocks of one kind, which JSON writes as an object or as a list of
  /// objects.
  private static func blocks(_ node: LocatedNode?) -> [LocatedNode.Entry] {
    guard let node else { return [] }
    return (node.entries ?? node.elements?.flatMap { $0.entries ?? [] } ?? [])
      .filter { $0.key != comment }
  }

  /// A key that Terraform ignores, and that the CDK for Terraform writes into every block.
  private static let comment = "//"

  /// Reads the pool of a configuration in JSON.
  static func readJSON(_ document: LocatedDocument, reader: PoolReader) -> ImportedPool {
    var resources: [TerraformResource] = []
    for type in blocks(document.root["resource"]) where isOurs(type.key) {
      for entry in blocks(type.value) {
        let body = TerraformTranslation.block(Fact(literally: entry.value))
        resources.append(
          TerraformResource(
            type: type.key, name: entry.key, address: "\(type.key).\(entry.key)",
            arguments: interpolated(body, given: reader.templateParameters)))
      }
    }
    var importer = TerraformImporter(
      document: document, format: .terraformConfiguration, resources: resources, reader: reader)
    importer.read()
    return importer.pool
  }

  /// Treats texts with `${…}` as expressions.
  private static func interpolated(_ fact: Fact, given: [String: String]) -> Fact {
    var fact = fact
    switch fact.content {
    case .text(let text, _) where text.contains("${"):
      let inner = text.hasPrefix("${") && text.hasSuffix("}") ? text.dropFirst(2).dropLast() : ""
      let parts = inner.split(separator: ".").map(String.init)
      if parts.count == 2, parts[0] == "var", let value = given[parts[1]] {
        return HCLReader.given(value, at: fact.location)
      }
      fact.content = .opaque("`\(text.prefix(40))` is computed at deployment")
      fact.resource = TerraformAddress.pool(in: text)
    case .list(let elements):
      fact.content = .list(elements.map { interpolated($0, given: given) })
    case .record(let entries):
      fact.content = .record(
        entries.filter { $0.key != comment }.map {
          Fact.Entry(
            key: $0.key, keyLocation: $0.keyLocation, value: interpolated($0.value, given: given))
        })
    default: break
    }
    return fact
  }
}
