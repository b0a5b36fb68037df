import SignIn
import TransitionTables

/// Which documents of a folder are one pool, by the ids and the names that they state.
///
/// What people write a pool in is a pool, together with what makes one of the same name in another
/// language.
/// What the service and the tools say of a pool goes to what has its id or its name, Terraform's
/// state to the files next to it, else to the only one that it may be of; where there is none or a
/// choice, it is a pool of its own. What names no pool, such as the answer of
/// get-user-pool-mfa-config, goes with the answers in its folder.
/// Nothing goes to a pool whose users sign in by another address.
struct PoolSeparation {
  typealias Document = PoolDocuments.Recognised

  /// Documents of one pool.
  private struct Pool {
    var documents: [Document]
    var identity: PoolIdentity
    /// Whether tools say something of it.
    var hasAnswers: Bool

    /// Takes more documents of the pool; where it stands for several, they are of one of these.
    mutating func add(_ other: Pool) {
      documents += other.documents
      hasAnswers = hasAnswers || other.hasAnswers
      if identity.names.count < 2 { identity.formUnion(other.identity) }
    }
  }

  let reader: PoolReader
  let contents: [String: [UInt8]]
  /// Whether a document is one that people write a whole pool in.
  let isWritten: (Document) -> Bool

  /// The documents of each pool, and why documents are not of the only pool that they may be of.
  /// - Parameter groups: those that belong together by their kinds and folders.
  func pools(of groups: [[Document]]) -> (pools: [[Document]], notes: [Diagnostic]) {
    let alone = groups.filter { $0.contains { $0.format == .waymark } }
    let others = groups.filter { !$0.contains { $0.format == .waymark } }
    let written = others.map { $0.filter(isWritten) }.filter { !$0.isEmpty }
    var pools = joined(
      written.map { Pool(documents: $0, identity: identity(of: $0), hasAnswers: false) })
    let loose = others.flatMap { $0 }.filter { !isWritten($0) }
    let (known, unknown) = answers(
      in: loose.sorted { ($0.format ?? .waymark) < ($1.format ?? .waymark) })
    let notes = attach(known, to: &pools)
    for document in unknown { attach(document, to: &pools) }
    return (alone + pools.map(\.documents), notes)
  }

  /// The documents of each of the several pools that a group has, by the names of the pools.
  func documents(of group: [Document], pools names: [String]) -> [[Document]] {
    let written = group.filter(isWritten)
    guard written.count < group.count else { return names.map { _ in group } }
    let identities = names.map { identity(of: written, pool: $0) }
    let known = answers(in: group.filter { !isWritten($0) }).known
    return identities.map { own in
      let foreign = known.filter { one in
        let isNamed = identities.contains { $0.isSame(as: one.identity) }
        return isNamed ? !own.isSame(as: one.identity) : own.isOther(than: one.identity)
      }
      let paths = Set(foreign.flatMap(\.documents).map(\.path))
      return group.filter { !paths.contains($0.path) }
    }
  }

  private func identity(of documents: [Document], pool name: String? = nil) -> PoolIdentity {
    var reader = reader
    reader.poolName = name ?? reader.poolName
    return reader.identity(
      of: documents.compactMap { document in
        contents[document.path].map { (file: document.path, bytes: $0) }
      })
  }

  /// Pools of one name that are written in several languages, each once, as one: a script with the
  /// template of its pool, or a pool on its way from one tool to another. Of two in one language
  /// nobody knows which one is meant.
  private func joined(_ pools: [Pool]) -> [Pool] {
    let isScript = pools.map { Self.languages(of: $0) == [.shell] }
    let ordered =
      zip(pools, isScript).filter { !$0.1 }.map(\.0) + zip(pools, isScript).filter(\.1).map(\.0)
    var joined: [Pool] = []
    for pool in ordered {
      let same = ordered.filter { $0.identity.isSame(as: pool.identity) }
      let languages = same.map(Self.languages)
      let all = languages.reduce(into: Set<PoolDocument.Format>()) { $0.formUnion($1) }
      let isClear =
        same.allSatisfy { $0.identity.names.count == 1 }
        && languages.map(\.count).reduce(0, +) == all.count
      let first = joined.firstIndex { $0.identity.isSame(as: pool.identity) }
      if isClear, let first { joined[first].add(pool) } else { joined.append(pool) }
    }
    return joined
  }

  /// The languages of the documents; those that become a template are one.
  private static func languages(of pool: Pool) -> Set<PoolDocument.Format> {
    Set(
      pool.documents.compactMap(\.format).map { format in
        [.sam, .serverless].contains(format) ? .cloudFormation : format
      })
  }

