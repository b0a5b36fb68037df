import Testing

@testable import SignInCryptography

@Suite struct BatchTests {
  @Test(arguments: [1, 2, 3, 64])
  func theResultsStandInTheOrderOfTheIndices(threads: Int) {
    let squares = Batches.concurrentMap(count: 500, threads: threads) { $0 * $0 }
    #expect(squares == (0..<500).map { $0 * $0 })
    #expect(Batches.concurrentMap(count: 0, threads: threads) { $0 } == [])
    #expect(Batches.concurrentMap(count: -1, threads: 0) { $0 } == [])
    #expect(Batches.concurrentMap(count: 1, threads: 0) { $0 } == [0])
  }

  @Test func theFirstFailureByIndexIsThrown() {
    let code = thrownCode {
      _ = try Batches.concurrentMap(count: 100, threads: 4) {
        index throws(CryptographyError) -> Int in
        if index == 70 { throw CryptographyError(.outOfRange, "late") }
        if index == 30 { throw CryptographyError(.illegalModulus, "early") }
        return index
      }
    }
    #expect(code == .illegalModulus)
  }

  @Test func everyHandshakeOfAWorkloadIsAccepted() throws {
    let workload = SRPWorkload(seed: 3)
    #expect(
      try workload.handshakes(6, threads: 2)
        == SRPWorkload.Counts(handshakes: 6, exponentiations: 42, accepted: 6))
    #expect(
      try workload.exponentiations(6, threads: 2)
        == SRPWorkload.Counts(handshakes: 6, exponentiations: 42, accepted: 0))
  }

  /// The bare loop would flatter the handshake if its exponents were longer than the real ones.
  @Test func theOperandsAreThoseOfAHandshake() throws {
    let operands = try SRPWorkload(seed: 3).operands()
    #expect(operands.count == SRPWorkload.exponentiationsPerHandshake)
    let widths = operands.map(\.exponent.bitWidth)
    for (position, width) in widths.enumerated() {
      #expect(width <= (position == 4 ? 513 : 256), "\(position)")
      #expect(width > (position == 4 ? 480 : 236), "\(position)")
    }
    // Client and server meet in the same shared secret.
    let modulus = try SRPGroup.cognito.modulus
    let byClient = try modulus.power(operands[4].base, operands[4].exponent)
    let byServer = try modulus.power(operands[6].base, operands[6].exponent)
    #expect(byClient.hex == byServer.hex)
  }
}
