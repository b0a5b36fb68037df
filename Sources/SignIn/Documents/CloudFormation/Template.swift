import TransitionTables

/// A CloudFormation or SAM template with the parts that its functions need: parameters, mappings,
/// conditions and resources, each in the order of the document.
struct Template: Sendable {
  /// A resource of the template.
  struct Resource: Sendable {
    var name: String
    var location: SourceLocation
    var type: String
    /// The name of the resource's condition, or nil.
    var condition: LocatedNode?
    var properties: LocatedNode?
  }

  /// A parameter of the template.
  struct Parameter: Sendable {
    var name: String
    /// The default as written; nil where a deployment must give a value.
    var defaultValue: LocatedNode?
    /// The type as written, or nil where there is none.
    var type: LocatedNode?
    /// The only values that a deployment may give, or nil where any value is allowed.
    var allowedValues: LocatedNode?

    /// Whether the value is a list with commas between its elements.
    var isList: Bool {
      type?.text.map { $0 == "CommaDelimitedList" || $0.hasPrefix("List<") } == true
    }

    /// Whether the value is looked up in the parameter store, so that the default is only a key.
    var isStored: Bool { type?.text?.hasPrefix("AWS::SSM::Parameter::Value") == true }

    /// The type where CloudFormation has none with this name.
    var unknownType: (text: String, location: SourceLocation)? {
      guard let type, let text = type.text, !Self.types.contains(text),
        !["List<", "AWS::"].contains(where: text.hasPrefix)
      else { return nil }
      return (text, type.location)
    }

    /// The types other than those of lists, such as `List<Number>`, and those of AWS.
    static let types = ["String", "Number", "CommaDelimitedList"]
  }

  let document: LocatedDocument
  let isServerless: Bool
  private(set) var parameters: [String: Parameter] = [:]
  private(set) var conditions: [String: LocatedNode] = [:]
  private(set) var resources: [Resource] = []
  /// The places of `Fn::ForEach`, which only CloudFormation expands into resources.
  private(set) var loops: [SourceLocation] = []
  private var mappings: [[String]: LocatedNode] = [:]
  private var resourceNames: Set<String> = []

  init(_ document: LocatedDocument) {
    self.document = document
    let transform = document.root["Transform"]
    let transforms = (transform?.elements ?? [transform].compactMap { $0 }).compactMap(\.text)
    let types = (document.root["Resources"]?.entries ?? []).compactMap { $0.value["Type"]?.text }
    isServerless = (transforms + types).contains { $0.hasPrefix("AWS::Serverless") }
    for entry in document.root["Parameters"]?.entries ?? [] {
      parameters[entry.key] = Parameter(
        name: entry.key, defaultValue: entry.value["Default"], type: entry.value["Type"],
        allowedValues: entry.value["AllowedValues"])
    }
    for entry in document.root["Conditions"]?.entries ?? [] { conditions[entry.key] = entry.value }
    for map in document.root["Mappings"]?.entries ?? [] {
      for first in map.value.entries ?? [] {
        for second in first.value.entries ?? [] {
          mappings[[map.key, first.key, second.key]] = second.value
        }
      }
    }
    for entry in document.root["Resources"]?.entries ?? [] {
      if entry.key.hasPrefix("Fn::ForEach::") { loops.append(entry.keyLocation) }
      guard let type = entry.value["Type"]?.text else { continue }
      resourceNames.insert(entry.key)
      resources.append(
        Resource(
          name: entry.key, location: entry.keyLocation, type: type,
          condition: entry.value["Condition"], properties: entry.value["Properties"]))
    }
  }

  /// The place of the template's parameters, or of the whole document where it has none.
  var parametersLocation: SourceLocation {
    document.root.entries?.first { $0.key == "Parameters" }?.keyLocation ?? document.root.location
  }

  /// Whether the template declares a resource of this name.
  func hasResource(_ name: String) -> Bool { resourceNames.contains(name) }

  /// The value in the mappings under the path of a map's name and two keys.
  func mapped(_ path: [String]) -> LocatedNode? { mappings[path] }

  /// All names that `Ref` can refer to.
  var referable: [String] { parameters.keys.sorted() + resources.map(\.name) }
}
