/// The type of an expression, a variable, a parameter or a message field.
///
/// All types are finite. A value of any type is one `Int`: a boolean is 0 or 1, a member of an enum
/// its position, a set the bits of its members, an integer itself. Only the type determines what
/// the number means.
public enum ValueType: Hashable, Sendable {
  case bool
  /// A member of an enum, by the enum's position in ``TypeTable/enums``.
  case member(Int)
  /// A set of members of an enum, by the enum's position.
  case set(Int)
  /// An integer in a closed range.
  case integer(ClosedRange<Int>)
}

/// A named list of members. Two enums with the same members in the same order are one type.
public struct EnumType: Hashable, Sendable {
  /// The first declared name; an inline `values:` has the name of the declaration that it belongs
  /// to.
  public var name: String
  /// The members, between 1 and 63, so that a set of them fits an `Int`.
  public var members: [String]

  /// The wire names of the members; nil for a member that has none. Empty where the enum has no
  /// wire names.
  public var wireNames: [String?] = []

  /// An enum; its members are not checked.
  public init(name: String, members: [String]) {
    self.name = name
    self.members = members
  }

  /// Returns the wire name of a member; nil where it has none.
  public func wireName(of member: Int) -> String? {
    wireNames.indices.contains(member) ? wireNames[member] : nil
  }

  /// Returns the members with a wire name, in order; several may share one.
  public func members(onWire name: String) -> [Int] {
    wireNames.indices.filter { wireNames[$0] == name }
  }

  /// The most members that an enum may have.
  public static let mostMembers = 63
}

/// The enums of a model, with the operations that depend on a type alone.
public struct TypeTable: Sendable {
  /// The enums in order of declaration; types refer to them by position.
  public private(set) var enums: [EnumType] = []
  private var byMembers: [[String]: Int] = [:]
  private var byName: [String: Int] = [:]

  /// A table without enums.
  public init() {}

  /// Returns the position of the enum with these members, which is added if it is new.
  public mutating func intern(_ name: String, members: [String]) -> Int {
    if let known = byMembers[members] {
      if byName[name] == nil { byName[name] = known }
      return known
    }
    enums.append(EnumType(name: name, members: members))
    byMembers[members] = enums.count - 1
    byName[name] = enums.count - 1
    return enums.count - 1
  }

  /// Sets the wire names of an enum's members.
  mutating func setWireNames(_ names: [String?], of id: Int) { enums[id].wireNames = names }

  /// Returns the position of the enum with a name, or nil.
  public func named(_ name: String) -> Int? { byName[name] }

  /// All names of enums, sorted.
  public var names: [String] { byName.keys.sorted() }

  /// Returns the enum of a member or set type; nil for booleans and numbers.
  public func enumeration(of type: ValueType) -> EnumType? {
    switch type {
    case .member(let id), .set(let id): enums[id]
    case .bool, .integer: nil
    }
  }

  /// Returns the values of a type in ascending order; for a set type these are all subsets.
  public func values(of type: ValueType) -> [Int] {
    switch type {
    case .bool: [0, 1]
    case .member(let id): Array(enums[id].members.indices)
    case .set(let id): Array(0..<(1 << enums[id].members.count))
    case .integer(let range): Array(range)
    }
  }

  /// Returns the number of bits of a value in a packed state.
  public func width(of type: ValueType) -> Int {
    switch type {
    case .bool: 1
    case .member(let id): Self.bits(for: enums[id].members.count)
    case .set(let id): enums[id].members.count
    case .integer(let range): Self.bits(for: range.count)
    }
  }

  /// Returns the bit pattern of a value; the first value of a type is zero.
  public func encode(_ value: Int, as type: ValueType) -> UInt64 {
    if case .integer(let range) = type { return UInt64(value - range.lowerBound) }
    return UInt64(value)
  }

  /// Returns the value of a bit pattern.
  public func decode(_ bits: UInt64, as type: ValueType) -> Int {
    if case .integer(let range) = type { return Int(bits) + range.lowerBound }
    return Int(bits)
  }

  /// Returns the value whose bits are all zero: `false`, the first member, the empty set, the least
  /// integer.
  public func first(of type: ValueType) -> Int { decode(0, as: type) }

  /// Returns a value as an author would write it: `sms`, `{sms, totp}`, `true`, `3`.
  public func text(of value: Int, as type: ValueType) -> String {
    switch type {
    case .bool: return value == 0 ? "false" : "true"
    case .integer: return String(value)
    case .member(let id):
      let members = enums[id].members
      return members.indices.contains(value) ? members[value] : "#\(value)"
    case .set(let id):
      let chosen = enums[id].members.enumerated().filter { value >> $0.offset & 1 == 1 }
      return "{" + chosen.map(\.element).joined(separator: ", ") + "}"
    }
  }

  /// Returns a type as an author would name it.
  public func text(of type: ValueType) -> String {
    switch type {
    case .bool: "bool"
    case .member(let id): enums[id].name
    case .set(let id): "set of \(enums[id].name)"
    case .integer(let range): "\(range.lowerBound)..\(range.upperBound)"
    }
  }

  private static func bits(for count: Int) -> Int {
    count <= 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount
  }
}
