// AssayMock
