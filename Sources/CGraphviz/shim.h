#ifndef WAYMARK_CGRAPHVIZ_SHIM_H
#define WAYMARK_CGRAPHVIZ_SHIM_H

/* Homebrew's package file names the folder of the headers itself, Debian's the one above it. */
#if __has_include(<graphviz/gvc.h>)
#include <graphviz/gvc.h>
#else
#include <gvc.h>
#endif
#include <stddef.h>

/* Sets an attribute of the graph. Graphviz takes `char *` here in some versions and `const char *`
   in others; it only reads. */
static inline void waymark_set_graph_attribute(Agraph_t *graph, const char *name,
                                               const char *value) {
  (void)agattr(graph, AGRAPH, (char *)name, (char *)value);
}

/* Renders into memory. Graphviz counts in `unsigned int` up to version 12 and in `size_t` later;
   the union gives it room for either, and starts at zero. */
static inline int waymark_render_data(GVC_t *context, Agraph_t *graph, const char *format,
                                      char **data, size_t *length) {
  union {
    unsigned int narrow;
    size_t wide;
  } count = {.wide = 0};
  int status = gvRenderData(context, graph, format, data, (void *)&count);
  const int one = 1;
  const int smallEndFirst = *(const char *)&one;
  *length = smallEndFirst || count.narrow == 0 ? count.wide : count.narrow;
  return status;
}

#endif
