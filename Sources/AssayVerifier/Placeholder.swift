// AssayVerifier
