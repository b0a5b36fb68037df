/// The attributes in the schema of every pool, by their names in the service's API: the table of
/// words `standardAttributes`. Without it no table is loaded, see `DocumentBinding`.
package enum StandardAttribute {
  /// All standard attributes.
  package static let names = written.union(writable)
  /// The attributes that only the service writes.
  package static let written = DocumentRule.words(of: "standardAttributes", keys[0])
  /// The attributes that pools can require and clients can write.
  static let writable = DocumentRule.words(of: "standardAttributes", keys[1])

  /// The keys of the table of words.
  static let keys = ["written", "writable"]
}
