import Foundation
import SignInCryptography
import SignInTestBed

/// A file of the requests that changed a pool, which survives a crash at any moment.
///
/// The service is a pure function of its seed and its requests, so the requests are its state:
/// opening the file performs them again. Each line is appended and synchronised to the disk before
/// its request is answered, and begins with its own digest. An incomplete last line belongs to a
/// request that was never answered, and is cut off. The file holds passwords and codes; only its
/// owner can read it.
struct StateJournal: Sendable {
  /// One request that changed the pool.
  struct Record: Sendable {
    /// The service's clock at the request, in seconds since 1970.
    var clock: Int64
    var operation: String
    var input: JSON
    /// The trigger functions' answers to the request.
    var answers: [TriggerAnswer] = []
    /// The digest of the answer: a different answer on replay means another table, pool or seed.
    var answer: String
  }

  let path: String
  private let descriptor: Int32
  private var waiting: [UInt8] = []

  /// The largest file that is read, in bytes: room for some two million requests.
  private static let largestSize = 1 << 30

  /// Opens or creates a file, and reads its records.
  ///
  /// - Parameter path: the path of the file.
  /// - Throws: an ``EndpointFailure`` where the file cannot be read, is in use or is damaged.
  static func open(_ path: String) throws(EndpointFailure) -> (StateJournal, [Record]) {
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .state(path, errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      Foundation.close(descriptor)
      throw .state(path, "another process uses it")
    }
    let journal = StateJournal(path: path, descriptor: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      journal.close()
      throw .state(path, "it is no file on disk")
    }
    guard status.st_size <= largestSize else {
      journal.close()
      throw .state(path, "it holds \(status.st_size) bytes, more than any state here")
    }
    do throws(EndpointFailure) {
      return (journal, try journal.records())
    } catch {
      journal.close()
      throw error
    }
  }

  private func records() throws(EndpointFailure) -> [Record] {
    let bytes = try contents()
    var records: [Record] = []
    var position = 0
    while let end = bytes[position...].firstIndex(of: 10),
      let record = Self.record(in: bytes[position..<end])
    {
      records.append(record)
      position = end + 1
    }
    let rest = bytes[position...]
    let isLast = rest.firstIndex(of: 10).map { $0 + 1 == bytes.count } ?? true
    guard !records.isEmpty || Self.begins(rest) else {
      throw .state(path, "it is no file of state", line: 1)
    }
    guard isLast else {
      throw .state(path, "line \(records.count + 1) is damaged", line: records.count + 1)
    }
    guard ftruncate(descriptor, off_t(position)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw .state(path, errno)
    }
    return records
  }

  private init(path: String, descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  private func contents() throws(EndpointFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw .state(path, errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  // MARK: Lines

  /// The latest time accepted in a record, some 30,000 years from now, so that no sum of times
  /// overflows.
  static let latest: Int64 = 1 << 40

  /// Whether an incomplete line begins as every record does; a file of another format is not cut
  /// off.
  private static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    line.prefix(16).allSatisfy { Array("0123456789abcdef".utf8).contains($0) }
      && Array(" {\"clock\":".utf8).starts(with: line.dropFirst(16).prefix(10))
  }

  private static func record(in line: ArraySlice<UInt8>) -> Record? {
    guard line.count > 17, line[line.startIndex + 16] == 32 else { return nil }
    let text = Array(line.dropFirst(17))
    guard digest(text).map({ Array($0.utf8) == Array(line.prefix(16)) }) == true,
      let json = try? JSON(parsing: text), let clock = json["clock"]?.integer,
      (0...latest).contains(clock),
      let operation = json["operation"]?.text, let input = json["input"],
      let answer = json["answer"]?.text
    else { return nil }
    let answers = (json["triggers"]?.elements ?? []).compactMap { TriggerAnswer($0) }
    return Record(
      clock: clock, operation: operation, input: input, answers: answers, answer: answer)
  }

  /// The first 64 bits of the SHA-256 digest, in hexadecimal.
  static func digest(_ bytes: [UInt8]) -> String? {
    (try? SHA256.digest(of: bytes)).map { Hex.encode(Array($0.prefix(8))) }
  }

  /// Adds a record, which ``commit()`` writes to the disk.
  mutating func append(_ record: Record) {
    let text = JSON.members([
      "clock": .integer(record.clock), "operation": .string(record.operation),
      "input": record.input,
      "triggers": record.answers.isEmpty ? nil : .array(record.answers.map(\.json)),
      "answer": .string(record.answer),
    ]).serialized
    let bytes = Array(text.utf8)
    waiting += Array((Self.digest(bytes) ?? "").utf8) + [32] + bytes + [10]
  }

  /// Whether there are records that ``commit()`` has not written yet.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Writes the added records, and waits until the disk has them.
  ///
  /// - Throws: an ``EndpointFailure`` where the disk refuses them; then nothing may be answered.
  mutating func commit() throws(EndpointFailure) {
    var rest = waiting[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw fault }
    }
    waiting = []
    guard fsync(descriptor) == 0 else { throw fault }
  }

  /// Deletes all records.
  mutating func clear() throws(EndpointFailure) {
    waiting = []
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0,
      fsync(descriptor) == 0
    else { throw fault }
  }

  /// Closes the file.
  func close() { Foundation.close(descriptor) }

  private var fault: EndpointFailure { .state(path, errno) }
}

/// Why an endpoint cannot start or go on.
public struct EndpointFailure: Error, Sendable, Equatable {
  /// The file, address or path of the catalogue that the failure is about.
  public var place: String
  /// The reason, in words.
  public var reason: String
  /// Whether ``place`` is an address and not a file.
  public var isAddress = false
  /// The line of the file, from 1; 0 where no line is concerned.
  public var line = 0
  /// The position of the start's user that cannot be made; nil where no user is concerned.
  public var user: Int?

  /// The errno value, where the system's error is the whole reason.
  public var number: Int32?

  static func state(_ path: String, _ reason: String, line: Int = 0) -> EndpointFailure {
    EndpointFailure(place: path, reason: reason, line: line)
  }

  static func state(_ path: String, _ number: Int32) -> EndpointFailure {
    EndpointFailure(place: path, reason: String(cString: strerror(number)), number: number)
  }
}
