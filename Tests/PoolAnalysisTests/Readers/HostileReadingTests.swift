import TestSupport
import Testing

/// Every reader of documents with its corpus and what a mutator makes of it; see ``HostileRun``.
@Suite(.serialized) struct HostileReadingTests {
  @Test(arguments: DocumentReader.allCases)
  func `every file of the corpus is read or refused`(reader: DocumentReader) throws {
    let faults = try HostileRun(of: reader).faultsOfCorpus()
    #expect(faults == [])
  }

  @Test(arguments: DocumentReader.allCases)
  func `whatever becomes of the corpus is read or refused`(reader: DocumentReader) throws {
    let faults = try HostileRun(of: reader).faultsOfMutants()
    #expect(faults == [])
  }
}
