// The plain yardstick: two-phase commit searched breadth first by hand-written C, one thread, exact.
//
// It is what the engine was before its table was made of lines: states in order of discovery (8
// bytes), the predecessor (4) and the rule (2) of each, and an open-addressing table of entries of 8
// bytes that hold an index and 32 bits of the hash, probed entry by entry. Successors go into a batch
// whose table lines are prefetched before they are looked up. The hash is a bijection of the state's
// bits, so equal entries near one another mean equal states and the states themselves are not read
// again.
//
// cc -O3 -o yardstick two_phase_commit_plain.c && ./yardstick 9 3

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

enum { WORKING, PREPARED, COMMITTED, ABORTED };
enum { UNDECIDED, TM_COMMITTED, TM_ABORTED };
enum { BATCH = 512 };

typedef struct {
  uint64_t state, hash;
  uint32_t source;
  uint16_t rule;
} Successor;

// Layout: transaction 2 bits, sentCommit, sentAbort, then N x manager 2, N x heard, N x sent.
static unsigned managers, width;
static uint64_t *states, *table, size, count, steps;
static uint32_t *sources;
static uint16_t *rules;
static Successor batch[BATCH];
static unsigned pending;
static size_t state_room;

// Processor time, so that a busy machine spoils a measurement less.
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void *grown(void *memory, size_t bytes) {
  memory = realloc(memory, bytes);
  if (!memory) exit(1);
  return memory;
}

// A bijection on `width` bits.
static inline uint64_t mix(uint64_t x) {
  uint64_t mask = (1ull << width) - 1;
  x = (x * 0x9E3779B97F4A7C15ull) & mask;
  x ^= x >> (width / 2);
  return (x * 0xD6E8FEB86659FD93ull) & mask;
}

static inline uint64_t place(uint64_t hash) {
  return (uint64_t)(((unsigned __int128)(hash << (64 - width)) * size) >> 64);
}

static void make_table(uint64_t slots) {
  free(table);
  size = slots;
  size_t bytes = (size * 8 + (2u << 20) - 1) & ~(size_t)((2u << 20) - 1);
  table = aligned_alloc(2u << 20, bytes);
  if (!table) exit(1);
  madvise(table, bytes, MADV_HUGEPAGE);
  memset(table, 0, bytes);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t hash = mix(states[i]), slot = place(hash);
    while (table[slot]) slot = slot + 1 == size ? 0 : slot + 1;
    table[slot] = (i + 1) << 32 | (uint32_t)hash;
  }
}

static inline void settle(const Successor *s) {
  uint64_t slot = place(s->hash);
  while (table[slot]) {
    if ((uint32_t)table[slot] == (uint32_t)s->hash) return;
    slot = slot + 1 == size ? 0 : slot + 1;
  }
  states[count] = s->state;
  sources[count] = s->source;
  rules[count] = s->rule;
  table[slot] = ++count << 32 | (uint32_t)s->hash;
}

static void flush(void) {
  if (count + pending > state_room) {
    state_room *= 2;
    states = grown(states, state_room * 8);
    sources = grown(sources, state_room * 4);
    rules = grown(rules, state_room * 2);
  }
  if ((count + pending) * 4 > size * 3) make_table(size + size / 2);
  for (unsigned i = 0; i < pending; i++) settle(&batch[i]);
  steps += pending;
  pending = 0;
}

static inline void add(uint64_t state, uint32_t source, unsigned rule) {
  uint64_t hash = mix(state);
  __builtin_prefetch(&table[place(hash)], 1);
  batch[pending++] = (Successor){state, hash, source, (uint16_t)rule};
}

static void expand(uint32_t source) {
  uint64_t s = states[source];
  unsigned n = managers, heard = 4 + 2 * n, sent = heard + n;
  uint64_t all = ((1ull << n) - 1) << heard;
  if (pending + 2 + 5 * n > BATCH) flush();
  if ((s & 3) == UNDECIDED) {
    for (uint64_t open = (s >> sent) & ((1ull << n) - 1); open; open &= open - 1)
      add(s | 1ull << (heard + __builtin_ctzll(open)), source, __builtin_ctzll(open));
    if ((s & all) == all) add((s & ~3ull) | TM_COMMITTED | 4, source, n);
    add((s & ~3ull) | TM_ABORTED | 8, source, n + 1);
  }
  for (unsigned i = 0; i < n; i++) {
    unsigned at = 4 + 2 * i;
    uint64_t rest = s & ~(3ull << at);
    if ((s >> at & 3) == WORKING) {
      add(rest | (uint64_t)PREPARED << at | 1ull << (sent + i), source, n + 2 + i);
      add(rest | (uint64_t)ABORTED << at, source, 2 * n + 2 + i);
    }
    if (s & 4) add(rest | (uint64_t)COMMITTED << at, source, 3 * n + 2 + i);
    if (s & 8) add(rest | (uint64_t)ABORTED << at, source, 4 * n + 2 + i);
  }
}

static void search(void) {
  count = 0, pending = 0, steps = 0, state_room = 1 << 16;
  states = grown(NULL, state_room * 8);
  sources = grown(NULL, state_room * 4);
  rules = grown(NULL, state_room * 2);
  table = NULL;
  make_table(1 << 17);
  batch[pending++] = (Successor){0, mix(0), UINT32_MAX, 0};
  flush();
  steps = 0;
  for (uint64_t next = 0; next < count || pending; next++) {
    if (next == count) flush();
    if (next == count) break;
    expand((uint32_t)next);
  }
}

int main(int argc, char **argv) {
  managers = argc > 1 ? (unsigned)atoi(argv[1]) : 9;
  width = 4 + 4 * managers;
  for (int run = argc > 2 ? atoi(argv[2]) : 3; run > 0; run--) {
    double start = now();
    search();
    double time = now() - start;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("C %llu states %llu steps %.3f s %.3f M/s %.1f B/state rss %ld MB\n",
      (unsigned long long)count, (unsigned long long)steps, time, count / time / 1e6,
      14 + 8.0 * size / count, usage.ru_maxrss / 1024);
    free(states), free(sources), free(rules), free(table), table = NULL;
  }
}
