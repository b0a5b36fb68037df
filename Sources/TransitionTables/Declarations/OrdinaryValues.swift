/// What a parameter ordinarily is where no document tells: a condition on configurations that are
/// explored because nobody said otherwise.
public struct OrdinaryValues: Sendable, Hashable {
  /// Its mark.
  public var id: String
  /// The parameter that it is about; what somebody has decided is never restricted.
  public var parameter: Int
  /// What holds of ordinary configurations.
  public var condition: Expression
  /// The condition as written, for reports.
  public var conditionText: String
  /// Why these are the ordinary ones.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
}

extension Model {
  /// The model where configurations out of the ordinary do not come up, as far as they lie in some
  /// open parameters.
  ///
  /// - Parameter open: the parameters of which no document tells.
  public func amongOrdinary(_ open: some Sequence<Int>) -> Model {
    let open = Set(open)
    var model = self
    model.legality += ordinaryValues.filter { open.contains($0.parameter) }.map { ordinary in
      LegalityRule(
        id: ordinary.id, forbid: .not(ordinary.condition), forbidText: ordinary.conditionText,
        refusal: "", parameters: [slots[ordinary.parameter].name], isError: true, source: nil,
        remedy: "", documentation: ordinary.documentation, location: ordinary.location)
    }
    return model
  }
}

extension ModelLoader {
  mutating func readOrdinaryValues() {
    for node in lists["ordinary"] ?? [] {
      attempt { loader throws(Diagnostic) in
        var reader = try MappingReader(node, subject: "an ordinary value")
        let id = try reader.required("id").requireText()
        let named = try reader.required("parameter")
        guard let slot = loader.model.parameter(named: try named.requireText()) else {
          throw .unknownName(
            named.text ?? "", at: named.location, "`\(named.text ?? "")` is no parameter",
            among: loader.model.parameters.map { loader.model.slots[$0].name },
            else: "name a declared parameter")
        }
        let written = try reader.required("where")
        let condition = try loader.checker.check(try written.expression(), expecting: .bool)
        if let read = condition.slots.first(where: { !loader.model.slots[$0].isParameter }) {
          throw Diagnostic(
            "table.type", at: written.location,
            "an ordinary value reads `\(loader.model.slots[read].name)`, which is no parameter",
            remedy: "say which configurations are ordinary")
        }
        loader.model.ordinaryValues.append(
          OrdinaryValues(
            id: id, parameter: slot, condition: condition, conditionText: written.text ?? "",
            documentation: try reader.text("doc"), location: node.location))
        loader.diagnostics += reader.unknownKeys()
      }
    }
  }
}
