import TransitionTables

/// The value that a template passes to a parameter of the nested stack that it deploys.
enum PassedValue: Hashable, Sendable {
  /// A text, which may depend on a default of the deploying template.
  case text(String, isDefault: Bool)
  /// A value that only a deployment knows and that is never empty; the text is the reason.
  case reference(String)
  /// A value that may be anything; the text is the reason.
  case unknown(String)

  /// The reason why the value is not known, or nil where it is.
  var unknownReason: String? {
    switch self {
    case .text: nil
    case .reference(let reason), .unknown(let reason): reason
    }
  }
}

/// The parameter values that a template receives from the templates that deploy it.
struct PassedParameters: Sendable {
  /// The file of the first template that deploys it.
  let file: String
  fileprivate(set) var values: [String: PassedValue]
}

/// The templates that deploy others as nested stacks, and the parameter values that they pass.
///
/// A stack names its template by a path, as `aws cloudformation package` accepts it, or by the
/// address of a copy. An address matches by file name, where only one template has that name.
struct NestedStacks {
  static let types = ["AWS::CloudFormation::Stack", "AWS::Serverless::Application"]

  /// The templates that may be deployed: by their paths from the current folder, and by their
  /// names.
  private var paths: [String: String] = [:]
  private var names: [String: [String]] = [:]
  /// The passed parameters, by the file of the deployed template.
  private(set) var passed: [String: PassedParameters] = [:]
  /// By the file of a template without a pool or an app client, the templates that it deploys.
  private(set) var above: [String: [String]] = [:]

  /// - Parameters:
  ///   - documents: the templates that may deploy others.
  ///   - files: the names of the templates that may be deployed.
  init(of documents: [LocatedDocument], deploying files: [String]) {
    for file in files {
      paths[PoolReader.path(file, from: ".")] = file
      names[Self.name(of: file), default: []].append(file)
    }
    for document in documents {
      let resources = document.root["Resources"]?.entries ?? []
      let isAbove = resources.contains { $0.value["Type"]?.text.map(Self.types.contains) == true }
      if isAbove { take(Template(document)) }
    }
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  private mutating func take(_ template: Template) {
    let file = template.document.file
    var evaluator = IntrinsicEvaluator(template: template)
    for stack in template.resources where Self.types.contains(stack.type) {
      let place = stack.properties?["TemplateURL"] ?? stack.properties?["Location"]
      guard let nested = place.flatMap({ self.file(at: $0, from: file) }), nested != file,
        evaluator.mayDeploy(stack)
      else { continue }
      if !template.resources.contains(where: { $0.type.hasPrefix(TemplateImporter.poolType) }) {
        above[file, default: []].append(nested)
      }
      var own: [String: PassedValue] = [:]
      for entry in stack.properties?["Parameters"]?.entries ?? [] {
        own[entry.key] = evaluator.passed(entry.value, to: entry.key)
      }
      passed[nested] =
        passed[nested].map { $0.joined(with: own) }
        ?? PassedParameters(file: file, values: own)
    }
  }

  /// The template that a stack's `TemplateURL` or `Location` names, or nil.
  private func file(at place: LocatedNode, from file: String) -> String? {
    guard let text = Self.text(of: place) else { return nil }
    guard text.contains("://") || text.contains("${") else {
      let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
      return paths[PoolReader.path(text, from: folder)]
    }
    let name = Self.name(of: String(text.prefix { $0 != "?" }))
    let found = names[name] ?? []
    return found.count == 1 ? found[0] : nil
  }

  /// The text of an address, with a placeholder for each part that only a deployment knows.
  private static func text(of node: LocatedNode) -> String? {
    guard let call = IntrinsicCall(node) else { return node.text }
    let elements = call.argument.elements ?? []
    switch call.name {
    case "Sub": return call.argument.text ?? elements.first?.text
    case "Join":
      let parts = elements.count == 2 ? elements[1].elements ?? [] : []
      return parts.map { text(of: $0) ?? "${}" }.joined(separator: elements.first?.text ?? "")
    default: return nil
    }
  }
}

extension PassedParameters {
  /// Joins the parameters with those of a further deployment; values that differ become unknown.
  fileprivate func joined(with other: [String: PassedValue]) -> PassedParameters {
    var joined = self
    for name in Set(values.keys).union(other.keys) where values[name] != other[name] {
      joined.values[name] = .unknown("\(file) does not give \(name) one value alone")
    }
    return joined
  }
}

extension IntrinsicEvaluator {
  /// Whether a resource may be deployed, given its condition.
  fileprivate mutating func mayDeploy(_ resource: Template.Resource) -> Bool {
    guard let condition = resource.condition, let name = condition.text,
      case .decided(false, _) = decide(named: name, at: condition.location)
    else { return true }
    return false
  }

  /// The value passed to a parameter of a nested stack; nil where nothing is passed.
  fileprivate mutating func passed(_ node: LocatedNode, to name: String) -> PassedValue? {
    let fact = evaluate(node)
    let place = "\(node.location.file):\(node.location.line)"
    let because = { (reason: String) in
      "the template parameter \(name) is given at \(place), and there \(reason)"
    }
    switch fact.content {
    case .absent: return nil
    case .text(let text, _): return .text(text, isDefault: !fact.assumed.isEmpty)
    case .list(let elements):
      let texts = elements.compactMap(\.text)
      guard texts.count == elements.count else { return .unknown(because("a value is open")) }
      return .text(texts.joined(separator: ","), isDefault: !fact.assumed.isEmpty)
    case .record: return .unknown(because("a value is no text"))
    case .opaque(let reason):
      return isNeverEmpty(node, fact) ? .reference(because(reason)) : .unknown(because(reason))
    case .uncertain(let reason): return .unknown(because(reason))
    }
  }

  /// Whether a value that only a deployment knows cannot be empty: an id or an attribute of a
  /// resource. The outputs of a nested stack may be empty.
  private func isNeverEmpty(_ node: LocatedNode, _ fact: Fact) -> Bool {
    let call = IntrinsicCall(node)
    if call?.name == "Ref", let name = call?.argument.text, name.hasPrefix("AWS::") {
      return ["AccountId", "Partition", "Region", "StackId", "StackName", "URLSuffix"].contains {
        name == "AWS::\($0)"
      }
    }
    guard let owner = template.resources.first(where: { $0.name == fact.resource }) else {
      return false
    }
    return call?.name == "Ref" || !NestedStacks.types.contains(owner.type)
  }
}

extension PoolReader {
  /// The templates without a pool that deploy others as nested stacks, by file, with the deployed
  /// ones.
  /// - Parameters:
  ///   - texts: the templates that may deploy others, with their names.
  ///   - files: the names of the templates that may be deployed.
  package static func templatesAbove(
    _ files: [String], among texts: [(file: String, bytes: [UInt8])]
  ) -> [String: [String]] {
    let documents = texts.compactMap { text -> LocatedDocument? in
      guard
        case .data(.template, let document, _)? = try? PoolSources.recognise(
          LocatedDocument.utf8(text.bytes), file: text.file)
      else { return nil }
      return document
    }
    return NestedStacks(of: documents, deploying: files).above
  }

  /// The resource types of nested stacks, as a template writes them.
  package static var typesOfNestedStacks: [String] { NestedStacks.types }
}
