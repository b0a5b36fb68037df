/// The sign-ins of an account whose tokens are out, in their order.
///
/// Each has a place of its own in memory: a copy of an account, of which a request makes several,
/// counts one reference a sign-in, and not all the texts and lists that this holds.
struct GrantList: Sendable, RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
  private indirect enum Place: Sendable {
    case holds(GrantRecord)
  }

  private var places: [Place]

  init(arrayLiteral records: GrantRecord...) { places = records.map { .holds($0) } }

  var startIndex: Int { places.startIndex }
  var endIndex: Int { places.endIndex }

  subscript(position: Int) -> GrantRecord {
    get {
      switch places[position] {
      case .holds(let record): record
      }
    }
    set { places[position] = .holds(newValue) }
  }

  mutating func append(_ record: GrantRecord) { places.append(.holds(record)) }
}
