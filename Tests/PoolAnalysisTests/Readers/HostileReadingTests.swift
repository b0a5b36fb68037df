import Foundation
import Synchronization
import TestSupport
import Testing

/// Every reader, with every file of its corpus and with what a seeded mutator makes of them: a
/// document is read or refused with a code and a place in it, in time that its size allows.
///
/// A sample runs always. `WAYMARK_FUZZ_SECONDS` is the time for each reader, `WAYMARK_FUZZ_SEED`
/// where it begins. The complaints are the coverage: a mutant that gets one which no other had, or
/// others together, is itself changed further.
@Suite(.serialized) struct HostileReadingTests {
  private static let variables = ProcessInfo.processInfo.environment
  private static let seed = variables["WAYMARK_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
  private static let seconds = variables["WAYMARK_FUZZ_SECONDS"].flatMap(Double.init)
  /// Without it what a mutant shows is not followed: to measure what that is worth.
  private static let isGuided = variables["WAYMARK_FUZZ_BLIND"] == nil
  /// The most processor time for a document, which holds at most a quarter of a megabyte.
  private static let longest = 2.0

  /// The answer to a document, and the processor time of this thread for it.
  private static func measured(
    _ reader: DocumentReader, _ bytes: [UInt8]
  ) -> (answer: DocumentReader.Answer, seconds: Double) {
    let (answer, seconds) = processorTime { reader.answer(to: bytes) }
    return (answer, seconds)
  }

  /// What is wrong with the answer to a document; empty where nothing is.
  private static func faults(_ reader: DocumentReader, _ bytes: [UInt8]) -> [String] {
    let (answer, seconds) = measured(reader, bytes)
    return answer.faults + (seconds > longest ? ["takes \(seconds) s"] : [])
  }

  @Test(arguments: DocumentReader.allCases)
  func `every file of the corpus is read or refused`(reader: DocumentReader) throws {
    let corpus = try reader.corpus()
    #expect(!corpus.isEmpty)
    for (name, bytes) in corpus {
      let (answer, _) = Self.measured(reader, bytes)
      #expect(Self.faults(reader, bytes) == [], "\(reader)/\(name)")
      // A file that is read has no word in its name, one that is refused has the code that does it.
      let parts = name.split(separator: "~")
      let code = parts.count > 1 ? parts[0] : ""
      #expect(answer.isRead == code.isEmpty, "\(reader)/\(name): \(answer.codes.sorted())")
      #expect(code.isEmpty || answer.codes.contains(String(code)), "\(name): \(answer.codes)")
    }
  }

  @Test(arguments: DocumentReader.allCases)
  func `whatever becomes of the corpus is read or refused`(reader: DocumentReader) throws {
    // What was being read when the process ended by itself.
    let current = URL(filePath: NSTemporaryDirectory())
      .appending(path: "waymark-\(ProcessInfo.processInfo.processIdentifier)-\(reader).input")
    defer { try? FileManager.default.removeItem(at: current) }
    var mutator = DocumentMutator(seed: Self.seed)
    var documents = try reader.corpus().map(\.bytes)
    var reached = Reached()
    for document in documents { _ = reached.isNew(Self.measured(reader, document).answer) }
    let end = Self.seconds.map { ContinuousClock.now + .seconds($0) }
    var count = 0
    while end.map({ ContinuousClock.now < $0 }) ?? (count < 150) {
      count += 1
      let mutant = mutator.mutant(of: documents)
      if end != nil { try Data(mutant).write(to: current) }
      let (answer, seconds) = Self.measured(reader, mutant)
      if !answer.faults.isEmpty || seconds > Self.longest {
        let smallest = Self.shrunk(mutant, reader)
        let kept = current.deletingPathExtension().appendingPathExtension("\(count).fault")
        try Data(smallest).write(to: kept)
        Issue.record("\(reader), \(kept.path): \(Self.faults(reader, smallest)), \(seconds) s")
        return
      }
      if reached.isNew(answer), mutant.count < 1 << 14, Self.isGuided { documents.append(mutant) }
    }
    if Self.seconds != nil { print("\(reader): \(count) documents, \(reached)") }
  }

  /// The complaints so far.
  private struct Reached: CustomStringConvertible {
    private var sentences: Set<String> = []
    private var codes: Set<Set<String>> = []

    var description: String { "\(sentences.count) sentences, \(codes.count) sets of codes" }

    /// Whether an answer has something that no answer before had.
    mutating func isNew(_ answer: DocumentReader.Answer) -> Bool {
      let isOther = codes.insert(answer.codes).inserted
      guard !answer.sentences.isSubset(of: sentences) else { return isOther }
      sentences.formUnion(answer.sentences)
      return true
    }
  }

  /// The document with all taken out that the fault does not need, lines first, for a minute at most.
  private static func shrunk(_ bytes: [UInt8], _ reader: DocumentReader) -> [UInt8] {
    let end = ContinuousClock.now + .seconds(60)
    var best = bytes
    var size = best.count / 2
    while size > 0, ContinuousClock.now < end {
      var place = 0
      while place < best.count, ContinuousClock.now < end {
        var less = best
        less.removeSubrange(place..<min(best.count, place + size))
        if faults(reader, less).isEmpty { place += size } else { best = less }
      }
      size /= 2
    }
    return best
  }
}
