import Foundation

/// A reader with every file of its corpus, and with what a seeded mutator makes of them: a document
/// is read or refused with a code and a place in it, in time that its size allows.
///
/// A sample runs always. `WAYMARK_FUZZ_SECONDS` is the time for each reader, `WAYMARK_FUZZ_SEED`
/// where it begins. The complaints are the coverage: a mutant that gets one which no other had, or
/// others together, is itself changed further.
package struct HostileRun {
  private static let variables = ProcessInfo.processInfo.environment
  private static let seed = variables["WAYMARK_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
  private static let seconds = variables["WAYMARK_FUZZ_SECONDS"].flatMap(Double.init)
  /// Without it what a mutant shows is not followed: to measure what that is worth.
  private static let isGuided = variables["WAYMARK_FUZZ_BLIND"] == nil
  /// The maximum processor time in seconds for a document, which has at most a quarter of a
  /// megabyte. Only fuzzing checks it: the time of a sample depends on what else the machine does.
  private static let longest = seconds == nil ? Double.infinity : 2.0

  private let reader: any HostileReader

  package init(of reader: any HostileReader) { self.reader = reader }

  /// What is wrong with the answers to the files of the corpus.
  package func faultsOfCorpus() throws -> [String] {
    let corpus = try reader.corpus()
    guard !corpus.isEmpty else { return ["\(reader.name) has no corpus"] }
    return corpus.flatMap { name, bytes -> [String] in
      let (answer, faults) = measured(bytes)
      // A file that is read has no word in its name, one that is refused has the code that does it.
      let parts = name.split(separator: "~")
      let code = parts.count > 1 ? String(parts[0]) : ""
      let isAsNamed = code.isEmpty ? answer.isRead : !answer.isRead && answer.codes.contains(code)
      let all = isAsNamed ? faults : faults + ["gives \(answer.codes.sorted())"]
      return all.map { "\(reader.name)/\(name): \($0)" }
    }
  }

  /// What is wrong with the answer to the first mutant of the corpus that has something wrong.
  package func faultsOfMutants() throws -> [String] {
    // What was being read when the process ended by itself.
    let current = URL(filePath: NSTemporaryDirectory())
      .appending(path: "waymark-\(ProcessInfo.processInfo.processIdentifier)-\(reader.name).input")
    defer { try? FileManager.default.removeItem(at: current) }
    var mutator = DocumentMutator(seed: Self.seed)
    var documents = try reader.corpus().map(\.bytes)
    var reached = Reached()
    for document in documents { _ = reached.isNew(measured(document).answer) }
    let end = Self.seconds.map { ContinuousClock.now + .seconds($0) }
    var count = 0
    while end.map({ ContinuousClock.now < $0 }) ?? (count < 150) {
      count += 1
      let mutant = mutator.mutant(of: documents)
      if end != nil { try Data(mutant).write(to: current) }
      let (answer, faults) = measured(mutant)
      guard faults.isEmpty else {
        let smallest = shrunk(mutant)
        let kept = current.deletingPathExtension().appendingPathExtension("\(count).fault")
        try Data(smallest).write(to: kept)
        return faults + measured(smallest).faults.map { "\(kept.path): \($0)" }
      }
      if reached.isNew(answer), mutant.count < 1 << 14, Self.isGuided { documents.append(mutant) }
    }
    if Self.seconds != nil { print("\(reader.name): \(count) documents, \(reached)") }
    return []
  }

  /// The answer to a document, and what is wrong with it or with the processor time that this
  /// thread took for it.
  private func measured(_ bytes: [UInt8]) -> (answer: HostileAnswer, faults: [String]) {
    let (answer, seconds) = processorTime { reader.answer(to: bytes) }
    return (answer, answer.faults + (seconds > Self.longest ? ["takes \(seconds) s"] : []))
  }

  /// The complaints so far.
  private struct Reached: CustomStringConvertible {
    private var sentences: Set<String> = []
    private var codes: Set<Set<String>> = []

    var description: String { "\(sentences.count) sentences, \(codes.count) sets of codes" }

    /// Whether an answer has something that no answer before had.
    mutating func isNew(_ answer: HostileAnswer) -> Bool {
      let isOther = codes.insert(answer.codes).inserted
      guard !answer.sentences.isSubset(of: sentences) else { return isOther }
      sentences.formUnion(answer.sentences)
      return true
    }
  }

  /// The document with all taken out that the fault does not need, for a minute at most.
  private func shrunk(_ bytes: [UInt8]) -> [UInt8] {
    let end = ContinuousClock.now + .seconds(60)
    var best = bytes
    var size = best.count / 2
    while size > 0, ContinuousClock.now < end {
      var place = 0
      while place < best.count, ContinuousClock.now < end {
        var less = best
        less.removeSubrange(place..<min(best.count, place + size))
        if measured(less).faults.isEmpty { place += size } else { best = less }
      }
      size /= 2
    }
    return best
  }
}
