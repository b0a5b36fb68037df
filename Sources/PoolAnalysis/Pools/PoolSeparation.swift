import SignIn
import TransitionTables

/// Separates the documents of a folder into pools, by the ids and the names that they state.
///
/// Sources that people write form pools; sources of one pool in different languages are joined by
/// name. Answers of the service and of tools go to the pool with their id or name, Terraform's
/// state to the files next to it, and others to the only pool that they may belong to. Where there
/// is none or a choice, they form a pool of their own, except that what an app receives is skipped
/// where there is a choice. A document that names no pool, such as the answer of
/// get-user-pool-mfa-config, goes with the answers in its folder. No document goes to a pool whose
/// users sign in with another address.
struct PoolSeparation {
  typealias Document = PoolDocuments.Recognised

  /// The documents of one pool.
  private struct Pool {
    var documents: [Document]
    var identity: PoolIdentity
    /// Whether some documents are answers of tools about the pool.
    var hasAnswers: Bool

    /// Adds documents of the pool; where it stands for several pools, its identity stays unchanged.
    mutating func add(_ other: Pool) {
      documents += other.documents
      hasAnswers = hasAnswers || other.hasAnswers
      if identity.names.count < 2 { identity.formUnion(other.identity) }
    }
  }

  let reader: PoolReader
  let contents: [String: [UInt8]]
  /// Whether a document is a source in which people write a whole pool.
  let isWritten: (Document) -> Bool

  /// The documents of each pool, and notes on documents that do not belong to the only possible
  /// pool.
  /// - Parameter groups: documents that belong together by their kinds and folders.
  func pools(of groups: [[Document]]) -> (pools: [[Document]], notes: [Diagnostic]) {
    let alone = groups.filter { $0.contains { $0.format == .waymark } }
    let others = groups.filter { !$0.contains { $0.format == .waymark } }
    let written = others.map { $0.filter(isWritten) }.filter { !$0.isEmpty }
    var pools = joined(
      written.map { Pool(documents: $0, identity: identity(of: $0), hasAnswers: false) })
    let loose = others.flatMap { $0 }.filter { !isWritten($0) }
    let (known, unknown) = answers(
      in: loose.sorted { ($0.format ?? .waymark) < ($1.format ?? .waymark) })
    var notes = attach(known, to: &pools)
    for document in unknown { notes += attach(document, to: &pools) }
    return (alone + pools.map(\.documents), notes)
  }

