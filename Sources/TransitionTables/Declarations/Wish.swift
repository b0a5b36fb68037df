/// A requirement that a designer may place on a pool: a condition on settings, properties that must
/// hold, and losses or thefts of means that users must survive.
public struct Wish: Sendable, Hashable {
  /// The id of the wish.
  public var id: String
  /// The requirement as a sentence: `users sign in by e-mail address`.
  public var title: String
  /// The condition that the settings must fulfil.
  public var condition: Expression
  /// The condition as the author wrote it, for reports; empty where there is none.
  public var conditionText: String
  /// The ids of properties that must hold, independently of their severity.
  public var properties: [String] = []
  /// The ids of properties whose premise must be true for some user.
  public var happening: [String] = []
  /// Whether the wish applies to every design.
  public var isAlways = false
  /// The boolean exploration parameters that are set to true for the properties of the wish, by
  /// slot.
  public var followed: [Int] = []
  /// The values of exploration parameters that the wish presupposes, by slot.
  public var choices: [Int: Int] = [:]
  /// The condition on the records of the users whose losses count.
  public var users = Expression.yes
  /// Sets of means that users can lose together without losing access, by position in
  /// ``Model/means``.
  public var survived: [[Int]] = []
  /// Sets of means that an outsider can hold together without gaining access, by the same
  /// positions.
  public var resisted: [[Int]] = []
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where the wish is declared.
  public var location: SourceLocation
}

/// The relative cost of some settings; it only ranks designs.
public struct Price: Sendable, Hashable {
  /// The id of the price.
  public var id: String
  /// The condition on the settings that have the cost.
  public var condition: Expression
  /// The cost; a setting away from its default costs 1.
  public var cost: Int
  /// The reason for the cost.
  public var documentation: String
}

/// The template of a document format: lines, each with the configurations in which it is included.
public struct DocumentTemplate: Sendable, Hashable {
  /// The name of the format.
  public var id: String
  /// The name of the file.
  public var file: String
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// The tool that deploys the document, by its name in `tools:`; empty where none does.
  public var tool = ""
  /// The prefix of a comment line in the format.
  public var comment = ""
  /// The lines, in order; `<parameter>` stands for the value of a parameter.
  public var lines: [CommandPart] = []
}

extension Model {
  /// Returns the model whose service refuses every pool without the settings of some wishes.
  public func requiring(_ wishes: [Wish]) -> Model {
    var model = self
    model.legality += wishes.map { wish in
      LegalityRule(
        id: wish.id, forbid: .not(wish.condition), forbidText: wish.conditionText, refusal: "",
        parameters: [], isError: true, source: nil, remedy: "", documentation: wish.title,
        location: wish.location)
    }
    return model
  }

  /// Returns the rules for pools that the template's tool cannot create in one step, as far as they
  /// apply to a configuration.
  public func refusedCreations(
    of parameters: [Int: Int], by template: DocumentTemplate
  ) -> [CreationRule] {
    tools.first { $0.id == template.tool }.map { refusedCreations(of: parameters, by: $0) } ?? []
  }

  /// Returns the rules for pools that a tool cannot create in one step, as far as they apply to a
  /// configuration.
  public func refusedCreations(
    of parameters: [Int: Int], by tool: DeploymentTool
  ) -> [CreationRule] {
    let evaluator = ConcreteEvaluator(slots.indices.map { parameters[$0] ?? slots[$0].initial })
    return tool.cannotCreate.filter { evaluator.holds($0.condition) }
  }

  /// Returns the document of a configuration in a format.
  ///
  /// A `<parameter>` stands for the wire name of its value, or for the name in the table where it
  /// has no wire name; for a set it stands for the list of such names.
  ///
  /// - Parameters:
  ///   - template: the template of the format.
  ///   - parameters: the configuration; parameters that are missing have their default.
  public func document(_ template: DocumentTemplate, of parameters: [Int: Int]) -> String {
    let valuation = slots.indices.map { parameters[$0] ?? slots[$0].initial }
    let evaluator = ConcreteEvaluator(valuation)
    let lines = template.lines.filter { evaluator.holds($0.condition) }.map { line in
      self.parameters.reduce(line.text) { text, slot in
        let mark = "<\(slots[slot].name)>"
        return text.contains(mark)
          ? text.replacing(mark, with: wireText(of: valuation[slot], in: slot)) : text
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func wireText(of value: Int, in slot: Int) -> String {
    switch slots[slot].type {
    case .set(let id):
      let declared = types.enums[id]
      let names = declared.members.indices.filter { value >> $0 & 1 == 1 }
        .map { "\"\(declared.wireName(of: $0) ?? declared.members[$0])\"" }
      return "[\(names.joined(separator: ", "))]"
    case .member(let id):
      let declared = types.enums[id]
      return declared.wireName(of: value) ?? text(of: value, in: slot)
    case .bool, .integer: return text(of: value, in: slot)
    }
  }
}
