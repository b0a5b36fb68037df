import CMemory

/// A growing array of plain values that the search's loop accesses without bounds checks.
///
/// Unlike an `Array`, it is never shared and not reference-counted. Reserved room is not touched
/// before its use, so it costs no memory until then.
struct PlainBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = max(capacity, 1)
    base = Self.resized(nil, to: self.capacity)
  }

  init(repeating value: Element, count: Int) {
    self.init(capacity: count)
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  /// Makes a buffer of values whose bits are all zero, in large pages where the system has them,
  /// for buffers with random access. Pages that are never written are never touched.
  init(spreadZeros count: Int) {
    let size = MemoryLayout<Element>.stride
    guard MemoryLayout<Element>.alignment <= 16, let memory = calloc(max(count, 1), size) else {
      Exhaustion.end("no more memory can be had")
    }
    waymark_prefer_large_pages(memory, count * size)
    base = memory.bindMemory(to: Element.self, capacity: count)
    (self.count, capacity) = (count, max(count, 1))
  }

  deinit { free(base) }

  /// Reserves room to append `additional` values without growing.
  mutating func reserve(_ additional: Int) {
    guard count + additional > capacity else { return }
    capacity = max(capacity * 2, count + additional)
    base = Self.resized(base, from: self.count, to: capacity)
  }

  /// Memory of another capacity with the same contents. The system moves large blocks by remapping
  /// their pages, without a copy and without room for both. Only values with a larger alignment
  /// than `realloc` guarantees are copied.
  private static func resized(
    _ base: UnsafeMutablePointer<Element>?, from count: Int = 0, to capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let size = capacity * MemoryLayout<Element>.stride
    if MemoryLayout<Element>.alignment <= 16 {
      guard let memory = realloc(base, size) else { Exhaustion.end("no more memory can be had") }
      waymark_prefer_large_pages(memory, size)
      return memory.bindMemory(to: Element.self, capacity: capacity)
    }
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, MemoryLayout<Element>.alignment, size) == 0, let memory else {
      Exhaustion.end("no more memory can be had")
    }
    if let base { memory.copyMemory(from: base, byteCount: count * MemoryLayout<Element>.stride) }
    free(base)
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }

  @inline(__always)
  mutating func append(_ value: Element) {
    if count == capacity { reserve(1) }
    base[count] = value
    count += 1
  }

  /// Adds values to the count that were written after the last one, into reserved room.
  mutating func noteAppended(_ additional: Int) { count += additional }

  mutating func removeAll() { count = 0 }

  /// The value at an index in `0..<count`, which is checked in debug builds only.
  @inline(__always)
  subscript(_ index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    set {
      assert(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  var bytes: Int { count * MemoryLayout<Element>.stride }
}
