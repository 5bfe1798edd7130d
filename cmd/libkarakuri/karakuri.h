/* karakuri.h: the engine for programs in C and in all languages that call C. Made by: go run ./internal/tools/lib -header
 *
 * A game loads a program, makes a session of it, and exchanges batches with it: in go writes, spawns, percepts, reports of actions, and steps; out come the actions to start and to
 * abort, and a tick with its hash for each step. docs/engines.md is the guide.
 *
 * Codes. Each call returns KRK_OK or why it did nothing; krk_error has the text of the last error of the calling thread. Nothing is changed by a call that fails, but by
 * krk_exchange with KRK_TOO_MUCH.
 *
 * Threads. Programs may be used by any threads at a time. Calls for one session come one after the other, from any thread: one that comes while another is made returns KRK_BUSY.
 * Different sessions are independent.
 *
 * Memory. What a call is given is read during the call only. *out of krk_exchange belongs to the session and is good until the next krk_exchange for it, krk_free or krk_reset. All other
 * results are written to memory of the caller: when that is too short the call returns KRK_SHORT, and *length is what it takes.
 *
 * Life of the library. It is never unloaded: the Go runtime cannot be. Handles outlive the code of a host that is loaded anew (Unity's domains): call krk_reset first. In a
 * process that was forked each call returns KRK_FORKED; load the library after exec. Old handles are refused: none is given twice.
 *
 * Signals. The Go runtime takes handlers for SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP, SIGSYS, SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGQUIT and SIGURG, SIGPROF while it profiles, and SIGPIPE; those
 * that do not come from Go code go on to the handlers that were there before it was loaded. A host that sets handlers later keeps SA_ONSTACK set.
 */
#ifndef KARAKURI_H
#define KARAKURI_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && !defined(KRK_BUILD)
#define KRK_API __declspec(dllimport)
#elif defined(_WIN32)
#define KRK_API __declspec(dllexport)
#else
#define KRK_API
#endif

typedef uint64_t krk_handle; /* of a program or a session; 0 is none */

typedef enum krk_code {
    KRK_OK = 0,
    KRK_BAD_HANDLE = 1,   /* no such program or session: freed, reset, or of the other kind */
    KRK_NULL = 2,         /* a pointer is null that must not be */
    KRK_SHORT = 3,        /* the buffer is too short */
    KRK_BUSY = 4,         /* another thread is within a call for the session */
    KRK_BAD_PROGRAM = 5,  /* the file has mistakes; the text lists them all */
    KRK_BAD_OPTIONS = 6,  /* the options are not to be understood, or out of range */
    KRK_BAD_BATCH = 7,    /* the batch is damaged: nothing was carried out */
    KRK_TOO_MUCH = 8,     /* the answer is too long: the batch was carried out in part */
    KRK_BAD_SNAPSHOT = 9, /* the snapshot is damaged, or of another program */
    KRK_BAD_FILE = 10,    /* a file cannot be read or written */
    KRK_REFUSED = 11,     /* the call does not suit what the session does */
    KRK_FULL = 12,        /* there are as many programs and sessions as may be */
    KRK_FORKED = 13,      /* the process was forked after the library was loaded */
    KRK_PANIC = 14        /* a mistake of the library: free the session */
} krk_code;

/* Copies the text of the last error of this thread, cut off to room - 1 bytes and ended with 0, and returns its whole length. It is empty after a call that succeeded; krk_exchange
 * leaves it as it is. Texts end with dots after 8 KB. */
KRK_API size_t krk_error(char *buf, size_t room);

/* The version of batches that the library speaks: compare it with KRK_PROTOCOL. */
KRK_API int32_t krk_protocol(void);

/* Loads a program from a file, with those that it imports. */
KRK_API krk_code krk_program_load(const char *path, krk_handle *program);

/* Loads a program from n bytes of text that import nothing. The name stands in messages; it may be null. */
KRK_API krk_code krk_program_load_text(const char *name, const char *src, size_t n, krk_handle *program);

/* Writes the manifest of a program, JSON without a final 0: the numbers of its names, and their hash. */
KRK_API krk_code krk_program_manifest(krk_handle program, char *buf, size_t room, size_t *length);

/* Makes a session: a crowd without agents. Options are JSON, or null: {"tps": 30, "seed": 1, "workers": 2, "events": ["plans"]}; docs/engines.md lists them. */
KRK_API krk_code krk_session_new(krk_handle program, const char *options, krk_handle *session);

/* Makes a session that goes on from a snapshot. The first exchange tells which actions go on. */
KRK_API krk_code krk_session_restore(krk_handle program, const char *options, const uint8_t *snapshot, size_t n, krk_handle *session);

/* Carries out a batch of n bytes and returns the answer, a batch of *length bytes. */
KRK_API krk_code krk_exchange(krk_handle session, const uint8_t *in, size_t n, const uint8_t **out, size_t *length);

/* Writes a snapshot of a session. */
KRK_API krk_code krk_snapshot(krk_handle session, uint8_t *buf, size_t room, size_t *length);

