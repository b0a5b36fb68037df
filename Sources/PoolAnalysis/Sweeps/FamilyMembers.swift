import TransitionTables

/// Enumerates the members of the families that documents describe, each as a pool of its own.
package struct FamilyMembers {
  package let model: Model
  /// The settings that override the documents.
  package let poolRequest: PoolRequest

  package init(of poolRequest: PoolRequest, model: Model) {
    (self.poolRequest, self.model) = (poolRequest, model)
  }

  /// The legal members, in the order of their values. Documents that cannot be read, or that the
  /// service rejects whatever is left open, are one part without settings, whose judgement reports
  /// the error.
  ///
  /// - Parameter documents: the documents of one or several pools.
  /// - Throws: `pool.too-open` where there are too many members to enumerate, and the errors in the
  ///   assignments.
  package func parts(of documents: [String]) throws(CommandFailure) -> [SweepPlan.Part] {
    var request = poolRequest
    request.paths = documents
    let found: ReadableDocuments
    do throws(CommandFailure) {
      found = try PoolLoader(model: model, request: request).loadReadable()
    } catch {
      guard error.status != .usage else { throw error }
      return [SweepPlan.Part()]
    }
    guard found.unread.isEmpty, !found.pools.isEmpty else { return [SweepPlan.Part()] }
    var parts: [SweepPlan.Part] = []
    for pool in found.pools { parts += try members(of: pool) }
    return parts
  }

  private func members(of pool: LoadedPool) throws(CommandFailure) -> [SweepPlan.Part] {
    let model = model.narrowed(to: pool) ?? model
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    do throws(CommandFailure) {
      try LegalityGate(model: model, pool: pool, family: family).pass()
    } catch {
      guard error.status == .illegal else { throw error }
      return [SweepPlan.Part(pool: pool.chosenName)]
    }
    return family.members.map { member in
      SweepPlan.Part(
        pool: pool.chosenName,
        settings: family.open.map { slot in
          Assignment(
            name: model.slots[slot].name, value: model.text(of: member[slot] ?? 0, in: slot))
        })
    }
  }
}