  /// What tools say of each pool, and what does not say of which one it is.
  private func answers(in documents: [Document]) -> (known: [Pool], unknown: [Document]) {
    var known: [Pool] = []
    var unknown: [Document] = []
    for document in documents {
      let identity = identity(of: [document])
      if !identity.isKnown {
        unknown.append(document)
      } else if let index = known.firstIndex(where: { $0.identity.isSame(as: identity) }) {
        known[index].documents.append(document)
        known[index].identity.formUnion(identity)
      } else {
        known.append(Pool(documents: [document], identity: identity, hasAnswers: true))
      }
    }
    return (known, unknown)
  }

  /// Adds what tools say of pools to what people wrote; says why it cannot be of the only pool.
  private func attach(_ known: [Pool], to pools: inout [Pool]) -> [Diagnostic] {
    var rest: [Pool] = []
    var notes: [Diagnostic] = []
    for one in known {
      if let place = placeOfState(one, among: pools) {
        pools[place].add(one)
        continue
      }
      let same = pools.indices.filter { pools[$0].identity.isSame(as: one.identity) }
      if same.count == 1 { pools[same[0]].add(one) } else { rest.append(one) }
    }
    let written = pools.map(\.identity)
    for one in rest {
      let possible = written.indices.filter { !written[$0].isOther(than: one.identity) }
      // Of several it is that of the framework which writes such files.
      let own = possible.filter { Self.writes(pools[$0], one) }
      let likely = possible.count > 1 ? own : possible
      let isOnly =
        likely.count == 1 && rest.count { !written[likely[0]].isOther(than: $0.identity) } == 1
      if isOnly { pools[likely[0]].add(one) } else { pools.append(one) }
      let called = written.filter { !$0.isCalledOther(than: one.identity) }
      if called.count == 1, let found = one.identity.contradiction(with: called[0]) {
        notes.append(Self.contradiction(found.own, found.other))
      }
    }
    return notes
  }

  /// Whether documents are what Amplify writes for the apps of a pool that it makes.
  private static func writes(_ pool: Pool, _ answer: Pool) -> Bool {
    let makers: [PoolDocument.Format: PoolDocument.Format] = [
      .amplifyConfiguration: .amplifyInputs, .amplifyOutputs: .amplifyDefinition,
    ]
    return answer.documents.allSatisfy { document in
      let maker = document.format.flatMap { makers[$0] }
      return pool.documents.contains { maker != nil && $0.format == maker }
    }
  }

  /// The only pool that Terraform's files next to a state make: it is the state of these.
  private func placeOfState(_ answer: Pool, among pools: [Pool]) -> Int? {
    let states = answer.documents.filter { $0.format == .terraformState }
    let folders = Set(states.map { ProjectFiles.folder(of: $0.path) })
    let near = pools.indices.filter { index in
      pools[index].documents.contains { document in
        document.format == .terraformConfiguration
          && folders.contains(ProjectFiles.folder(of: document.path))
      }
    }
    guard near.count == 1, answer.identity.names.count < 2,
      pools[near[0]].identity.names.count < 2,
      !pools[near[0]].identity.isOther(than: answer.identity)
    else { return nil }
    return near[0]
  }

  /// The warning that documents which may be of one pool by their names are of two.
  private static func contradiction(
    _ own: PoolIdentity.UserNames, _ other: PoolIdentity.UserNames
  ) -> Diagnostic {
    Diagnostic(
      "document.other-pool", .warning, at: own.place,
      "this is taken for another pool than that of \(other.place.file): `usernameAttributes` is"
        + " \(own.attributes) here but \(other.attributes) at \(other.place), and no call of the"
        + " service changes them",
      remedy: "if both are of one pool, bring them in line")
  }

  /// Adds a document that does not say of which pool it is.
  private func attach(_ document: Document, to pools: inout [Pool]) {
    let folder = ProjectFiles.folder(of: document.path)
    let identity = identity(of: [document])
    let possible = pools.indices.filter { !pools[$0].identity.isOther(than: identity) }
    let answered = possible.filter { pools[$0].hasAnswers }
    let near = answered.filter { index in
      pools[index].documents.contains { ProjectFiles.folder(of: $0.path) == folder }
    }
    if let index = pools.count == 1 ? possible.first : near.first ?? answered.first {
      pools[index].documents.append(document)
      pools[index].hasAnswers = true
    } else {
      pools.append(Pool(documents: [document], identity: identity, hasAnswers: true))
    }
  }
}
