/// By what the service knows a pool, as far as documents state it: its id, and its name.
///
/// Ids decide where both sides have one, because a pool can be renamed. Documents of which one has
/// neither are taken neither for those of one pool nor for those of two.
package struct PoolIdentity: Hashable, Sendable {
  package private(set) var ids: Set<String> = []
  package private(set) var names: Set<String> = []

  package init() {}

  /// Whether anything is known of the pool.
  package var isKnown: Bool { !ids.isEmpty || !names.isEmpty }

  /// Whether both are certainly one pool.
  package func isSame(as other: PoolIdentity) -> Bool {
    guard ids.isEmpty || other.ids.isEmpty else { return !ids.isDisjoint(with: other.ids) }
    return !names.isDisjoint(with: other.names)
  }

  /// Whether both are certainly two pools.
  package func isOther(than other: PoolIdentity) -> Bool {
    guard ids.isEmpty || other.ids.isEmpty else { return ids.isDisjoint(with: other.ids) }
    return !names.isEmpty && !other.names.isEmpty && names.isDisjoint(with: other.names)
  }

  /// Adds what is known of the same pool.
  package mutating func formUnion(_ other: PoolIdentity) {
    ids.formUnion(other.ids)
    names.formUnion(other.names)
  }

  /// Adds what one document states.
  mutating func take(_ part: ImportedPool) {
    if let id = part.poolID?.text, !id.isEmpty { ids.insert(id) }
    if let name = part.poolName?.text { names.insert(name) }
  }
}

extension PoolReader {
  /// By what the service knows the pools of documents that are read together; nothing where they
  /// cannot be read.
  /// - Parameter texts: the documents, with their names.
  package func identity(of texts: [(file: String, bytes: [UInt8])]) -> PoolIdentity {
    var identity = PoolIdentity()
    let parts = parts(of: texts)
    for part in parts { identity.take(part) }
    for name in parts.flatMap(\.alternatives) {
      var one = self
      one.poolName = name
      for part in one.parts(of: texts) { identity.take(part) }
    }
    return identity
  }
}
