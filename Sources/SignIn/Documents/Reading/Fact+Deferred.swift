extension Fact {
  /// What a fact comes to once the variables in it are known: Terraform's choice between two
  /// values, what is picked out of one, and its block that stands once for each of some elements.
  struct Deferred: Sendable {
    /// What decides a choice.
    enum Test: Sendable {
      case isTrue, isFalse, isEqual, isDifferent
      /// Of numbers.
      case isMore, isLess, isAtLeast, isAtMost
    }

    enum Kind: Sendable {
      case choice(Test)
      /// The name under which the block knows the element that it stands for.
      case block(String)
      /// What a function makes of its arguments.
      case call(String)
      /// What an object or a list has under a key.
      case element
      /// A text put together of others.
      case joined
      /// A list, or an object, with something for each element of another: how an element and its
      /// key are called.
      case each(key: String?, value: String)
      /// What each element of a list has under this name.
      case ofEach(String)
    }

    var kind: Kind
    /// Of a choice both sides of the test, then the value if it holds, then the other one. Of a
    /// block the elements, then what it says. Of an element what it is picked out of, then the key.
    /// Of a `for` the values, the condition and what there is for each, of an object first its key.
    var parts: [Fact]

    /// Whether it may come to `null`, which is as if nothing were written.
    var mayBeNothing: Bool {
      switch kind {
      case .call(let function): ["lookup", "try"].contains(function)
      case .block, .ofEach, .each, .joined, .element: false
      case .choice:
        parts.dropFirst(2).contains { part in
          if case .absent = part.content { true } else { part.deferred?.mayBeNothing == true }
        }
      }
    }

    /// Whether names in it are its own.
    var isOfEach: Bool { if case .each = kind { true } else { false } }

    /// A dynamic block as a choice of blocks; nil where it is written otherwise.
    static func block(_ body: Fact, named name: String) -> Deferred? {
      guard let entries = body.entries, !entries.contains(where: { $0.key == "iterator" }),
        let elements = entries.first(where: { $0.key == "for_each" })?.value,
        case .list(let contents)? = entries.first(where: { $0.key == "content" })?.value.content,
        contents.count == 1
      else { return nil }
      return Deferred(kind: .block(name), parts: [elements, contents[0]])
    }

    /// Whether a test holds of what its sides have come to; nil where that is not known.
    static func holds(_ test: Test, _ left: Fact, _ right: Fact) -> Bool? {
      switch test {
      case .isTrue: left.text.flatMap { ["true": true, "false": false][$0] }
      case .isFalse: left.text.flatMap { ["true": false, "false": true][$0] }
      case .isEqual: areEqual(left, right)
      case .isDifferent: areEqual(left, right).map { !$0 }
      case .isMore: compare(left, right, >)
      case .isLess: compare(left, right, <)
      case .isAtLeast: compare(left, right, >=)
      case .isAtMost: compare(left, right, <=)
      }
    }

    private static func compare(
      _ left: Fact, _ right: Fact, _ holds: (Int, Int) -> Bool
    ) -> Bool? {
      guard let left = left.text.flatMap({ Int($0) }), let right = right.text.flatMap({ Int($0) })
      else { return nil }
      return holds(left, right)
    }

    private static func areEqual(_ left: Fact, _ right: Fact) -> Bool? {
      switch (left.content, right.content) {
      case (.text(let one, _), .text(let other, _)): one == other
      case (.absent, .absent): true
      case (.absent, .text), (.absent, .list), (.absent, .record), (.text, .absent),
        (.list, .absent), (.record, .absent):
        false
      case (.opaque, .absent), (.opaque, .text("", _)): left.isSomething ? false : nil
      case (.absent, .opaque), (.text("", _), .opaque): right.isSomething ? false : nil
      // Those of different lengths differ, whatever their types are; two empty ones may differ too,
      // for `[]` is a tuple.
      case (.list(let one), .list(let other)) where one.count != other.count: false
      default: nil
      }
    }
  }

  /// Whether what only a deployment knows is certainly a text with something in it, such as one that
  /// is put together of others.
  var isSomething: Bool {
    guard let deferred, case .joined = deferred.kind else { return isNeverEmpty }
    return deferred.parts.contains { $0.isNeverEmpty || $0.hasElements == true }
  }

  /// The variables and local values that a fact hangs on, each once.
  var variables: [String] {
    if let variable { return [variable.joined(separator: ".")] }
    var seen: Set<String> = []
    let parts = deferred?.parts ?? []
    return (deferred?.isOfEach == true ? Array(parts.prefix(1)) : parts).flatMap(\.variables)
      .filter { seen.insert($0).inserted }
  }

  /// Whether a list, an object or a text has anything in it; nil where that is not known.
  var hasElements: Bool? {
    switch content {
    case .list(let elements): !elements.isEmpty
    case .record(let entries): !entries.isEmpty
    case .text(let text, _): !text.isEmpty
    case .absent, .opaque, .uncertain: nil
    }
  }
}
