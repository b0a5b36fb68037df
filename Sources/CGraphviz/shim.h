#ifndef WAYMARK_CGRAPHVIZ_SHIM_H
#define WAYMARK_CGRAPHVIZ_SHIM_H

#include <graphviz/gvc.h>

#endif
