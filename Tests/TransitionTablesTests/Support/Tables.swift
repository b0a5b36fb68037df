import StateSpace
import Testing

@testable import TransitionTables

/// Loads a model from text, as `model.yaml`.
func model(_ text: String, enumSizes: [String: Int] = [:]) throws -> Model {
  let document = try LocatedDocument(parsing: text, file: "model.yaml")
  return try ModelLoader.load([document], enumSizes: enumSizes)
}

/// The codes of the complaints about a model, in the order of their places.
func complaints(_ text: String) -> [String] {
  do {
    _ = try model(text)
    return []
  } catch let list as DiagnosticList {
    return list.diagnostics.map(\.code)
  } catch {
    return ["\(error)"]
  }
}
