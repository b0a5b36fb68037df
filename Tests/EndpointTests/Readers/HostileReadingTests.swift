import TestSupport
import Testing

/// The readers of the file that keeps the state of an endpoint; see ``HostileRun``.
@Suite(.serialized) struct HostileReadingTests {
  @Test(arguments: StateReader.allCases)
  func `every file of the corpus is read or refused`(reader: StateReader) throws {
    let faults = try HostileRun(of: reader).faultsOfCorpus()
    #expect(faults == [])
  }

  @Test(arguments: StateReader.allCases)
  func `whatever becomes of the corpus is read or refused`(reader: StateReader) throws {
    let faults = try HostileRun(of: reader).faultsOfMutants()
    #expect(faults == [])
  }
}
