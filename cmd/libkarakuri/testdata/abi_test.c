/* abi_test.c: the C ABI as C programs use and misuse it. Arguments: the program, the options and the recorded exchange that internal/tools/clients writes. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "karakuri.h"

static int failures;

#define CHECK(cond)                                                        \
    do {                                                                   \
        if (!(cond)) {                                                     \
            char text[300];                                                \
            krk_error(text, sizeof text);                                  \
            printf("%s:%d: %s (%s)\n", __FILE__, __LINE__, #cond, text);   \
            failures++;                                                    \
        }                                                                  \
    } while (0)

static char *slurp(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) {
        printf("cannot open %s\n", path);
        exit(1);
    }
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    char *b = malloc(*n + 1);
    if (fread(b, 1, *n, f) != *n) exit(1);
    b[*n] = 0;
    fclose(f);
    return b;
}

static uint32_t length_at(const char *p) {
    const uint8_t *u = (const uint8_t *)p;
    return (uint32_t)u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 | (uint32_t)u[3] << 24;
}

/* Plays what was recorded, and compares each answer. Half-way the session goes on from a snapshot in one more session, which must say the same. */
static int replay(krk_handle session, const char *rounds, size_t n) {
    int count = 0;
    for (const char *p = rounds; p < rounds + n; count++) {
        uint32_t in = length_at(p);
        const char *batch = p + 4;
        uint32_t want = length_at(batch + in);
        const char *answer = batch + in + 4;
        const uint8_t *out;
        size_t got;
        krk_code code = krk_exchange(session, (const uint8_t *)batch, in, &out, &got);
        if (code != KRK_OK || got != want || memcmp(out, answer, want) != 0) {
            printf("round %d: code %d, %zu bytes, want %u\n", count, code, got, want);
            return -1;
        }
        p = answer + want;
    }
    return count;
}

struct player {
    krk_handle program;
    const char *options, *rounds;
    size_t n;
    int count;
};

static void *play(void *arg) {
    struct player *p = arg;
    krk_handle s;
    if (krk_session_new(p->program, p->options, &s) != KRK_OK) return NULL;
    p->count = replay(s, p->rounds, p->n);
    krk_free(s);
    return NULL;
}

static krk_handle contested;
static int busy, other, stop;

