// AssayContract
