/// What a designer may ask of a pool, in a word: a condition on settings, properties that must
/// hold, and losses or thefts that users must survive.
public struct Wish: Sendable, Hashable {
  /// Its mark.
  public var id: String
  /// What is wished for, as a sentence: `users sign in by e-mail address`.
  public var title: String
  /// What the settings must be.
  public var condition: Expression
  /// The condition as written, for reports; empty where there is none.
  public var conditionText: String
  /// The ids of properties that must hold, whatever their severity.
  public var properties: [String] = []
  /// The ids of properties whose premise must come true for some user.
  public var happening: [String] = []
  /// Whether it is asked of every design.
  public var isAlways = false
  /// Choices of what is explored that are made for its properties, by slot.
  public var followed: [Int] = []
  /// Choices of what is explored that its sentence supposes, by slot.
  public var choices: [Int: Int] = [:]
  /// The users, by what the pool keeps of them, whose losses count.
  public var users = Expression.yes
  /// Means that users lose together and get in all the same, by position in ``Model/means``.
  public var survived: [[Int]] = []
  /// Means that an outsider holds together without getting in.
  public var resisted: [[Int]] = []
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
}

/// What some settings cost, compared with others: it puts designs in an order and decides nothing.
public struct Price: Sendable, Hashable {
  /// Its mark.
  public var id: String
  /// The settings that cost.
  public var condition: Expression
  /// What they cost; a setting away from its default costs 1.
  public var cost: Int
  /// What is paid for.
  public var documentation: String
}

/// How a pool is written in a format: lines, each with the configurations in which it stands.
public struct DocumentTemplate: Sendable, Hashable {
  /// The name of the format.
  public var id: String
  /// The name of the file.
  public var file: String
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// The tool that deploys it, by its name in `tools:`; empty where none does.
  public var tool = ""
  /// What a line of comment begins with in the format.
  public var comment = ""
  /// In order; `<parameter>` stands for the value of a parameter.
  public var lines: [CommandPart] = []
}

extension Model {
  /// The model whose service refuses what does not have the settings of some wishes.
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

  /// The pools that the tool of a template was seen not to make in one step and that a
  /// configuration is one of.
  public func refusedCreations(
    of parameters: [Int: Int], by template: DocumentTemplate
  ) -> [CreationRule] {
    tools.first { $0.id == template.tool }.map { refusedCreations(of: parameters, by: $0) } ?? []
  }

  /// The same of a tool.
  public func refusedCreations(
    of parameters: [Int: Int], by tool: DeploymentTool
  ) -> [CreationRule] {
    let evaluator = ConcreteEvaluator(slots.indices.map { parameters[$0] ?? slots[$0].initial })
    return tool.cannotCreate.filter { evaluator.holds($0.condition) }
  }

  /// The document of a configuration.
  ///
  /// A `<parameter>` stands for the name that its value has on the wire, or in the table where it
  /// has none there, and for a list of such names where it is a set.
  ///
  /// - Parameters:
  ///   - template: the format.
  ///   - parameters: the configuration; what is left out has its default.
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
