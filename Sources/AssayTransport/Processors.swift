import CCurl

/// The processors that this process may use.
package enum Processors {
  package static let count = max(1, assay_processors())
}