/* Takes a session back to a snapshot. The next exchange tells which actions go on; forget the others. */
KRK_API krk_code krk_rollback(krk_handle session, const uint8_t *snapshot, size_t n);

/* Has a session go on with another program, whose manifest may have other numbers. The next exchange tells which actions go on. */
KRK_API krk_code krk_reload(krk_handle session, krk_handle program);

/* Writes the run to a trace from now on, for karakuri replay and studio. A null path ends the trace; so does krk_free. */
KRK_API krk_code krk_record(krk_handle session, const char *path);

/* Frees a program or a session. Sessions go on without their program's handle. */
KRK_API krk_code krk_free(krk_handle handle);

/* Frees all programs and sessions. It waits for calls that other threads make. */
KRK_API krk_code krk_reset(void);

#define KRK_PROTOCOL 1

/* The kind of an item: the lowest byte of its head. Parts in brackets have a variable length. */
enum {
    KRK_OP_WRITE = 1, /* number: symbol; agent, [args], [value] */
    KRK_OP_REPORT = 2, /* number: status; instance */
    KRK_OP_SPENT = 3, /* instance */
    KRK_OP_SPAWN = 4, /* number: kind; ref */
    KRK_OP_REMOVE = 5, /* agent */
    KRK_OP_OBJECT = 6, /* number: type; ref, [name] */
    KRK_OP_REMOVE_OBJECT = 7, /* object */
    KRK_OP_BODY = 8, /* number: parts; flag 1: fixed; object, x, y, velocity_x, velocity_y, facing_x, facing_y, kind, importance, value_1, value_2, value_3, value_4 */
    KRK_OP_REMOVE_BODY = 9, /* object */
    KRK_OP_SOUND = 10, /* number: said; from, x, y, loudness, kind, importance */
    KRK_OP_DAMAGE = 11, /* agent, from, x, y, amount, importance */
    KRK_OP_ORDER = 12, /* number: goal; flag 1: urgent; ref, agent, [args] */
    KRK_OP_WITHDRAW = 13, /* agent, order */
    KRK_OP_JOIN = 14, /* squad, agent */
    KRK_OP_LEAVE = 15, /* agent */
    KRK_OP_TEAM = 16, /* agent, team */
    KRK_OP_SIGNIFICANCE = 17, /* agent, significance */
    KRK_OP_WAKE = 18, /* agent */
    KRK_OP_WALLS = 19, /* flag 1: clear; [lines] */
    KRK_OP_READ = 20, /* number: symbol; ref, agent, [args] */
    KRK_OP_EXPLAIN = 21, /* ref, agent */
    KRK_OP_STEP = 22, /* number: ticks */
    KRK_OP_TIME = 23, /* nanoseconds */
    KRK_OP_VOICE = 24, /* object, loudness, kind, importance */
    KRK_OP_PERSONALITY = 25, /* number: personality; agent */
    KRK_OP_START = 65, /* number: action; instance, agent, [args] */
    KRK_OP_ABORT = 66, /* number: reason; flag 1: grace; instance, agent */
    KRK_OP_SUSPEND = 67, /* instance, agent */
    KRK_OP_RESUME = 68, /* instance, agent */
    KRK_OP_RESTORED = 69, /* number: action; flag 1: suspended; flag 2: ending; instance, agent, [args] */
    KRK_OP_OVER = 70, /* instance, agent */
    KRK_OP_SPAWNED = 71, /* ref, agent, body */
    KRK_OP_ADDED = 72, /* ref, object */
    KRK_OP_ORDERED = 73, /* ref, order */
    KRK_OP_VALUE = 74, /* number: symbol; ref, [value] */
    KRK_OP_TEXT = 75, /* ref, [text] */
    KRK_OP_TICK = 76, /* tick, hash, decisions, running */
    KRK_OP_EVENT = 77, /* number: event; agent, member, order, score, step, steps, node, level, status, reason, cause, [text] */
    KRK_OP_REFUSED = 78, /* number: refusal; item, of, about */
    KRK_OP_SAID = 79, /* number: bark; agent, variant */
};

/* Why an item was refused: the number of KRK_OP_REFUSED. */
enum {
    KRK_REFUSED_1 = 1, /* the program has nothing with that number */
    KRK_REFUSED_2 = 2, /* there is no such agent */
    KRK_REFUSED_3 = 3, /* no action with that number is running */
    KRK_REFUSED_4 = 4, /* the arguments do not match the declaration */
    KRK_REFUSED_5 = 5, /* the value is invalid here */
    KRK_REFUSED_6 = 6, /* the symbol is derived from others and cannot be written */
    KRK_REFUSED_7 = 7, /* there is no such object */
    KRK_REFUSED_8 = 8, /* there is no room for another */
    KRK_REFUSED_9 = 9, /* an object has that name already */
    KRK_REFUSED_10 = 10, /* the agent's kind has no brain */
    KRK_REFUSED_11 = 11, /* the queue of orders is full */
    KRK_REFUSED_12 = 12, /* the agent has no such order */
    KRK_REFUSED_13 = 13, /* the agent cannot join or leave that squad, or the squad is full */
    KRK_REFUSED_14 = 14, /* no agent of this program has senses, or there is no room for another percept */
    KRK_REFUSED_15 = 15, /* it exceeds a limit */
    KRK_REFUSED_16 = 16, /* its outcome has already been reported */
};

