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
    base = .allocate(capacity: self.capacity)
  }

  init(repeating value: Element, count: Int) {
    self.init(capacity: count)
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  deinit { base.deallocate() }

  /// Makes sure that `additional` values can be appended without growing.
  mutating func reserve(_ additional: Int) {
    guard count + additional > capacity else { return }
    capacity = max(capacity * 2, count + additional)
    let wider = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    wider.update(from: base, count: count)
    base.deallocate()
    base = wider
  }

  @inline(__always)
  mutating func append(_ value: Element) {
    if count == capacity { reserve(1) }
    base[count] = value
    count += 1
  }

  mutating func removeAll() { count = 0 }

  mutating func truncate(to newCount: Int) { count = min(count, newCount) }

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
