extension SettingCall {
  /// What a script does to the deployed settings before it sends the call, as a filter of jq, with
  /// the change for which it does so.
  public struct Edit: Sendable, Hashable {
    /// A member that a set loses or gains.
    public struct Member: Sendable, Hashable {
      /// The set, by slot.
      public var slot: Int
      public var isGained: Bool
    }

    /// The filter: `$NAME` stands for the wire name of a member, `$VALUE` for the field's value.
    public var filter: String
    /// The parameters of which one must differ; any where empty.
    public var changed: [Int]
    /// What the old configuration must fulfil, or nil.
    public var before: Expression?
    /// What the new configuration must fulfil, or nil.
    public var after: Expression?
    /// Done once for each of these members; nil where it is done once.
    public var member: Member?

    /// The filters for a change.
    ///
    /// - Parameters:
    ///   - old: the value of every slot before it.
    ///   - new: the same after it.
    ///   - value: the field's value after it, as JSON.
    ///   - model: the model that the values are of.
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

  /// Where the deployed settings are shown: a reply, and the member of it that holds them.
  public struct Reply: Sendable, Hashable {
    /// By position in the model.
    public var message: Int
    /// Empty where the reply itself holds them.
    public var member: String
  }
}
