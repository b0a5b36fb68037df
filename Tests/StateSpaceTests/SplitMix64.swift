import StateSpace

extension SplitMix64 {
  mutating func bool() -> Bool { next() & 1 == 1 }
}