enum {
    KRK_FAILURE = 3, /* outcomes: the number of KRK_OP_REPORT */
    KRK_SUCCESS = 2
};

/* Writing batches. A batch is memory of the caller; krk_put returns 0 when it is full, and adds nothing then. */
typedef struct krk_batch {
    uint8_t *at;
    size_t length, room; /* bytes */
} krk_batch;

static inline uint64_t krk_little(uint64_t w) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(w);
#else
    return w;
#endif
}

/* Adds an item of count words. */
static inline int krk_put(krk_batch *b, int op, int flags, uint32_t number, const int64_t *words, size_t count) {
    if (count > 65535 || b->room - b->length < 8 * (count + 1)) return 0;
    uint64_t head = krk_little((uint64_t)(uint8_t)op | (uint64_t)(uint8_t)flags << 8 | (uint64_t)count << 16 | (uint64_t)number << 32);
    uint8_t *p = b->at + b->length;
    memcpy(p, &head, 8);
    for (size_t i = 0; i < count; i++) {
        uint64_t w = krk_little((uint64_t)words[i]);
        memcpy(p + 8 + 8 * i, &w, 8);
    }
    b->length += 8 * (count + 1);
    return 1;
}

/* Returns a float as a word. */
static inline int64_t krk_float(double f) {
    int64_t w;
    memcpy(&w, &f, 8);
    return w;
}

/* Adds a write of a symbol without arguments. */
static inline int krk_write(krk_batch *b, uint32_t symbol, int64_t agent, int64_t value) {
    int64_t words[2] = {agent, value};
    return krk_put(b, KRK_OP_WRITE, 0, symbol, words, 2);
}

/* Adds the outcome of an action. */
static inline int krk_report(krk_batch *b, int64_t instance, int outcome) { return krk_put(b, KRK_OP_REPORT, 0, (uint32_t)outcome, &instance, 1); }

/* Adds ticks to make. */
static inline int krk_step(krk_batch *b, uint32_t ticks) { return krk_put(b, KRK_OP_STEP, 0, ticks, NULL, 0); }

/* Adds an item that ends with a text, after count words. */
static inline int krk_put_text(krk_batch *b, int op, uint32_t number, const int64_t *words, size_t count, const char *text, size_t n) {
    size_t more = 1 + n / 8 + (n % 8 != 0), before = b->length;
    if (count > 65535 || more > 65535 - count || b->room - b->length < 8 * (count + more + 1)) return 0;
    krk_put(b, op, 0, number, words, count);
    uint64_t head = krk_little((uint64_t)(uint8_t)op | (uint64_t)(count + more) << 16 | (uint64_t)number << 32), length = krk_little(n);
    memcpy(b->at + before, &head, 8);
    memcpy(b->at + b->length, &length, 8);
    memset(b->at + b->length + 8, 0, 8 * (more - 1));
    if (n > 0) memcpy(b->at + b->length + 8, text, n);
    b->length += 8 * more;
    return 1;
}

/* Reading answers: krk_next reads the item at *at, and moves it on; it returns 0 at the end. */
typedef struct krk_item {
    uint8_t op, flags;
    uint16_t count; /* words */
    uint32_t number;
    const uint8_t *words;
} krk_item;

static inline int krk_next(const uint8_t **at, const uint8_t *end, krk_item *item) {
    uint64_t head;
    if (end - *at < 8) return 0;
    memcpy(&head, *at, 8);
    head = krk_little(head);
    item->op = (uint8_t)head;
    item->flags = (uint8_t)(head >> 8);
    item->count = (uint16_t)(head >> 16);
    item->number = (uint32_t)(head >> 32);
    item->words = *at + 8;
    if ((size_t)(end - item->words) < (size_t)item->count * 8) return 0;
    *at = item->words + (size_t)item->count * 8;
    return 1;
}

/* Returns a word of an item; 0 beyond its end. */
static inline int64_t krk_word(const krk_item *item, size_t i) {
    uint64_t w = 0;
    if (i < item->count) memcpy(&w, item->words + 8 * i, 8);
    return (int64_t)krk_little(w);
}

/* The same as a float. */
static inline double krk_word_float(const krk_item *item, size_t i) {
    double f;
    int64_t w = krk_word(item, i);
    memcpy(&f, &w, 8);
    return f;
}

typedef struct krk_vec2 {
    double x, y;
} krk_vec2;

/* Two words as a vector. */
static inline krk_vec2 krk_word_vec2(const krk_item *item, size_t i) {
    krk_vec2 v = {krk_word_float(item, i), krk_word_float(item, i + 1)};
    return v;
}

#ifdef __cplusplus
}
#endif
#endif
