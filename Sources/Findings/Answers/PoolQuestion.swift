/// What the library WaymarkTesting asks the program `waymark` about a pool: its documents, what is
/// laid over them, and what is wanted.
package struct PoolQuestion: Codable, Sendable, Hashable {
  /// What is wanted.
  package enum Subject: Codable, Sendable, Hashable {
    /// The verdicts, and the paths where they can be listed.
    case report
    /// The parameters; of those that vary also all values.
    case parameters(varying: [String])
    /// Which of these pools the service accepts: values by parameter, laid over the documents.
    case legality(of: [[String: Int]])
    /// The name that is meant by a misspelt one.
    case nearest(to: String, among: [String])
  }

  /// The documents of one pool; the name of the only one where ``text`` has its content.
  package var paths: [String]
  package var text: String?
  /// Values that are laid over the documents, by the names of parameters.
  package var closed: [String: Int] = [:]
  package var subject = Subject.report

  package init(paths: [String], text: String? = nil) { (self.paths, self.text) = (paths, text) }

  /// Another question about the same pool.
  package func about(_ subject: Subject) -> PoolQuestion {
    var question = self
    question.subject = subject
    return question
  }
}

/// What the program answers.
package enum PoolAnswer: Codable, Sendable, Hashable {
  /// The documents cannot be read, or the pool cannot be explored: complaints as `check` has them.
  case failed([String])
  /// The service refuses the configuration: the rules that are broken, with its words.
  case illegal([String])
  case report(ExploredPool)
  case parameters([PoolParameter])
  case legality([Bool])
  case nearest(String?)
}

/// A report with what a test needs in addition: the places of paths, and all names that there are.
package struct ExploredPool: Codable, Sendable, Hashable {
  package var report: PoolReport
  /// The number of legal configurations where they are too many for their paths to be listed.
  package var excess: String?
  /// For each path of the report the setting that decides one of its rows, the last one first.
  package var pathPlaces: [FindingPlace?]
  /// The names of all next steps of the table, in its order.
  package var nextSteps: [String]
  /// The names of all properties of the table, each by its id and by the id of its member.
  package var properties: [[String]]

  package init(
    report: PoolReport, pathPlaces: [FindingPlace?], nextSteps: [String], properties: [[String]]
  ) {
    (self.report, self.pathPlaces) = (report, pathPlaces)
    (self.nextSteps, self.properties) = (nextSteps, properties)
  }
}

/// A parameter of a pool, for a generator of pools.
package struct PoolParameter: Codable, Sendable, Hashable {
  /// A value in the table's numbers and as a pool file writes it.
  package struct Value: Codable, Sendable, Hashable {
    package var code: Int
    package var text: String

    package init(code: Int, text: String) { (self.code, self.text) = (code, text) }
  }

  package var name: String
  /// The pool's own value; nil where the pool leaves it open.
  package var own: Value?
  /// Every value, where the parameter varies.
  package var values: [Value]
  /// Where a document states it.
  package var place: FindingPlace?

  package init(name: String, own: Value?, values: [Value], place: FindingPlace?) {
    (self.name, self.own, self.values, self.place) = (name, own, values, place)
  }
}
