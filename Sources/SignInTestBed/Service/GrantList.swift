/// The grants of an account, one for each sign-in that issued tokens, in order.
///
/// Each grant is stored in a box of its own: copying an account, which a request does several
/// times, then retains one reference for each sign-in, and not all the texts and lists inside.
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
