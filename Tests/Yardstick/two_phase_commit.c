// The yardstick: two-phase commit searched breadth first by hand-written C, one thread, exact.
//
// It stores what the engine stores and looks it up in the same way. States lie in order of discovery
// (8 bytes) with the predecessor (4) and the rule (2) of each. A table of lines of the cache, 16
// entries of 4 bytes each, tells whether a state is known: an entry is 31 bits of the hash, a line is
// compared as a whole, and it grows by half, from front to back, in the order of hashes. The hash is a
// bijection of the state's bits, so equal entries near one another mean equal states. (Near: less
// than 2^31 * lines / 2^width lines; the engine checks it, and that entries lie within 16 lines from
// home; this does not.) The last 4096 ends made are remembered and known without a look at the table;
// the others go into a batch whose lines are prefetched together.
// What it does not share with the engine is generality: the rules are C, written for this one model.
//
// cc -O3 -o yardstick two_phase_commit.c && ./yardstick 9 3      (x86-64, Linux)

#include <emmintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

enum { WORKING, PREPARED, COMMITTED, ABORTED };
enum { UNDECIDED, TM_COMMITTED, TM_ABORTED };
enum { BATCH = 256, RECENT = 4096, SPARE = 16, SLOTS = 16 };

typedef struct {
  uint64_t state, hash;
  uint32_t source;
  uint16_t rule;
} Successor;

// Layout: transaction 2 bits, sentCommit, sentAbort, then N x manager 2, N x heard, N x sent.
static unsigned managers, width;
static uint64_t *states, lines, count, steps, recent[RECENT];
static uint32_t *sources, *table;
static uint16_t *rules;
static Successor batch[BATCH + 64];
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
  x ^= x >> ((width + 1) / 2);
  return (x * 0xD6E8FEB86659FD93ull) & mask;
}

static inline uint64_t home(uint64_t hash) {
  return (uint64_t)(((unsigned __int128)(hash << (64 - width)) * lines) >> 64);
}

static inline uint32_t tag(uint64_t hash) { return (uint32_t)hash << 1 | 1; }

// Which of a line's entries are `number`, a bit for each.
static inline unsigned matches(const uint32_t *line, uint32_t number) {
  const __m128i *parts = (const __m128i *)line, wanted = _mm_set1_epi32((int)number);
  return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(
    _mm_packs_epi32(_mm_cmpeq_epi32(parts[0], wanted), _mm_cmpeq_epi32(parts[1], wanted)),
    _mm_packs_epi32(_mm_cmpeq_epi32(parts[2], wanted), _mm_cmpeq_epi32(parts[3], wanted))));
}

static size_t table_bytes(uint64_t of) { return (of + SPARE) * SLOTS * 4; }

static void grow_table(uint64_t to) {
  uint32_t *old = table;
  uint64_t before = lines;
  lines = to;
  table = mmap(NULL, table_bytes(to), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (table == MAP_FAILED) exit(1);
  uintptr_t page = 2u << 20, first = ((uintptr_t)table + page - 1) & ~(page - 1);
  uintptr_t last = ((uintptr_t)table + table_bytes(to)) & ~(page - 1);
  if (first < last) madvise((void *)first, last - first, MADV_HUGEPAGE);
  if (!old) return;
  uint8_t *filled = calloc(to + SPARE, 1);
  if (!filled) exit(1);
  for (uint64_t line = 0; line < before + SPARE; line++) {
    // The largest hash whose home is this line: the tag tells the rest.
    unsigned __int128 end = (unsigned __int128)(line + 1) << width;
    uint64_t most = (uint64_t)((end + before - 1) / before) - 1;
    for (int slot = 0; slot < SLOTS && old[line * SLOTS + slot]; slot++) {
      uint64_t low = old[line * SLOTS + slot] >> 1, place;
      uint64_t hash = width <= 31 ? low : most - ((most - low) & 0x7FFFFFFF);
      for (place = home(hash); filled[place] == SLOTS; place++) {}
      table[place * SLOTS + filled[place]++] = tag(hash);
    }
  }
  free(filled);
  munmap(old, table_bytes(before));
}

static inline void settle(const Successor *s) {
  uint32_t *line = table + home(s->hash) * SLOTS;
  for (;; line += SLOTS) {
    if (matches(line, tag(s->hash))) return;
    unsigned open = matches(line, 0);
    if (!open) continue;
    line[__builtin_ctz(open)] = tag(s->hash);
    states[count] = s->state;
    sources[count] = s->source;
    rules[count++] = s->rule;
    return;
  }
}

static void flush(void) {
  if (count + pending > state_room) {
    state_room *= 2;
    states = grown(states, state_room * 8);
    sources = grown(sources, state_room * 4);
    rules = grown(rules, state_room * 2);
  }
  if ((count + pending) * 4 > lines * SLOTS * 3) grow_table(lines + lines / 2);
  for (unsigned i = 0; i < pending; i++) {
    __builtin_prefetch(table + home(batch[i].hash) * SLOTS);
  }
  for (unsigned i = 0; i < pending; i++) settle(&batch[i]);
  pending = 0;
}

static inline void add(uint64_t state, uint32_t source, unsigned rule) {
  uint64_t hash = mix(state), *last = &recent[hash % RECENT];
  int known = *last == state;
  *last = state;
  batch[pending] = (Successor){state, hash, source, (uint16_t)rule};
  pending += !known;
  steps++;
}

static void expand(uint32_t source) {
  uint64_t s = states[source];
  unsigned n = managers, heard = 4 + 2 * n, sent = heard + n;
  uint64_t all = ((1ull << n) - 1) << heard;
  if (pending >= BATCH) flush();
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
  count = 0, pending = 0, state_room = 1 << 16;
  states = grown(NULL, state_room * 8);
  sources = grown(NULL, state_room * 4);
  rules = grown(NULL, state_room * 2);
  table = NULL, lines = 0;
  // Enough for tags to decide in states of 40 bits.
  grow_table(1 << 13);
  // No state has this bit.
  for (int i = 0; i < RECENT; i++) recent[i] = 1ull << 63;
  add(0, UINT32_MAX, 0);
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
      14 + (double)table_bytes(lines) / count, usage.ru_maxrss / 1024);
    free(states), free(sources), free(rules), munmap(table, table_bytes(lines));
  }
}
