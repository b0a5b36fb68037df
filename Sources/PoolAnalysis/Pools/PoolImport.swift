import Findings
import SignIn
import TransitionTables

/// Writes a pool in Waymark's own format, with the settings of its documents and the origin of each
/// value.
package struct PoolImport {
  package let model: Model
  package let pool: LoadedPool

  package init(model: Model, pool: LoadedPool) {
    self.model = model
    self.pool = pool
  }

  /// The documents' settings, overridden by those of the command line.
  private var document: PoolDocument? {
    guard var document = pool.document else { return nil }
    for position in document.settings.indices {
      let name = document.settings[position].parameter
      guard let slot = model.parameter(named: name), pool.origins[slot] == .commandLine,
        let number = pool.closed[slot]
      else { continue }
      document.settings[position].setting = Setting(
        value: model.parameterValue(number, in: slot), origin: .commandLine)
    }
    return document
  }

  /// The pool as a Waymark pool file.
  package var text: String {
    document?.waymarkFile(of: model.parameterDeclarations, source: pool.origin) ?? ""
  }

  /// The pool as JSON: one object per parameter, with its value, origin and choices.
  package var json: JSONValue {
    let settings = (document?.settings ?? []).compactMap { name, setting -> JSONValue? in
      guard let slot = model.parameter(named: name) else { return nil }
      let isAssumption = model.slots[slot].kind == .assumption
      if isAssumption, setting.value == nil, setting.origin != .leftOpen { return nil }
      return .object([
        "parameter": .string(name),
        "value": setting.value.map { json(of: $0) } ?? .null,
        "origin": .string(Self.kind(of: setting.origin)),
        "because": .string(setting.origin.comment),
        "choices": .string(model.choices(for: slot).replacing("`", with: "")),
      ])
    }
    return .object([
      "pool": .string(pool.name), "doc": .string(pool.documentation),
      "source": .string(pool.origin), "settings": .array(settings),
      "facts": .array((document?.fixed ?? []).map(json)),
      "notes": .array(complaints.map(Self.json)),
    ])
  }

  /// The diagnostics of the document readers and of legality, by place.
  package var complaints: [Diagnostic] {
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    let gate = LegalityGate(model: model, pool: pool, family: family)
    return DiagnosticList(pool.notes + gate.refusals + gate.warnings).diagnostics
  }

  /// 151 where the service would reject the pool.
  package var status: ExitStatus {
    complaints.contains { $0.severity == .error } ? .illegal : .allHold
  }

  private func json(of value: ParameterValue) -> JSONValue {
    switch value {
    case .bool(let value): .bool(value)
    case .choice(let member): .string(member)
    case .number(let value): .number(value)
    case .set(let members): .strings(members)
    }
  }

  /// A fact that is no parameter, but matters when the pool is changed.
  private func json(of fact: FixedFact) -> JSONValue {
    .object([
      "fact": .string(fact.name), "value": .string(fact.value),
      "because": .string(Origin.document(fact.location).comment),
    ])
  }

  private static func kind(of origin: Origin) -> String {
    switch origin {
    case .document: "document"
    case .serviceDefault: "serviceDefault"
    case .frameworkDefault: "frameworkDefault"
    case .commandLine: "commandLine"
    case .open: "open"
    }
  }

  private static func json(of diagnostic: Diagnostic) -> JSONValue {
    .object([
      "code": .string(diagnostic.code), "severity": .string(diagnostic.severity.rawValue),
      "place": .string(diagnostic.location.description), "message": .string(diagnostic.message),
      "remedy": .string(diagnostic.remedy),
    ])
  }
}
