/// The attributes that every pool has in its schema, by their names in the service's API: the table
/// of words `standardAttributes`. Without them no table is loaded, see `DocumentBinding`.
package enum StandardAttribute {
  /// All of them.
  package static let names = written.union(writable)
  /// Those that the service alone writes.
  package static let written = DocumentRule.words(of: "standardAttributes", keys[0])
  /// Those that pools can require and clients can write.
  static let writable = DocumentRule.words(of: "standardAttributes", keys[1])

  /// The keys of the table.
  static let keys = ["written", "writable"]
}
