// AssayKit
