#ifndef ASSAY_CMALLOC_SHIM_H
#define ASSAY_CMALLOC_SHIM_H

#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

// mallopt(3); does nothing where the C library is not glibc.
static inline void assay_set_mmap_threshold(int bytes) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, bytes);
#endif
}

#endif
