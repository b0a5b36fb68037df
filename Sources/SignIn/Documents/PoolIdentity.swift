package import TransitionTables

/// By what the service knows a pool, as far as documents state it: its id, and its name; and by
/// which addresses users sign in, which no call of the service changes.
///
/// Ids decide where both sides have one, because a pool can be renamed, and names next. Documents
/// of which one has neither are taken neither for those of one pool nor for those of two, unless
/// they state different addresses.
package struct PoolIdentity: Hashable, Sendable {
  /// By which addresses users sign in, and where a document states it.
  package struct UserNames: Hashable, Sendable {
    package let attributes: ParameterValue
    package let place: SourceLocation

    /// Whether each has one that the other one has not. A person may name one of two.
    func contradict(_ other: UserNames) -> Bool {
      guard case .set(let own) = attributes, case .set(let others) = other.attributes else {
        return false
      }
      return !Set(own).isSubset(of: others) && !Set(others).isSubset(of: own)
    }
  }

  package private(set) var ids: Set<String> = []
  package private(set) var names: Set<String> = []
  /// In the order of the documents.
  private var userNames: [UserNames] = []

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
    isCalledOther(than: other) || contradiction(with: other) != nil
  }

  /// Whether both are certainly two pools by what they are called.
  package func isCalledOther(than other: PoolIdentity) -> Bool {
    guard ids.isEmpty || other.ids.isEmpty else { return ids.isDisjoint(with: other.ids) }
    return !names.isEmpty && !other.names.isEmpty && names.isDisjoint(with: other.names)
  }

  /// How users of the two sign in, where that cannot be one pool and their ids and names do not
  /// say that it is.
  package func contradiction(
    with other: PoolIdentity
  ) -> (own: UserNames, other: UserNames)? {
    guard !isSame(as: other), let own = userNames.first, let theirs = other.userNames.first,
      userNames.allSatisfy({ one in other.userNames.allSatisfy(one.contradict) })
    else { return nil }
    return (own, theirs)
  }

  /// Adds what is known of the same pool.
  package mutating func formUnion(_ other: PoolIdentity) {
    ids.formUnion(other.ids)
    names.formUnion(other.names)
    userNames += other.userNames
  }

  /// Adds what one document states.
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
