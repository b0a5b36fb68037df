/// A text for a value that contains all of its stored properties, however deep, so that values with
/// the same text are equal. The order of sets and dictionaries does not matter.
struct CanonicalText {
  private(set) var text = ""

  init(of value: Any) { add(value) }

  private mutating func add(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else {
      let own = "\(value)"
      text += "\(own.utf8.count):\(own)"
      return
    }
    var parts = mirror.children.map { child in
      (child.label.map { "\($0)=" } ?? "") + CanonicalText(of: child.value).text
    }
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { parts.sort() }
    text += "\(parts.count)(\(parts.joined(separator: ",")))"
  }
}