  /// The documents of each pool of a group that has several, by the names of the pools.
  func documents(of group: [Document], pools names: [String]) -> [[Document]] {
    let written = group.filter(isWritten)
    guard written.count < group.count else { return names.map { _ in group } }
    let identities = names.map { identity(of: written, pool: $0) }
    let known = answers(in: group.filter { !isWritten($0) }).known
    return identities.map { own in
      let foreign = known.filter { one in
        let isNamed = identities.contains { $0.isSame(as: one.identity) }
        if isNamed { return !own.isSame(as: one.identity) }
        // Among several pools, the one that an app signs in to is not known.
        let isOfApp = one.documents.allSatisfy { $0.format?.isOfApp == true }
        return own.isOther(than: one.identity)
          || isOfApp && identities.count { !$0.isOther(than: one.identity) } > 1
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

  /// Joins pools with one name that are each written once in several languages: a script with the
  /// template of its pool, or a pool in transition from one tool to another. Two pools in one
  /// language stay separate, since it is not known which is meant.
  private func joined(_ pools: [Pool]) -> [Pool] {
    func isScript(_ pool: Pool) -> Bool { Self.languages(of: pool) == [.shell] }
    let ordered = pools.filter { !isScript($0) } + pools.filter(isScript)
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

  /// The languages of the documents; those that become a template count as one.
  private static func languages(of pool: Pool) -> Set<PoolDocument.Format> {
    Set(
      pool.documents.compactMap(\.format).map { format in
        [.sam, .serverless].contains(format) ? .cloudFormation : format
      })
  }

  /// The answers of tools, grouped by pool, and the documents that do not name their pool.
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

  /// Adds the answers of tools to the written pools; returns notes on answers that cannot belong to
  /// the only pool.
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
    // What Amplify writes for the apps of its own pools is attached first.
    let own = rest.filter { !owners(of: $0, among: pools).isEmpty }
    let others = rest.filter { owners(of: $0, among: pools).isEmpty }
    for group in [own, others] {
      let found = pools
      let likely = group.map { one in
        let owners = owners(of: one, among: found)
        return owners.isEmpty ? possible(for: one, among: found) : owners
      }
      for (one, places) in zip(group, likely) {
        if places.count == 1, likely.count(where: { $0 == places }) == 1 {
          pools[places[0]].add(one)
        } else if let note = Self.left(one, for: places.map { found[$0] }) {
          notes += note
        } else {
          pools.append(one)
        }
      }
    }
    for one in rest {
      let called = written.filter { !$0.isCalledOther(than: one.identity) }
      if called.count == 1, let found = one.identity.contradiction(with: called[0]) {
        notes.append(Self.contradiction(found.own, found.other))
      }
    }
    return notes
  }

  /// The pools that an answer may belong to.
  private func possible(for answer: Pool, among pools: [Pool]) -> [Int] {
    pools.indices.filter { index in
      isWritten(pools[index].documents[0]) && !pools[index].identity.isOther(than: answer.identity)
        && !Self.isOfOtherGeneration(answer, than: pools[index], among: pools)
    }
  }

  /// The Amplify pools for whose apps such files are written; only those whose project contains the
  /// files, where there are any.
  private func owners(of answer: Pool, among pools: [Pool]) -> [Int] {
    let own = possible(for: answer, among: pools).filter { Self.writes(pools[$0], answer) }
    let roots = own.map { index in
      pools[index].documents.lazy.compactMap { SynthesisedTemplate.root(ofProgram: $0.path) }
        .filter { root in answer.documents.allSatisfy { $0.path.hasPrefix(root) } }.first?.count
    }
    let nearest = roots.compactMap(\.self).max()
    return nearest == nil ? own : zip(own, roots).filter { $0.1 == nearest }.map(\.0)
  }

  /// Whether an answer is what one generation of Amplify writes for apps while the pool is of the
  /// other generation: a project in transition has a pool of each.
  private static func isOfOtherGeneration(
    _ answer: Pool, than pool: Pool, among pools: [Pool]
  ) -> Bool {
    let formats = Set(answer.documents.compactMap(\.format))
    func has(_ pool: Pool, _ format: PoolDocument.Format) -> Bool {
      pool.documents.contains { $0.format == format }
    }
    if formats == [.amplifyOutputs] {
      return has(pool, .amplifyInputs) && pools.contains { has($0, .amplifyDefinition) }
    }
    guard formats == [.amplifyConfiguration], has(pool, .amplifyDefinition) else { return false }
    return pools.contains { has($0, .amplifyInputs) }
      || pool.documents.contains { AmplifyBackend.isNext(to: $0.path) }
  }

  /// Notes on documents of apps that are skipped because their pool is ambiguous; nil where no pool
  /// is possible, or where documents contain more.
  private static func left(_ answer: Pool, for pools: [Pool]) -> [Diagnostic]? {
    guard !pools.isEmpty, answer.documents.allSatisfy({ $0.format?.isOfApp == true }) else {
      return nil
    }
    let files = pools.prefix(2).compactMap(\.documents.first?.path).joined(separator: " or ")
    return answer.documents.map {
      PoolReader.setAside($0.path, as: "what an app receives of a pool that \(files) makes").asNote
    }
  }

  /// Whether documents are what Amplify writes for the apps of a pool that it creates.
  private static func writes(_ pool: Pool, _ answer: Pool) -> Bool {
    let makers: [PoolDocument.Format: PoolDocument.Format] = [
      .amplifyConfiguration: .amplifyInputs, .amplifyOutputs: .amplifyDefinition,
    ]
    return answer.documents.allSatisfy { document in
      let maker = document.format.flatMap { makers[$0] }
      return pool.documents.contains { maker != nil && $0.format == maker }
    }
  }

  /// The only pool that the Terraform files next to a state declare: it is their state.
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

  /// The warning that documents which may belong to one pool by their names describe two.
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

  /// Adds a document that does not name its pool; returns notes where it is skipped.
  private func attach(_ document: Document, to pools: inout [Pool]) -> [Diagnostic] {
    let folder = ProjectFiles.folder(of: document.path)
    let identity = identity(of: [document])
    let alone = Pool(documents: [document], identity: identity, hasAnswers: true)
    let possible = pools.indices.filter { !pools[$0].identity.isOther(than: identity) }
    let answered = possible.filter { pools[$0].hasAnswers }
    let near = answered.filter { index in
      pools[index].documents.contains { ProjectFiles.folder(of: $0.path) == folder }
    }
    let makers = possible.filter { index in
      document.format == .shell
        && pools[index].documents.contains {
          $0.format == .shell && isWritten($0) && ProjectFiles.folder(of: $0.path) == folder
        }
    }
    // One step of several creates the pool, and another its app client.
    let maker = makers.count == 1 ? makers.first : nil
    if let index = pools.count == 1 ? possible.first : maker ?? near.first ?? answered.first {
      pools[index].documents.append(document)
      pools[index].hasAnswers = true
    } else if let note = Self.left(alone, for: possible.map { pools[$0] }) {
      return note
    } else {
      pools.append(alone)
    }
    return []
  }
}
