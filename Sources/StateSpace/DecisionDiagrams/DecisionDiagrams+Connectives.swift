extension DecisionDiagrams {
  /// True where `a` is false.
  public func not(_ a: Diagram) -> Diagram { Diagram(index: store.negation(a.index)) }

  /// True where both are.
  public func and(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: store.conjunction(a.index, b.index))
  }

  /// True where at least one is.
  public func or(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: store.disjunction(a.index, b.index))
  }

  /// True where exactly one is.
  public func xor(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: store.difference(a.index, b.index))
  }

  /// True where `a` is and `b` is not.
  public func minus(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: store.remainder(a.index, b.index))
  }

  /// True where `a` is false or `b` is true. `implies(a, b) == .yes` says that `a` entails `b`.
  public func implies(_ a: Diagram, _ b: Diagram) -> Diagram { not(minus(a, b)) }

  /// True where both have the same value.
  public func iff(_ a: Diagram, _ b: Diagram) -> Diagram { not(xor(a, b)) }

  /// True where all are; ``Diagram/yes`` for none.
  public func and(_ all: [Diagram]) -> Diagram {
    all.reduce(.yes) { and($0, $1) }
  }

  /// True where at least one of them is; ``Diagram/no`` for none. Pairs are joined first, so that
  /// many small functions do not each meet the growing sum.
  public func or(_ any: [Diagram]) -> Diagram {
    var level = any
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: 2).map { at in
        at + 1 < level.count ? or(level[at], level[at + 1]) : level[at]
      }
    }
    return level.first ?? .no
  }

  /// The value of `t` where `c` is true and of `e` where it is false.
  public func ifThenElse(_ c: Diagram, _ t: Diagram, _ e: Diagram) -> Diagram {
    Diagram(index: store.choice(c.index, t.index, e.index))
  }
}
