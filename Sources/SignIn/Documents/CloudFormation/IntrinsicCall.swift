import TransitionTables

/// A call of one of CloudFormation's functions, in either spelling: `!Ref x` or `{ Ref: x }`.
struct IntrinsicCall: Sendable {
  /// Without `Fn::`, such as `Ref` or `GetAtt`.
  var name: String
  var argument: LocatedNode
  var location: SourceLocation

  /// The tags of what a program computes: there is a value, or there may be one; why it is not
  /// known stands behind the tag.
  static let computed = "!Computed"
  static let uncertain = "!Uncertain"

  /// The call that a node is, or nil for a plain value.
  init?(_ node: LocatedNode) {
    location = node.location
    if let tag = node.tag {
      name = String(tag.dropFirst())
      argument = node
      argument.tag = nil
      return
    }
    guard let entries = node.entries, entries.count == 1, let entry = entries.first else {
      return nil
    }
    if entry.key.hasPrefix("Fn::") {
      name = String(entry.key.dropFirst(4))
    } else if entry.key == "Ref" || entry.key == "Condition" && entry.value.text != nil {
      name = entry.key
    } else {
      return nil
    }
    argument = entry.value
  }
}
