extension Fact {
  /// A fact to be evaluated once its variables are known: an expression of Terraform, such as a
  /// choice between two values or access to an element, or a block that is repeated for each of
  /// some elements.
  struct Deferred: Sendable {
    /// The test of a choice.
    enum Test: Sendable {
      case isTrue, isFalse, isEqual, isDifferent
      /// Comparisons of numbers.
      case isMore, isLess, isAtLeast, isAtMost
    }

    enum Kind: Sendable {
      case choice(Test)
      /// A dynamic block, with the name under which it knows its element.
      case block(String)
      /// The result of the named function.
      case call(String)
      /// The value in an object or a list under a key.
      case element
      /// A text that is composed of others.
      case joined
      /// A `for`: a list or an object with a value for each element of another one, with the names
      /// that it binds to an element and its key.
      case each(key: String?, value: String)
      /// A list of the values that each element has under this name.
      case ofEach(String)
    }

    var kind: Kind
    /// For a choice: both sides of the test, the value if it holds, and the other value. For a
    /// block: the elements, then its body. For an element: the container, then the key. For a
    /// `for`: the values, the condition and the result for each, preceded by its key for an object.
    var parts: [Fact]

    /// Whether the fact may become `null`, which is like leaving it out.
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

    /// Whether the expression binds names of its own.
    var isOfEach: Bool { if case .each = kind { true } else { false } }

    /// A dynamic block as a repeated block; nil where it has another form.
    static func block(_ body: Fact, named name: String) -> Deferred? {
      guard let entries = body.entries, !entries.contains(where: { $0.key == "iterator" }),
        let elements = entries.first(where: { $0.key == "for_each" })?.value,
        case .list(let contents)? = entries.first(where: { $0.key == "content" })?.value.content,
        contents.count == 1
      else { return nil }
      return Deferred(kind: .block(name), parts: [elements, contents[0]])
    }

    /// Whether a test holds for the values of its sides; nil where that is not known.
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
      // Lists of different lengths differ, whatever their types. Two empty ones may differ too,
      // because `[]` is a tuple.
      case (.list(let one), .list(let other)) where one.count != other.count: false
      default: nil
      }
    }
  }

  /// Whether a value that only a deployment knows is certainly not empty, such as a text that is
  /// joined from parts of which one is not empty.
  var isSomething: Bool {
    guard let deferred, case .joined = deferred.kind else { return isNeverEmpty }
    return deferred.parts.contains { $0.isNeverEmpty || $0.hasElements == true }
  }

  /// The variables and local values that a fact depends on, each once.
  var variables: [String] {
    if let variable { return [variable.joined(separator: ".")] }
    var seen: Set<String> = []
    let parts = deferred?.parts ?? []
    return (deferred?.isOfEach == true ? Array(parts.prefix(1)) : parts).flatMap(\.variables)
      .filter { seen.insert($0).inserted }
  }

  /// Whether a list, an object or a text is not empty; nil where that is not known.
  var hasElements: Bool? {
    switch content {
    case .list(let elements): !elements.isEmpty
    case .record(let entries): !entries.isEmpty
    case .text(let text, _): !text.isEmpty
    case .absent, .opaque, .uncertain: nil
    }
  }
}
