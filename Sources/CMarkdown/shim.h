#ifndef ASSAY_CMARKDOWN_SHIM_H
#define ASSAY_CMARKDOWN_SHIM_H

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>

#endif
