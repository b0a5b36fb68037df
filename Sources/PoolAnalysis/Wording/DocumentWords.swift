import Findings
import SignIn
import TransitionTables

/// Rewords findings and their remedies in the terms of the documents that they are about.
struct DocumentWords {
  let model: Model
  let pool: LoadedPool

  /// Replaces the service's property names in each finding by those that the document at its first
  /// place uses, and adds to the remedy where to write a setting that the document has no property
  /// for.
  func write(into report: inout PoolReport) {
    for position in report.properties.indices {
      let property = report.properties[position]
      guard let names = pool.propertyNames(in: model, at: property.places.first?.file) else {
        return
      }
      report.properties[position].prose = names.text(property.prose)
      let cause = report.properties.first { $0.id == property.cause } ?? property
      let remedy = model.remedies.first { $0.id == cause.remedyID }
      let place = remedy.flatMap { names.place(of: changes(by: $0)) }
      report.properties[position].remedy =
        names.text(property.remedy) + (place.map { " \($0)" } ?? "")
    }
  }

  /// The changes of a remedy to properties of the service.
  private func changes(by remedy: Remedy) -> [PropertyNames.Change] {
    let after = remedy.applied(to: pool.closed, in: model) ?? [:]
    return remedy.changes.map(\.slot).compactMap { slot -> PropertyNames.Change? in
      guard after[slot] == nil || after[slot] != pool.closed[slot],
        let parameter = DocumentedParameter(model.slots[slot])
      else { return nil }
      var change = PropertyNames.Change(parameter.property, isClient: parameter.isClient)
      // An open setting has no current value to change.
      if let value = after[slot], pool.closed[slot] != nil {
        change.words = words(of: value, in: slot)
      }
      return change
    }
  }

  /// The service's words for a value; empty where it has none.
  private func words(of value: Int, in slot: Int) -> [String] {
    guard let type = model.types.enumeration(of: model.slots[slot].type) else { return [] }
    let members =
      if case .set = model.slots[slot].type {
        type.members.indices.filter { value >> $0 & 1 == 1 }
      } else {
        [value]
      }
    let names = members.map { type.wireName(of: $0) }
    return names.contains(nil) ? [] : names.compactMap(\.self)
  }
}
