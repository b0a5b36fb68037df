import CMemory

/// A growing run of plain values that is written without bounds checks in the search's loop.
///
/// Unlike an array it is never shared and never counts references, and room that is not yet used
/// is not touched, so it costs no memory.
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

  /// A run of values whose bits are all zero, in large pages where the system has them: for runs
  /// that are jumped about in. What is never written to is never touched.
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

  /// Makes sure that `additional` values can be appended without growing.
  mutating func reserve(_ additional: Int) {
    guard count + additional > capacity else { return }
    capacity = max(capacity * 2, count + additional)
    base = Self.resized(base, from: self.count, to: capacity)
  }

  /// The system moves large runs by remapping their pages, without a copy and without needing room
  /// for two. Only what must lie at rounder addresses than `realloc` gives is copied.
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

  /// Counts values that were written behind the last one, into room that was reserved.
  mutating func noteAppended(_ additional: Int) { count += additional }

  mutating func removeAll() { count = 0 }

  /// Values in `0..<count`; checked in debug builds only.
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
