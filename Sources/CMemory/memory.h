#ifndef WAYMARK_MEMORY_H
#define WAYMARK_MEMORY_H

// What the engine's search needs from the processor and the system and Swift has no word for.
// Header only: every function is inlined into the Swift code that calls it.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/// Asks the processor to fetch the line at `address`, which need not be readable, for a write.
static inline void waymark_prefetch(const void *_Nonnull address) {
  __builtin_prefetch(address, 1, 3);
}

/// `size` zeroed bytes in large pages where the system has them, or null. They are touched by a write
/// at once: a first touch by a read would map them twice.
static inline void *_Nullable waymark_map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
  uintptr_t page = 2u << 20;
  uintptr_t first = ((uintptr_t)memory + page - 1) & ~(page - 1);
  uintptr_t last = ((uintptr_t)memory + size) & ~(page - 1);
  if (first < last) (void)madvise((void *)first, last - first, MADV_HUGEPAGE);
#endif
  for (size_t at = 0; at < size; at += 4096) ((volatile char *)memory)[at] = 0;
  return memory;
}

/// Gives back what `waymark_map` gave.
static inline void waymark_unmap(void *_Nonnull memory, size_t size) {
  (void)munmap(memory, size);
}

#endif
