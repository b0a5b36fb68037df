import Findings
import SignIn
import SignInTestBed
import TransitionTables

/// JSON Schemas (draft 2020-12) of the files that people write, for editors: pool files, scenarios
/// and tables.
///
/// Names and values come from the model, keys from the readers. A file that a schema admits may
/// still be rejected by the reader, which also checks expressions, rules of legality and other
/// files.
package struct DocumentSchemas {
  package let model: Model

  package init(model: Model) {
    self.model = model
  }

  /// The names and texts of all schemas.
  package var all: [(name: String, text: String)] {
    [
      ("pool.schema.json", pool.text), ("scenario.schema.json", scenario.text),
      ("table.schema.json", table.text),
    ]
  }

  // MARK: Pool files

  private var pool: JSONValue {
    let names = model.parameterDeclarations.map(\.name)
    let parts: [String: JSONValue] = [
      "pool": Self.text.described("The name of the pool."),
      "doc": Self.text.described("What the pool shows, in a sentence."),
      "configuration": Self.orNull(settings { _ in true }),
      "customChallenge": customChallenge,
      "open": Self.list(of: .object(["enum": .strings(names)]))
        .described("Parameters of which all values are explored."),
      "unstated": Self.list(of: .object(["enum": .strings(names)]))
        .described("Parameters that nobody knows, of which ordinary values are explored."),
      "facts": facts,
      "expect": Self.object(
        Dictionary(
          uniqueKeysWithValues: WaymarkPoolImporter.expectationKeys.map {
            ($0, Self.list(of: Self.text))
          })),
    ]
    return document(
      "pool.schema.json", "A Waymark pool file",
      Self.object(parts, required: ["pool"]))
  }

  private var facts: JSONValue {
    let flags: Set = ["caseSensitive", "activityLogs", "managedLogin"]
    let lists: Set = ["requiredAttributes", "immutable"]
    let mappings: Set = ["attributes", "settings"]
    return Self.object(
      Dictionary(
        uniqueKeysWithValues: WaymarkPoolImporter.factKeys.map { key in
          if flags.contains(key) { return (key, Self.type("boolean")) }
          if lists.contains(key) { return (key, Self.list(of: Self.text)) }
          return (key, mappings.contains(key) ? Self.mapping(of: Self.scalar) : Self.text)
        })
    ).described("What no parameter says and `diff` compares.")
  }

  private var customChallenge: JSONValue {
    let history: JSONValue = .object([
      "anyOf": .array([Self.text, Self.list(of: .object([:]))])
    ])
    let rows = Self.list(
      of: Self.object(["after": history, "then": Self.text], required: ["after", "then"]))
    let parts: [String: JSONValue] = [
      "pattern": Self.text, "rounds": Self.type("integer"), "rows": rows,
    ]
    return .object(["anyOf": .array([Self.text, rows, Self.object(parts)])])
      .described("What the designer's own triggers do.")
  }

  /// Parameters and assumptions, each with the values that it accepts.
  private func settings(where isMeant: (ParameterDeclaration) -> Bool) -> JSONValue {
    let declarations = model.parameterDeclarations.filter(isMeant)
    return Self.object(
      Dictionary(uniqueKeysWithValues: declarations.map { ($0.name, Self.values(of: $0)) }))
  }

  private static func values(of declaration: ParameterDeclaration) -> JSONValue {
    let values: JSONValue =
      switch declaration.kind {
      case .bool: type("boolean")
      case .choice(let members): .object(["enum": .strings(members)])
      case .number(let range):
        .object([
          "type": .string("integer"), "minimum": .number(range.lowerBound),
          "maximum": .number(range.upperBound),
        ])
      case .set(let members): list(of: .object(["enum": .strings(members)]))
      }
    return values.described(declaration.documentation)
  }

  // MARK: Scenarios

  private var scenario: JSONValue {
    var parts = Self.parts(Scenario.parts)
    parts["configuration"] = settings { _ in true }
    parts["assume"] = settings(where: \.isAssumption)
    parts["steps"] = .object([
      "type": .string("array"), "minItems": .number(1), "items": Self.reference("step"),
    ])
    let whole = Self.object(
      parts, required: ["steps"], anyOf: [["configuration"], ["pool"]])
    let step = Self.object(Self.parts(Scenario.stepParts), oneOf: [["call"], ["request"]])
    return document(
      "scenario.schema.json", "A Waymark scenario, or a list of them",
      .object([
        "anyOf": .array([
          Self.reference("scenario"), Self.list(of: Self.reference("scenario")),
        ])
      ]), definitions: ["scenario": whole, "step": step])
  }

  private static func parts(_ parts: [Scenario.Part]) -> [String: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: parts.map { part in
        let form: JSONValue =
          switch part.form {
          case .text, .flag: scalar
          case .words: .object(["anyOf": .array([text, list(of: text)])])
          case .mapping: type("object")
          case .filledMapping: .object(["type": .string("object"), "minProperties": .number(1)])
          case .list: type("array")
          }
        return (part.key, form.described("It \(part.meaning)."))
      })
  }

  // MARK: Tables

  private var table: JSONValue {
    var parts: [String: JSONValue] = [:]
    for name in ModelLoader.mappingSections { parts[name] = Self.orNull(Self.type("object")) }
    for name in ModelLoader.listSections {
      parts[name] = .object([
        "type": .strings(["array", "null"]), "items": Self.type("object"),
      ])
    }
    for name in ModelLoader.scalarSections { parts[name] = Self.text }
    parts["attempt"] = Self.type("object")
    // The keys with which a layer changes the model below it.
    for name in ["layer", "extends"] { parts[name] = Self.text }
    for name in ["replace", "drop", "extend"] { parts[name] = Self.type("object") }
    parts["insert"] = Self.list(of: Self.type("object"))
    return document("table.schema.json", "A file of a transition table", Self.object(parts))
  }

  // MARK: Pieces

  private func document(
    _ id: String, _ title: String, _ body: JSONValue, definitions: [String: JSONValue] = [:]
  ) -> JSONValue {
    guard case .object(var members) = body else { return body }
    members["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
    members["$id"] = .string(id)
    members["title"] = .string(title)
    members["description"] = .string("Generated by `waymark explain --schemas DIR`; do not edit.")
    if !definitions.isEmpty { members["$defs"] = .object(definitions) }
    return .object(members)
  }

  private static let text = type("string")
  private static let scalar: JSONValue = .object([
    "type": .strings(["string", "number", "boolean"])
  ])

  private static func type(_ name: String) -> JSONValue { .object(["type": .string(name)]) }

  private static func reference(_ name: String) -> JSONValue {
    .object(["$ref": .string("#/$defs/\(name)")])
  }

  private static func list(of items: JSONValue) -> JSONValue {
    .object(["type": .string("array"), "items": items])
  }

  private static func mapping(of values: JSONValue) -> JSONValue {
    .object(["type": .string("object"), "additionalProperties": values])
  }

  /// A schema that also admits null, since a key without a value counts as absent.
  private static func orNull(_ schema: JSONValue) -> JSONValue {
    .object(["anyOf": .array([schema, type("null")])])
  }

  /// A mapping that admits only these keys, some of which are required.
  private static func object(
    _ properties: [String: JSONValue], required: [String] = [], anyOf: [[String]] = [],
    oneOf: [[String]] = []
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "type": .string("object"), "additionalProperties": .bool(false),
      "properties": .object(properties),
    ]
    if !required.isEmpty { members["required"] = .strings(required) }
    for (key, choices) in [("anyOf", anyOf), ("oneOf", oneOf)] where !choices.isEmpty {
      members[key] = .array(choices.map { .object(["required": .strings($0)]) })
    }
    return .object(members)
  }
}

extension JSONValue {
  /// The schema with a description for editors.
  fileprivate func described(_ text: String) -> JSONValue {
    guard case .object(var members) = self, !text.isEmpty else { return self }
    members["description"] = .string(text)
    return .object(members)
  }
}
