package import TransitionTables

/// The identity of a pool at the service, as far as documents state it: its id and its name, and
/// the attributes that users sign in with, which no call of the service changes.
///
/// Ids decide where both sides have one, because a pool can be renamed; names decide next.
/// Documents without comparable ids or names are neither the same pool nor different pools, unless
/// they state contradictory attributes.
package struct PoolIdentity: Hashable, Sendable {
  /// The attributes that users sign in with, and the place where a document states them.
  package struct UserNames: Hashable, Sendable {
    package let attributes: ParameterValue
    package let place: SourceLocation

    /// Whether each side has an attribute that the other lacks. A person may name one of two.
    func contradict(_ other: UserNames) -> Bool {
      guard case .set(let own) = attributes, case .set(let others) = other.attributes else {
        return false
      }
      return !Set(own).isSubset(of: others) && !Set(others).isSubset(of: own)
    }
  }

  package private(set) var ids: Set<String> = []
  package private(set) var names: Set<String> = []
  /// The statements in the order of the documents.
  private var userNames: [UserNames] = []

  package init() {}

  /// Whether the pool's id or name is known.
  package var isKnown: Bool { !ids.isEmpty || !names.isEmpty }

  /// Whether both are certainly the same pool.
  package func isSame(as other: PoolIdentity) -> Bool {
    guard ids.isEmpty || other.ids.isEmpty else { return !ids.isDisjoint(with: other.ids) }
    return !names.isDisjoint(with: other.names)
  }

  /// Whether both are certainly different pools.
  package func isOther(than other: PoolIdentity) -> Bool {
    isCalledOther(than: other) || contradiction(with: other) != nil
  }

  /// Whether ids or names show that both are different pools.
  package func isCalledOther(than other: PoolIdentity) -> Bool {
    guard ids.isEmpty || other.ids.isEmpty else { return ids.isDisjoint(with: other.ids) }
    return !names.isEmpty && !other.names.isEmpty && names.isDisjoint(with: other.names)
  }

  /// The sign-in attributes of both, where these exclude that they are one pool and ids or names do
  /// not show that they are.
  package func contradiction(
    with other: PoolIdentity
  ) -> (own: UserNames, other: UserNames)? {
    guard !isSame(as: other), let own = userNames.first, let theirs = other.userNames.first,
      userNames.allSatisfy({ one in other.userNames.allSatisfy(one.contradict) })
    else { return nil }
    return (own, theirs)
  }

  /// Adds the identity of the same pool from other documents.
  package mutating func formUnion(_ other: PoolIdentity) {
    ids.formUnion(other.ids)
    names.formUnion(other.names)
    userNames += other.userNames
  }

  /// Adds the identity that one document states.
  mutating func take(_ part: ImportedPool) {
    if let id = part.poolID?.text, !id.isEmpty { ids.insert(id) }
    if let name = part.poolName?.text { names.insert(name) }
    if let setting = part.settings[.usernameAttributes], let value = setting.value,
      case .document(let place) = setting.origin
    {
      userNames.append(UserNames(attributes: value, place: place))
    }
  }
}

extension PoolReader {
  /// The identity of the pool in documents that are read together; empty where they cannot be read.
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
