#ifndef WAYMARK_MEMORY_H
#define WAYMARK_MEMORY_H

// What the engine's search needs from the processor and the system and Swift has no word for.
// Header only: every function is inlined into the Swift code that calls it.

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Asks the processor to fetch the line at `address`, which need not be readable. For reading: of a
/// dozen lines that a search looks at it writes to one, and other threads may be reading it too.
static inline void waymark_prefetch(const void *_Nonnull address) {
  __builtin_prefetch(address, 0, 3);
}

/// Which of the 16 numbers at `line`, a line of the cache, are `number`: the lowest bit stands for
/// the first one.
static inline uint32_t waymark_line_matches(const uint32_t *_Nonnull line, uint32_t number) {
#if defined(__SSE2__) && defined(__clang__)
  typedef int four __attribute__((vector_size(16)));
  const four *parts = (const four *)(const void *)line;
  four wanted = {(int)number, (int)number, (int)number, (int)number};
  return (uint32_t)__builtin_ia32_pmovmskb128(__builtin_ia32_packsswb128(
    __builtin_ia32_packssdw128((four)(parts[0] == wanted), (four)(parts[1] == wanted)),
    __builtin_ia32_packssdw128((four)(parts[2] == wanted), (four)(parts[3] == wanted))));
#else
  uint32_t matches = 0;
  for (int at = 0; at < 16; at++) matches |= (uint32_t)(line[at] == number) << at;
  return matches;
#endif
}

/// Asks for large pages where `size` bytes at `memory` span any; a hint that changes no byte.
static inline void waymark_prefer_large_pages(void *_Nonnull memory, size_t size) {
#ifdef MADV_HUGEPAGE
  uintptr_t page = 2u << 20;
  uintptr_t first = ((uintptr_t)memory + page - 1) & ~(page - 1);
  uintptr_t last = ((uintptr_t)memory + size) & ~(page - 1);
  if (first < last) (void)madvise((void *)first, last - first, MADV_HUGEPAGE);
#endif
}

/// `size` zeroed bytes in large pages where the system has them, or null. They are touched by a write
/// at once: a first touch by a read would map them twice.
static inline void *_Nullable waymark_map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  waymark_prefer_large_pages(memory, size);
  for (size_t at = 0; at < size; at += 4096) ((volatile char *)memory)[at] = 0;
  return memory;
}

/// The bytes of this process that lie in the machine's memory now, or where the system does not say
/// that, the most that ever did; 0 where it says neither.
static inline size_t waymark_resident(void) {
#ifdef __linux__
  char text[64] = {0};
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  char *second = NULL;
  (void)strtoul(text, &second, 10);
  return (size_t)strtoul(second, NULL, 10) * (size_t)getpagesize();
#else
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss : 0;
#endif
}

/// Gives the system back what was freed and kept for later.
static inline void waymark_return_freed(void) {
#ifdef __GLIBC__
  (void)malloc_trim(0);
#endif
}

/// Gives back what `waymark_map` gave.
static inline void waymark_unmap(void *_Nonnull memory, size_t size) {
  (void)munmap(memory, size);
}

#endif
