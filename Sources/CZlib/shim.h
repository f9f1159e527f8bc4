#ifndef ASSAY_CZLIB_SHIM_H
#define ASSAY_CZLIB_SHIM_H

#include <zlib.h>

// Macros with a size in them, which Swift does not import.

static inline int assay_inflate_begin(z_stream *stream, int window_bits) { return inflateInit2(stream, window_bits); }

static inline int assay_deflate_begin(z_stream *stream, int window_bits) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

#endif
