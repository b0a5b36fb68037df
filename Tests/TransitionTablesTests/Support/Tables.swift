import StateSpace
import Testing

@testable import TransitionTables

/// Loads a model from text, as `model.yaml`.
func model(
  _ text: String, enumSizes: [String: Int] = [:], keepsMutants: Bool = false
) throws -> Model {
  let document = try LocatedDocument(parsing: text, file: "model.yaml")
  return try ModelLoader.load([document], enumSizes: enumSizes, keepsMutants: keepsMutants)
}

/// The complaints about a model, in the order of their places.
func diagnostics(_ text: String) throws -> [Diagnostic] {
  do {
    _ = try model(text)
    return []
  } catch let list as DiagnosticList {
    return list.diagnostics
  }
}

/// The complaints about a model as `line:column code message | remedy`.
func complaints(_ text: String) throws -> [String] {
  try diagnostics(text).map {
    "\($0.location.line):\($0.location.column) \($0.code) \($0.message) | \($0.remedy)"
  }
}

/// What the inspections say about a model, as `line code message`.
func inspections(_ text: String) throws -> [String] {
  Inspector(try model(text)).inspect().map { "\($0.location.line) \($0.code) \($0.message)" }
}

extension Model {
  /// A slot by its name.
  func slot(_ name: String) throws -> Int { try #require(slots.firstIndex { $0.name == name }) }

  /// The texts of the steps of a trace.
  func texts(_ trace: Trace?) -> [String] { trace?.steps.map { text(of: $0) } ?? [] }
}
