extension DecisionDiagrams {
  /// The function that is true where `a` is false.
  public func not(_ a: Diagram) -> Diagram { Diagram(index: store.negation(a.index)) }

  /// The function that is true where both `a` and `b` are true.
  public func and(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: store.conjunction(a.index, b.index))
  }

  /// The function that is true where `a` or `b` is true.
  public func or(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: store.disjunction(a.index, b.index))
  }

  /// The function that is true where exactly one of `a` and `b` is true.
  public func xor(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: store.difference(a.index, b.index))
  }

  /// The function that is true where `a` is true and `b` is false.
  public func minus(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: store.remainder(a.index, b.index))
  }

  /// The function that is true where `a` is false or `b` is true. `a` entails `b` exactly when
  /// `implies(a, b) == .yes`.
  public func implies(_ a: Diagram, _ b: Diagram) -> Diagram { not(minus(a, b)) }

  /// The function that is true where `a` and `b` have the same value.
  public func iff(_ a: Diagram, _ b: Diagram) -> Diagram { not(xor(a, b)) }

  /// The conjunction of all functions of an array; ``Diagram/yes`` for an empty array.
  public func and(_ all: [Diagram]) -> Diagram {
    all.reduce(.yes) { and($0, $1) }
  }

  /// The disjunction of all functions of an array; ``Diagram/no`` for an empty array. Functions are
  /// joined in pairs, and the results in pairs again, which keeps the intermediate diagrams small.
  public func or(_ any: [Diagram]) -> Diagram {
    var level = any
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: 2).map { at in
        at + 1 < level.count ? or(level[at], level[at + 1]) : level[at]
      }
    }
    return level.first ?? .no
  }

  /// The function that has the value of `t` where `c` is true and of `e` where `c` is false.
  public func ifThenElse(_ c: Diagram, _ t: Diagram, _ e: Diagram) -> Diagram {
    Diagram(index: store.choice(c.index, t.index, e.index))
  }
}
