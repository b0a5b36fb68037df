extension SettingCall {
  /// A change that a script makes to the deployed settings before it sends the call, as a filter of
  /// jq, with the condition under which it does so.
  public struct Edit: Sendable, Hashable {
    /// A member that a set gains or loses.
    public struct Member: Sendable, Hashable {
      /// The slot of the set.
      public var slot: Int
      public var isGained: Bool
    }

    /// The filter text: `$NAME` stands for the wire name of a member, `$VALUE` for the field's
    /// value.
    public var filter: String
    /// The parameters of which one must differ; empty where none need differ.
    public var changed: [Int]
    /// The condition on the old configuration, or nil.
    public var before: Expression?
    /// The condition on the new configuration, or nil.
    public var after: Expression?
    /// The members for each of which the filter runs once; nil where it runs once in total.
    public var member: Member?

    /// Returns the filters that a change needs.
    ///
    /// - Parameters:
    ///   - old: the value of every slot before the change.
    ///   - new: the value of every slot after the change.
    ///   - value: the field's value after the change, as JSON.
    ///   - model: the model that declares the slots.
    public func filters(
      from old: [Int], to new: [Int], value: String, in model: Model
    ) -> [String] {
      if !changed.isEmpty, !changed.contains(where: { old[$0] != new[$0] }) { return [] }
      if let before, !ConcreteEvaluator(old).holds(before) { return [] }
      if let after, !ConcreteEvaluator(new).holds(after) { return [] }
      let text = filter.replacing("$VALUE", with: value)
      guard let member, case .set(let id) = model.slots[member.slot].type else { return [text] }
      let (more, less) = member.isGained ? (new, old) : (old, new)
      let type = model.types.enums[id]
      return type.members.indices.compactMap { position in
        let isOne = more[member.slot] >> position & 1 == 1 && less[member.slot] >> position & 1 == 0
        return isOne
          ? type.wireName(of: position).map { text.replacing("$NAME", with: $0) } : nil
      }
    }
  }

  /// The reply that shows the deployed settings, and the member of the reply that holds them.
  public struct Reply: Sendable, Hashable {
    /// The reply, by position in ``Model/messages``.
    public var message: Int
    /// The member that holds the settings; empty where the reply itself holds them.
    public var member: String
  }
}
