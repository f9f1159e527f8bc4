import AssayHTTP

/// The addresses that the calls of a recording have deleted so far, in the order in which the calls were made.
package struct DeletedAddresses: Sendable {
  private var addresses: Set<String> = []

  package init() {}

  /// Takes the next call. Returns true if it was answered that nothing is at its address, because that address or one
  /// around it was deleted.
  package mutating func takesGone(_ exchange: Exchange) -> Bool {
    let status = exchange.response?.head.status ?? 0
    let address = String(exchange.request.url.prefix { $0 != "?" && $0 != "#" })
    if status == 404 || status == 410 {
      return addresses.contains(address)
        || address.indices.contains { address[$0] == "/" && addresses.contains(String(address[..<$0])) }
    }
    guard (200..<300).contains(status) else { return false }
    if exchange.request.method.uppercased() == "DELETE" {
      addresses.insert(address)
    } else {
      addresses.remove(address)
    }
    return false
  }
}
