/// Operations that fix, forget or assign variables.
///
/// Several variables are passed as one node: as their conjunction, or for an assignment as the
/// product of the literals to write. So the cache can use them as a key.
extension NodeStore {
  mutating func restriction(_ a: UInt32, _ variable: UInt32, _ value: Bool) -> UInt32 {
    let top = self[a]
    if top.variable > variable { return a }
    if top.variable == variable { return value ? top.high : top.low }
    let key = OperationCache.Key(.restrict, a, variable, value ? 1 : 0)
    if let known = cache.result(key) { return known }
    if isStopped { return 0 }
    let low = restriction(top.low, variable, value)
    let high = restriction(top.high, variable, value)
    let result = node(top.variable, low: low, high: high, knowing: a, (top.low, top.high))
    cache.store(key, result)
    return result
  }

  mutating func existence(_ a: UInt32, _ variables: UInt32) -> UInt32 {
    if a < 2 { return a }
    let top = self[a]
    var chain = variables
    while self[chain].variable < top.variable { chain = self[chain].high }
    if chain == 1 { return a }
    let key = OperationCache.Key(.exists, a, chain)
    if let known = cache.result(key) { return known }
    if isStopped { return 0 }
    let result: UInt32
    if self[chain].variable == top.variable {
      let rest = self[chain].high
      let low = existence(top.low, rest)
      result = low == 1 ? 1 : disjunction(low, existence(top.high, rest))
    } else {
      let low = existence(top.low, chain)
      let high = existence(top.high, chain)
      result = node(top.variable, low: low, high: high, knowing: a, (top.low, top.high))
    }
    cache.store(key, result)
    return result
  }

  /// The states that are in both `a` and `b`, with the literals of `change` written into them.
  mutating func image(_ a: UInt32, _ b: UInt32, _ change: UInt32) -> UInt32 {
    if change == 1 { return conjunction(a, b) }
    if a == 0 || b == 0 { return 0 }
    if a == 1 && b == 1 { return change }
    // The conjunction of `a` and `b` commutes; ordering them lets equal work share one cache entry.
    let key = OperationCache.Key(.image, min(a, b), max(a, b), change)
    if let known = cache.result(key) { return known }
    if isStopped { return 0 }
    let written = self[change]
    let variable = min(self[a].variable, self[b].variable, written.variable)
    let (x, y) = (sides(of: a, at: variable), sides(of: b, at: variable))
    // One side of a literal's node is 0, the other is the rest of the product.
    let rest = variable == written.variable ? written.low | written.high : change
    cache.prefetch(OperationCache.Key(.image, min(x.high, y.high), max(x.high, y.high), rest))
    let result: UInt32
    if variable == written.variable {
      let isSet = written.low == 0
      let low = image(x.low, y.low, rest)
      let both = disjunction(low, image(x.high, y.high, rest))
      result = isSet ? node(variable, low: 0, high: both) : node(variable, low: both, high: 0)
    } else {
      let low = image(x.low, y.low, change)
      result = node(variable, low: low, high: image(x.high, y.high, change))
    }
    cache.store(key, result)
    return result
  }

  /// The states in `b` that lie in `a` after the literals of `whole` are written into them.
  mutating func preimage(_ a: UInt32, _ b: UInt32, _ whole: UInt32) -> UInt32 {
    if a == 0 || b == 0 { return 0 }
    if a == 1 { return b }
    // Literals of variables that `a` does not test have no effect; without them, equal work shares
    // one cache entry.
    var change = whole
    let asked = self[a].variable
    while self[change].variable < asked {
      change = self[change].low == 0 ? self[change].high : self[change].low
    }
    if change == 1 { return conjunction(a, b) }
    let key = OperationCache.Key(.preimage, a, b, change)
    if let known = cache.result(key) { return known }
    if isStopped { return 0 }
    let written = self[change]
    let variable = min(self[a].variable, self[b].variable, written.variable)
    var x = sides(of: a, at: variable)
    let y = sides(of: b, at: variable)
    var rest = change
    if variable == written.variable {
      let isSet = written.low == 0
      rest = written.low | written.high
      x = isSet ? (x.high, x.high) : (x.low, x.low)
    }
    let low = preimage(x.low, y.low, rest)
    let high = preimage(x.high, y.high, rest)
    let result = node(variable, low: low, high: high, knowing: b, y)
    cache.store(key, result)
    return result
  }

  /// The literals of `change` with those of `later` written over them. Makes nodes only for
  /// literals above the last one of `later`.
  mutating func overwriting(_ change: UInt32, _ later: UInt32) -> UInt32 {
    if later == 1 || change == later { return change }
    if change == 1 { return later }
    let (old, new) = (self[change], self[later])
    let isNew = new.variable <= old.variable
    let top = isNew ? new : old
    let rest = overwriting(
      old.variable == top.variable ? old.low | old.high : change,
      isNew ? new.low | new.high : later)
    return top.low == 0
      ? node(top.variable, low: 0, high: rest) : node(top.variable, low: rest, high: 0)
  }
}
