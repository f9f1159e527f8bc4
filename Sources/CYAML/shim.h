#ifndef ASSAY_CYAML_SHIM_H
#define ASSAY_CYAML_SHIM_H

#include <yaml.h>

#endif
