#ifndef ASSAY_CZLIB_SHIM_H
#define ASSAY_CZLIB_SHIM_H

#include <zlib.h>

// A macro with a size in it, which Swift does not import.

static inline int assay_inflate_begin(z_stream *stream, int window_bits) { return inflateInit2(stream, window_bits); }

#endif
