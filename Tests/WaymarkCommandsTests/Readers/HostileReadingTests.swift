import TestSupport
import Testing

/// The readers of what commands read that programs have recorded; see ``HostileRun``.
@Suite(.serialized) struct HostileReadingTests {
  @Test(arguments: CommandReader.allCases)
  func `every file of the corpus is read or refused`(reader: CommandReader) throws {
    let faults = try HostileRun(of: reader).faultsOfCorpus()
    #expect(faults == [])
  }

  @Test(arguments: CommandReader.allCases)
  func `whatever becomes of the corpus is read or refused`(reader: CommandReader) throws {
    let faults = try HostileRun(of: reader).faultsOfMutants()
    #expect(faults == [])
  }
}
