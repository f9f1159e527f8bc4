#ifndef ASSAY_CCURL_SHIM_H
#define ASSAY_CCURL_SHIM_H

#include <curl/curl.h>

#endif