static void *contend(void *arg) {
    uint8_t room[64];
    krk_batch b = {room, 0, sizeof room};
    (void)arg;
    krk_step(&b, 50);
    for (int i = 0; i < 200 && !__atomic_load_n(&stop, __ATOMIC_RELAXED); i++) {
        const uint8_t *out;
        size_t n;
        krk_code code = krk_exchange(contested, b.at, b.length, &out, &n);
        if (code == KRK_BUSY) __atomic_add_fetch(&busy, 1, __ATOMIC_RELAXED);
        else if (code != KRK_OK) __atomic_add_fetch(&other, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

static void misuse(krk_handle program, krk_handle session) {
    const uint8_t *out;
    size_t n;
    krk_handle h;
    char text[8];
    uint8_t batch[16] = {9, 0, 200, 0};
    CHECK(krk_program_load(NULL, &h) == KRK_NULL);
    CHECK(krk_program_load("no/such/file.krk", &h) == KRK_BAD_PROGRAM);
    CHECK(krk_program_load_text(NULL, "agent {", 7, &h) == KRK_BAD_PROGRAM);
    CHECK(krk_error(text, sizeof text) > 8 && strlen(text) == 7);
    CHECK(krk_error(NULL, 0) > 8);
    CHECK(krk_program_load_text(NULL, NULL, 3, &h) == KRK_NULL);
    CHECK(krk_session_new(program, "{\"tps\": -1}", &h) == KRK_BAD_OPTIONS);
    CHECK(krk_session_new(program, NULL, NULL) == KRK_NULL);
    CHECK(krk_session_new(session, NULL, &h) == KRK_BAD_HANDLE);
    CHECK(krk_session_new(0, NULL, &h) == KRK_BAD_HANDLE);
    CHECK(krk_exchange(0, NULL, 0, &out, &n) == KRK_BAD_HANDLE && out == NULL && n == 0);
    CHECK(krk_exchange(session, NULL, 8, &out, &n) == KRK_NULL);
    CHECK(krk_exchange(session, batch, 0, NULL, &n) == KRK_NULL);
    CHECK(krk_exchange(session, batch, 0, &out, NULL) == KRK_NULL);
    CHECK(krk_exchange(session, batch, sizeof batch, &out, &n) == KRK_BAD_BATCH);
    CHECK(krk_exchange(session, batch, 3, &out, &n) == KRK_BAD_BATCH);
    CHECK(krk_exchange(session, NULL, 0, &out, &n) == KRK_OK && n == 0);
    CHECK(krk_exchange(~(krk_handle)0, NULL, 0, &out, &n) == KRK_BAD_HANDLE);
    CHECK(krk_program_manifest(program, text, sizeof text, &n) == KRK_SHORT && n > 1000);
    CHECK(krk_program_manifest(program, NULL, 5, &n) == KRK_NULL);
    CHECK(krk_program_manifest(program, NULL, 0, &n) == KRK_SHORT);
    char *whole = malloc(n);
    CHECK(krk_program_manifest(program, whole, n, &n) == KRK_OK && whole[0] == '{');
    free(whole);
    CHECK(krk_snapshot(session, NULL, 0, &n) == KRK_SHORT && n > 100);
    CHECK(krk_rollback(session, batch, sizeof batch) == KRK_BAD_SNAPSHOT);
    CHECK(krk_record(session, "/no/such/folder/a.ktrace") == KRK_BAD_FILE);
    CHECK(krk_reload(session, session) == KRK_BAD_HANDLE);
    CHECK(krk_free(0) == KRK_BAD_HANDLE);
}

/* An item that does not fit leaves the batch as it was. */
static void full(void) {
    uint8_t room[40] = {0};
    int64_t words[4] = {1, 2, 3, 4};
    krk_batch b = {room, 0, sizeof room - 8};
    static const char text[8 * 65536] = {'a'};
    static uint8_t large[8 * 65537];
    CHECK(krk_step(&b, 1) && b.length == 8);
    CHECK(!krk_put(&b, KRK_OP_WRITE, 0, 0, words, 3) && b.length == 8);
    CHECK(!krk_put(&b, KRK_OP_WRITE, 0, 0, words, 65536) && b.length == 8);
    CHECK(!krk_put(&b, KRK_OP_WRITE, 0, 0, words, (size_t)-1) && b.length == 8);
    CHECK(!krk_put_text(&b, KRK_OP_OBJECT, 0, words, 1, text, 9) && b.length == 8);
    CHECK(!krk_put_text(&b, KRK_OP_OBJECT, 0, words, 1, text, (size_t)-1) && b.length == 8);
    CHECK(!krk_put_text(&b, KRK_OP_OBJECT, 0, words, (size_t)-1, text, 1) && b.length == 8);
    CHECK(room[8] == 0 && room[39] == 0);
    CHECK(krk_put_text(&b, KRK_OP_OBJECT, 0, NULL, 0, text, 8) && b.length == 32);
    b = (krk_batch){large, 0, sizeof large};
    CHECK(!krk_put_text(&b, KRK_OP_OBJECT, 0, words, 1, text, 8 * 65533 + 1) && b.length == 0);
    CHECK(krk_put_text(&b, KRK_OP_OBJECT, 0, words, 1, text, 8 * 65533) && b.length == 8 * 65536);
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    size_t n, options_n, rounds_n;
    char *options = slurp(argv[2], &options_n), *rounds = slurp(argv[3], &rounds_n);
    krk_handle program = 0, session = 0;
    CHECK(krk_protocol() == KRK_PROTOCOL);
    CHECK(krk_program_load(argv[1], &program) == KRK_OK);
    CHECK(krk_session_new(program, options, &session) == KRK_OK);
    full();
    misuse(program, session);
    CHECK(replay(session, rounds, rounds_n) > 0);

    /* A snapshot restored says the same bytes again. */
    CHECK(krk_snapshot(session, NULL, 0, &n) == KRK_SHORT);
    uint8_t *snapshot = malloc(n);
    CHECK(krk_snapshot(session, snapshot, n, &n) == KRK_OK);
    krk_handle twin;
    CHECK(krk_session_restore(program, options, snapshot, n, &twin) == KRK_OK);
    CHECK(krk_rollback(session, snapshot, n) == KRK_OK);
    free(snapshot);
    CHECK(krk_free(twin) == KRK_OK);
    CHECK(krk_free(twin) == KRK_BAD_HANDLE);

    /* Several threads, each with a session of its own. */
    struct player players[4];
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        players[i] = (struct player){program, options, rounds, rounds_n, 0};
        pthread_create(&threads[i], NULL, play, &players[i]);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        CHECK(players[i].count > 0);
    }

    /* Several threads at one session: each call is carried out, or refused as busy. */
    contested = session;
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, contend, NULL);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    CHECK(other == 0);
    printf("%d calls were refused as busy\n", busy);

    /* A child of fork is refused, and does not hang. */
    pid_t child = fork();
    if (child == 0) {
        const uint8_t *out;
        size_t m;
        krk_handle h;
        _exit(krk_exchange(session, NULL, 0, &out, &m) == KRK_FORKED && krk_session_new(program, NULL, &h) == KRK_FORKED && krk_reset() == KRK_FORKED &&
                      krk_error(NULL, 0) > 10
                  ? 0
                  : 1);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);

    /* After a reset the old handles are refused, and new ones work. */
    CHECK(krk_reset() == KRK_OK);
    const uint8_t *out;
    CHECK(krk_exchange(session, NULL, 0, &out, &n) == KRK_BAD_HANDLE);
    CHECK(krk_program_load(argv[1], &program) == KRK_OK);
    CHECK(krk_session_new(program, options, &session) == KRK_OK);
    CHECK(replay(session, rounds, rounds_n) > 0);
    CHECK(krk_reset() == KRK_OK);
    free(options);
    free(rounds);
    printf(failures ? "%d checks failed\n" : "all is well\n", failures);
    return failures != 0;
}
