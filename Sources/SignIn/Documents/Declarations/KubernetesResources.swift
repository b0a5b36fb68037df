import TransitionTables

/// Reads the user pool and the app clients that Kubernetes resources declare: those of ACK, which
/// use the names of the service's API, and those of Crossplane's provider, which uses Terraform's.
enum KubernetesResources {
  /// The API groups whose resources are read.
  static let groups = [
    "cognitoidentityprovider.services.k8s.aws", "cognitoidp.aws.upbound.io",
    "cognitoidp.aws.m.upbound.io",
  ]

  /// Whether a line, in a resource or in a program that generates one, names one of these groups.
  static func names(_ line: String) -> Bool {
    line.contains("apiVersion") && groups.contains(where: line.contains)
  }

  /// Reads the pool of a file with one or several resources.
  static func read(
    _ program: ProgramText, reader: PoolReader
  ) throws(DiagnosticList) -> ImportedPool {
    var own: [(root: LocatedNode, isACK: Bool)] = []
    let lines = ownLines(of: program.document.lines)
    for root in try LocatedDocument.roots(ofStream: lines, file: program.document.file) {
      let group = root["apiVersion"]?.text ?? ""
      guard groups.contains(where: group.hasPrefix) else { continue }
      own.append((root, group.hasPrefix(groups[0])))
    }
    if own.contains(where: \.isACK) {
      return acknowledged(own.map(\.root), of: program.document, reader: reader)
    }
    let resources = own.compactMap { resource($0.root) }
    var importer = TerraformImporter(
      document: program.document, format: .kubernetes, resources: resources, reader: reader)
    importer.read()
    return importer.pool
  }

  /// The lines of a stream in which all documents of other groups are blanked. Those need not be
  /// YAML: a Helm template has its own syntax.
  private static func ownLines(of lines: [String]) -> [String] {
    let separators = lines.indices.filter { lines[$0].hasPrefix("---") }
    var own = lines
    for (start, end) in zip([0] + separators.map { $0 + 1 }, separators + [lines.count]) {
      let isOurs = lines[start..<end].contains { line in
        line.hasPrefix("apiVersion:") && names(line)
      }
      if !isOurs { for index in start..<end { own[index] = "" } }
      if end < lines.count { own[end] = "---" }
    }
    return own
  }

  // MARK: Crossplane

  private static func resource(_ root: LocatedNode) -> TerraformResource? {
    let types = [
      "UserPool": TerraformNames.pool, "UserPoolClient": TerraformNames.client,
      "UserPoolDomain": TerraformNames.domain,
    ]
    guard let type = types[root["kind"]?.text ?? ""] else { return nil }
    let name = root["metadata"]?["name"]?.text ?? ""
    let spec = root["spec"]?["forProvider"] ?? LocatedNode(.mapping([]), at: root.location)
    var arguments = Fact(literally: spec).renamed(CamelCase.argument)
    if let owner = root["spec"]?["forProvider"]?["userPoolIdRef"]?["name"] {
      append(owner, to: &arguments, as: "user_pool_id")
    }
    return TerraformResource(
      type: type, name: name, address: name, arguments: withoutReferences(arguments))
  }

  /// Removes the arguments that refer to another resource of the cluster, in records and lists too.
  private static func withoutReferences(_ fact: Fact) -> Fact {
    var fact = fact
    if case .list(let elements) = fact.content {
      fact.content = .list(elements.map(withoutReferences))
    } else if let entries = fact.entries {
      fact.content = .record(
        entries.filter { !$0.key.hasSuffix("_ref") && !$0.key.hasSuffix("_selector") }.map {
          Fact.Entry(
            key: $0.key, keyLocation: $0.keyLocation, value: withoutReferences($0.value))
        })
    }
    return fact
  }

  /// Appends a reference by name, whose value is known only in the cluster.
  private static func append(_ owner: LocatedNode, to fact: inout Fact, as key: String) {
    let value = Fact(
      .opaque("the id is known only in the cluster"), at: owner.location, resource: owner.text)
    let entry = Fact.Entry(key: key, keyLocation: owner.location, value: value)
    fact.content = .record((fact.entries ?? []) + [entry])
  }

  // MARK: ACK

  /// Reads ACK's resources, which have the fields of the service's requests, as a template.
  private static func acknowledged(
    _ roots: [LocatedNode], of document: LocatedDocument, reader: PoolReader
  ) -> ImportedPool {
    let entries = roots.compactMap { root -> LocatedNode.Entry? in
      let kind = root["kind"]?.text ?? ""
      guard ["UserPool", "UserPoolClient", "UserPoolDomain"].contains(kind),
        let spec = root["spec"]
      else { return nil }
      let type = LocatedNode(.scalar("AWS::Cognito::\(kind)", quoted: true), at: root.location)
      let body = LocatedNode(
        .mapping([
          LocatedNode.Entry(key: "Type", keyLocation: root.location, value: type),
          LocatedNode.Entry(
            key: "Properties", keyLocation: spec.location, value: properties(spec, isRoot: true)),
        ]), at: root.location)
      return LocatedNode.Entry(
        key: root["metadata"]?["name"]?.text ?? kind, keyLocation: root.location, value: body)
    }
    var template = document
    template.root = LocatedNode(
      .mapping([
        LocatedNode.Entry(
          key: "Resources", keyLocation: document.root.location,
          value: LocatedNode(.mapping(entries), at: document.root.location))
      ]), at: document.root.location)
    var plain = reader
    plain.templateParameters = [:]
    var importer = TemplateImporter(document: template, reader: plain)
    // Another file may declare the domain in the cluster.
    importer.isWhole = false
    importer.read()
    var pool = importer.pool
    pool.format = .kubernetes
    return pool
  }

  /// Turns the fields of a `spec` into the properties of a template.
  private static func properties(_ node: LocatedNode, isRoot: Bool = false) -> LocatedNode {
    var node = node
    switch node.content {
    case .scalar: break
    case .sequence(let elements): node.content = .sequence(elements.map { properties($0) })
    case .mapping(let entries):
      let isClient = entries.contains {
        $0.key.hasPrefix("userPool") && $0.key != "userPoolTags"
      }
      node.content = .mapping(
        entries.map { entry in
          if isRoot, entry.key == "userPoolRef" {
            let name = entry.value["from"]?["name"] ?? entry.value
            let owner = LocatedNode(name.content, at: name.location, tag: "!Ref")
            return LocatedNode.Entry(
              key: "UserPoolId", keyLocation: entry.keyLocation, value: owner)
          }
          let key =
            isRoot && entry.key == "name"
            ? (isClient ? "ClientName" : "UserPoolName") : CamelCase.property(of: entry.key)
          let known = key == "Tags" ? "UserPoolTags" : key
          return LocatedNode.Entry(
            key: known, keyLocation: entry.keyLocation, value: properties(entry.value))
        })
    }
    return node
  }
}
