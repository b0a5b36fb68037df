/// The connectives, as recursion over the topmost variable of the operands.
extension NodeStore {
  mutating func negation(_ a: UInt32) -> UInt32 {
    if a < 2 { return 1 - a }
    let key = OperationCache.Key(.not, a, 0)
    if let known = cache.result(key) { return known }
    if isStopped { return 0 }
    let top = self[a]
    let low = negation(top.low)
    let result = node(top.variable, low: low, high: negation(top.high))
    cache.store(key, result)
    return result
  }

  mutating func conjunction(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b || b == 1 { return a }
    if a == 1 { return b }
    if a == 0 || b == 0 { return 0 }
    let key = OperationCache.Key(.and, min(a, b), max(a, b))
    if let known = cache.result(key) { return known }
    if isStopped { return 0 }
    let variable = min(self[a].variable, self[b].variable)
    let (x, y) = (sides(of: a, at: variable), sides(of: b, at: variable))
    cache.prefetch(OperationCache.Key(.and, min(x.high, y.high), max(x.high, y.high)))
    let low = conjunction(x.low, y.low)
    let high = conjunction(x.high, y.high)
    let result = node(variable, low: low, high: high, knowing: a, x, b, y)
    cache.store(key, result)
    return result
  }

  mutating func disjunction(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b || b == 0 { return a }
    if a == 0 { return b }
    if a == 1 || b == 1 { return 1 }
    let key = OperationCache.Key(.or, min(a, b), max(a, b))
    if let known = cache.result(key) { return known }
    if isStopped { return 0 }
    let variable = min(self[a].variable, self[b].variable)
    let (x, y) = (sides(of: a, at: variable), sides(of: b, at: variable))
    cache.prefetch(OperationCache.Key(.or, min(x.high, y.high), max(x.high, y.high)))
    let low = disjunction(x.low, y.low)
    let high = disjunction(x.high, y.high)
    let result = node(variable, low: low, high: high, knowing: a, x, b, y)
    cache.store(key, result)
    return result
  }

  mutating func difference(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b { return 0 }
    if a == 0 { return b }
    if b == 0 { return a }
    if a == 1 { return negation(b) }
    if b == 1 { return negation(a) }
    let key = OperationCache.Key(.xor, min(a, b), max(a, b))
    if let known = cache.result(key) { return known }
    if isStopped { return 0 }
    let variable = min(self[a].variable, self[b].variable)
    let (x, y) = (sides(of: a, at: variable), sides(of: b, at: variable))
    let low = difference(x.low, y.low)
    let result = node(variable, low: low, high: difference(x.high, y.high))
    cache.store(key, result)
    return result
  }

  /// The function that is true where `a` is true and `b` is false.
  mutating func remainder(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == 0 || b == 1 || a == b { return 0 }
    if b == 0 { return a }
    if a == 1 { return negation(b) }
    let key = OperationCache.Key(.minus, a, b)
    if let known = cache.result(key) { return known }
    if isStopped { return 0 }
    let variable = min(self[a].variable, self[b].variable)
    let (x, y) = (sides(of: a, at: variable), sides(of: b, at: variable))
    let low = remainder(x.low, y.low)
    let high = remainder(x.high, y.high)
    let result = node(variable, low: low, high: high, knowing: a, x)
    cache.store(key, result)
    return result
  }

  mutating func choice(_ c: UInt32, _ t: UInt32, _ e: UInt32) -> UInt32 {
    if c == 1 || t == e { return t }
    if c == 0 { return e }
    if t == 1 || t == c { return disjunction(c, e) }
    if e == 0 || e == c { return conjunction(c, t) }
    if t == 0 { return e == 1 ? negation(c) : remainder(e, c) }
    let key = OperationCache.Key(.ifThenElse, c, t, e)
    if let known = cache.result(key) { return known }
    if isStopped { return 0 }
    let variable = min(self[c].variable, self[t].variable, self[e].variable)
    let (x, y, z) = (
      sides(of: c, at: variable), sides(of: t, at: variable), sides(of: e, at: variable)
    )
    let low = choice(x.low, y.low, z.low)
    let result = node(variable, low: low, high: choice(x.high, y.high, z.high))
    cache.store(key, result)
    return result
  }
}
