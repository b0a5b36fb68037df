import SignIn
import TransitionTables

/// Makes pools out of one pool: the same documents with other values for some parameters.
///
/// Each parameter keeps the pool's own value as its simplest choice, so that a pool that fails is
/// shrunk towards the pool that the documents describe. Configurations that the service would
/// refuse are never made.
public struct PoolGenerator: Sendable {
  /// A parameter that the table does not have.
  public struct UnknownParameter: Error, CustomStringConvertible {
    /// The name, and the nearest that there is.
    public var name: String
    public var nearest: String?

    public var description: String {
      "there is no parameter `\(name)`" + (nearest.map { "; did you mean `\($0)`?" } ?? "")
    }
  }

  let base: PoolConfiguration
  private let varied: [Int]

  /// A generator of pools like the one of some documents.
  ///
  /// - Parameters:
  ///   - paths: relative to the folder of the test's file, or else to the working directory.
  ///   - parameters: the names of those that vary: `mfa`, `mfaMethods`.
  /// - Throws: a `DiagnosticList` where a document cannot be read, ``UnknownParameter``.
  public init(
    _ paths: String..., varying parameters: [String], beside file: String = #filePath
  ) throws {
    let resolved = paths.map { PoolTrait.resolved($0, beside: file) }
    try self.init(
      PoolConfiguration(model: try BundledTable.signIn(), paths: resolved), varying: parameters)
  }

  /// A generator of pools like one that is given as text.
  public init(text: String, file: String = "the pool", varying parameters: [String]) throws {
    try self.init(
      PoolConfiguration(model: try BundledTable.signIn(), texts: [(file, Array(text.utf8))]),
      varying: parameters)
  }

  init(_ base: PoolConfiguration, varying parameters: [String]) throws {
    self.base = base
    let model = base.model
    varied = try parameters.map { name in
      guard let slot = model.parameter(named: name) else {
        throw UnknownParameter(
          name: name, nearest: model.parameters.map { model.slots[$0].name }.nearest(to: name))
      }
      return slot
    }
  }

  /// The pool that some choices make; nil where the service would refuse it.
  public func pool(from source: inout ChoiceSource) -> GeneratedPool? {
    let model = base.model
    var configuration = base
    for slot in varied {
      let own = base.parameters[slot] ?? model.slots[slot].initial
      let others = model.types.values(of: model.slots[slot].type).filter { $0 != own }
      configuration.parameters[slot] = source.element(of: [own] + others) ?? own
    }
    guard configuration.brokenRules.isEmpty else { return nil }
    let changed = varied.filter { configuration.parameters[$0] != base.parameters[$0] }
    return GeneratedPool(configuration: configuration, changed: changed)
  }
}

/// A legal pool that a ``PoolGenerator`` made.
public struct GeneratedPool: Sendable, CustomStringConvertible {
  let configuration: PoolConfiguration
  /// The parameters that differ from the documents, by slot.
  let changed: [Int]

  /// The value of a parameter as a pool file writes it; nil where there is no such parameter.
  public subscript(parameter: String) -> String? {
    let model = configuration.model
    guard let slot = model.parameter(named: parameter) else { return nil }
    return configuration.parameters[slot].map { model.text(of: $0, in: slot) }
  }

  /// What differs from the documents: `mfa = required, mfaMethods = {sms}`.
  public var description: String {
    let model = configuration.model
    let parts = changed.map { slot in
      "\(model.slots[slot].name) = \(self[model.slots[slot].name] ?? "")"
    }
    return parts.isEmpty ? "the pool as it is" : parts.joined(separator: ", ")
  }

  /// Explores it, which takes about a second in a release build.
  /// - Throws: a `PropertyChecker.Failure`.
  public func explored() throws -> PoolUnderTest { try PoolUnderTest(configuration) }
}
