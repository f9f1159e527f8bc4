#if canImport(Glibc)
  import Glibc
#endif
