// What AssayKit's own declarations are made of, so that one import is enough.
@_exported public import AssayContract
@_exported public import AssayDrift
@_exported public import AssayFindings
@_exported public import AssayLint
@_exported public import AssayReport
