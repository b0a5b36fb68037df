import SignIn
import TransitionTables

/// The documents of a pool as a value for each parameter, ready to be explored.
struct PoolConfiguration: Sendable {
  let model: Model
  /// The documents, as they are named.
  let files: [String]
  /// The value of each parameter, by slot; what is open has its default.
  var parameters: [Int: Int]
  /// Where a document sets a parameter, by slot.
  let located: [Int: TransitionTables.SourceLocation]
  /// What the service refuses of things that are no parameter.
  private let refusals: [String]

  init(model: Model, paths: [String]) throws {
    let reader = PoolReader(parameters: model.parameterDeclarations)
    self.init(model: model, try reader.read(paths: paths), files: paths)
  }

  init(model: Model, texts: [(file: String, bytes: [UInt8])]) throws {
    let reader = PoolReader(parameters: model.parameterDeclarations)
    self.init(model: model, try reader.read(texts), files: texts.map(\.file))
  }

  private init(model: Model, _ pool: PoolDocument, files: [String]) {
    self.model = model
    self.files = files
    refusals = pool.refusals.map(\.message)
    var parameters: [Int: Int] = [:]
    var located: [Int: TransitionTables.SourceLocation] = [:]
    for slot in model.parameters { parameters[slot] = model.slots[slot].initial }
    for (name, setting) in pool.settings {
      guard let slot = model.parameter(named: name), let value = setting.value else { continue }
      parameters[slot] = model.number(of: value, in: slot) ?? parameters[slot]
      if case .document(let location) = setting.origin { located[slot] = location }
    }
    self.parameters = parameters
    self.located = located
  }

  /// The ids of the rules of legality that are broken, with the service's words.
  var brokenRules: [String] {
    let family = ConfigurationFamily(model: model, closed: parameters, open: [])
    return family.brokenRules.map { "\($0.id): \($0.refusal)" } + refusals
  }

  var places: SettingPlaces { SettingPlaces(model: model, located: located) }
}
