extension SymbolicMachine {
  /// The states at rest that ends of steps become.
  public func atRest(_ ends: Diagram) -> Diagram {
    diagrams.and(diagrams.exists(transient, in: ends), cleared)
  }
}
extension SymbolicMachine { public var sizes: (Int, Int) { (beginning.count, continuing.count) } }
