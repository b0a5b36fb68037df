import TransitionTables

/// A call of one of CloudFormation's intrinsic functions, in either spelling: `!Ref x` or
/// `{ Ref: x }`.
struct IntrinsicCall: Sendable {
  /// The name without `Fn::`, such as `Ref` or `GetAtt`.
  var name: String
  var argument: LocatedNode
  var location: SourceLocation

  /// The tags of values that a program computes: a value that exists, and one that may exist. The
  /// text behind the tag is the reason why it is not known.
  static let computed = "!Computed"
  static let uncertain = "!Uncertain"

  /// Reads the call that a node is; returns nil for a plain value.
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
