/* player.c plays a recorded game by the C library, and says what each round took, in nanoseconds. Arguments: the program, the options, the rounds. With -writes it
 * says what a write in a batch and an empty exchange take: the number of the symbol follows. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "karakuri.h"

static char *slurp(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) exit(3);
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    char *b = malloc(*n + 1);
    if (fread(b, 1, *n, f) != *n) exit(3);
    b[*n] = 0;
    fclose(f);
    return b;
}

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void failed(const char *what) {
    char text[300] = "";
    krk_error(text, sizeof text);
    printf("%s: %s\n", what, text);
    exit(1);
}

static void writes(krk_handle session, uint32_t symbol) {
    enum { agents = 1000, rounds = 300 };
    static uint8_t room[8 * 4 * agents];
    static int64_t ids[agents];
    krk_batch b = {room, 0, sizeof room};
    const uint8_t *out;
    size_t n;
    krk_item item;
    int count = 0;
    for (int i = 0; i < agents; i++) {
        int64_t ref = i;
        krk_put(&b, KRK_OP_SPAWN, 0, 0, &ref, 1);
    }
    if (krk_exchange(session, b.at, b.length, &out, &n) != KRK_OK) failed("spawn");
    for (const uint8_t *at = out; krk_next(&at, out + n, &item);)
        if (item.op == KRK_OP_SPAWNED) ids[count++] = krk_word(&item, 1);
    if (count != agents) failed("spawned");
    int64_t best = INT64_MAX, call = INT64_MAX;
    for (int k = 0; k < 10; k++) {
        int64_t took = 0;
        for (int r = 0; r < rounds; r++) {
            int64_t began = now();
            b.length = 0;
            for (int i = 0; i < agents; i++) krk_write(&b, symbol, ids[i], r & 63);
            if (krk_exchange(session, b.at, b.length, &out, &n) != KRK_OK || n != 0) failed("write");
            took += now() - began;
            if (r % 100 == 0) {
                b.length = 0;
                krk_step(&b, 1);
                krk_exchange(session, b.at, b.length, &out, &n);
            }
        }
        if (took < best) best = took;
        int64_t began = now();
        for (int r = 0; r < 100000; r++) krk_exchange(session, NULL, 0, &out, &n);
        took = now() - began;
        if (took < call) call = took;
    }
    printf("%.1f\n%.1f\n", (double)best / agents / rounds, (double)call / 100000);
}

int main(int argc, char **argv) {
    size_t text_n, options_n, n = 0;
    if (argc < 4) return 2;
    char *text = slurp(argv[1], &text_n), *options = slurp(argv[2], &options_n), *rounds = NULL;
    krk_handle program = 0, session = 0;
    if (krk_program_load_text("it.krk", text, text_n, &program) != KRK_OK) failed("load");
    if (krk_session_new(program, options, &session) != KRK_OK) failed("session");
    if (strcmp(argv[3], "-writes") == 0) {
        writes(session, (uint32_t)atoi(argv[4]));
        return 0;
    }
    rounds = slurp(argv[3], &n);
    for (const char *p = rounds; p < rounds + n;) {
        uint32_t in, want;
        memcpy(&in, p, 4);
        const char *batch = p + 4;
        memcpy(&want, batch + in, 4);
        const char *answer = batch + in + 4;
        const uint8_t *out;
        size_t got;
        int64_t began = now();
        krk_code code = krk_exchange(session, (const uint8_t *)batch, in, &out, &got);
        int64_t took = now() - began;
        if (code != KRK_OK || got != want || memcmp(out, answer, want) != 0) failed("an answer differs");
        printf("%lld\n", (long long)took);
        p = answer + want;
    }
    return 0;
}
