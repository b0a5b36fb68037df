import PoolAnalysis
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

  let base: LoadedPool
  let model: Model
  private let varied: [Int]
  /// What the base is, for other processes and runs.
  private let question: PoolQuestion?

  /// A generator of pools like the one of some documents.
  ///
  /// - Parameters:
  ///   - paths: relative to the folder of the test's file, or else to the working directory.
  ///   - parameters: the names of those that vary: `mfa`, `mfaMethods`.
  /// - Throws: a `DiagnosticList` where a document cannot be read, ``UnknownParameter``.
  public init(
    _ paths: String..., varying parameters: [String], nextTo file: String = #filePath
  ) throws {
    let resolved = paths.map { PoolTrait.resolved($0, nextTo: file) }
    try self.init(asking: PoolQuestion(paths: resolved), varying: parameters)
  }

  /// A generator of pools like one that is given as text.
  public init(text: String, file: String = "the pool", varying parameters: [String]) throws {
    try self.init(asking: PoolQuestion(paths: [file], text: text), varying: parameters)
  }

  private init(asking question: PoolQuestion, varying parameters: [String]) throws {
    let model = try ExploredPools.model.get()
    let base = try LoadedPool.read(question, in: model)
    try self.init(base, of: model, varying: parameters, asking: question)
  }

  init(
    _ base: LoadedPool, of model: Model, varying parameters: [String],
    asking question: PoolQuestion? = nil
  ) throws {
    (self.base, self.model, self.question) = (base, model, question)
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
    var pool = base
    for slot in varied {
      // First of all what the documents say, which may be that the parameter is open.
      let own = base.closed[slot]
      let others = model.types.values(of: model.slots[slot].type).filter { $0 != own }
      guard let value = source.element(of: [own] + others.map(Optional.some)) ?? own else {
        continue
      }
      pool.closed[slot] = value
      pool.open.removeAll { $0 == slot }
    }
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    guard pool.brokenRules(of: family).isEmpty else { return nil }
    var generated = GeneratedPool(pool: pool, model: model, changed: changed(in: pool))
    generated.question = question
    for slot in generated.changed { generated.question?.closed[slot] = pool.closed[slot] }
    return generated
  }
}

extension PoolGenerator {
  /// The parameters that a pool has otherwise than the documents, by slot.
  private func changed(in pool: LoadedPool) -> [Int] {
    varied.filter { pool.closed[$0] != base.closed[$0] }
  }
}

/// A legal pool that a ``PoolGenerator`` made.
public struct GeneratedPool: Sendable, CustomStringConvertible {
  let pool: LoadedPool
  let model: Model
  /// The parameters that differ from the documents, by slot.
  let changed: [Int]
  var question: PoolQuestion?

  /// The value of a parameter as a pool file writes it; nil where there is no such parameter, and
  /// where the pool leaves it open.
  public subscript(parameter: String) -> String? {
    guard let slot = model.parameter(named: parameter) else { return nil }
    return pool.closed[slot].map { model.text(of: $0, in: slot) }
  }

  /// What differs from the documents: `mfa = required, mfaMethods = {sms}`.
  public var description: String {
    let parts = changed.map { slot in
      "\(model.slots[slot].name) = \(self[model.slots[slot].name] ?? "")"
    }
    return parts.isEmpty ? "the pool as it is" : parts.joined(separator: ", ")
  }

  /// Explores it, see ``PoolUnderTest``.
  /// - Throws: a `DiagnosticList` where the table is at fault.
  public func explored() throws -> PoolUnderTest {
    try PoolUnderTest(pool, of: model, asking: question)
  }
}
