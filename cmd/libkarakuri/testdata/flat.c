/* flat.c: a session of so many ticks, in which agents come and go, actions start and end in each tick, and other sessions come and go beside it. Memory, threads and
 * open files after a tenth of the ticks must be those at the end. Argument: the number of ticks. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "karakuri.h"

static const char text[] = "state agent { sensed note: int 0..63 }\naction lift uses hands\ntree exercise { repeat { lift } }\nagent recruit { tree exercise }\n";

/* A field of /proc/self/status, in its unit. */
static long status(const char *field) {
    char line[256];
    long value = -1;
    FILE *f = fopen("/proc/self/status", "r");
    if (!f) return -1;
    while (fgets(line, sizeof line, f))
        if (strncmp(line, field, strlen(field)) == 0) value = atol(line + strlen(field) + 1);
    fclose(f);
    return value;
}

static int open_files(void) {
    int n = 0;
    DIR *d = opendir("/proc/self/fd");
    if (!d) return -1;
    while (readdir(d)) n++;
    closedir(d);
    return n;
}

static void failed(const char *what) {
    char why[300] = "";
    krk_error(why, sizeof why);
    printf("%s: %s\n", what, why);
    exit(1);
}

/* A session that comes and goes, by way of a snapshot. */
static void beside(krk_handle program) {
    krk_handle session, twin;
    uint8_t room[256], *saved;
    krk_batch b = {room, 0, sizeof room};
    const uint8_t *out;
    int64_t ref = 1;
    size_t n;
    if (krk_session_new(program, NULL, &session) != KRK_OK) failed("a session");
    krk_put(&b, KRK_OP_SPAWN, 0, 0, &ref, 1);
    krk_step(&b, 1);
    if (krk_exchange(session, b.at, b.length, &out, &n) != KRK_OK) failed("an exchange");
    if (krk_snapshot(session, NULL, 0, &n) != KRK_SHORT) failed("the length of a snapshot");
    saved = malloc(n);
    if (krk_snapshot(session, saved, n, &n) != KRK_OK) failed("a snapshot");
    if (krk_session_restore(program, NULL, saved, n, &twin) != KRK_OK) failed("a session from it");
    free(saved);
    if (krk_free(twin) != KRK_OK || krk_free(session) != KRK_OK) failed("freeing");
}

int main(int argc, char **argv) {
    enum { agents = 50, most = 4096 };
    long ticks = argc > 1 ? atol(argv[1]) : 20000, memory = 0, threads = 0;
    int files = 0;
    static uint8_t room[64 * most];
    static int64_t running[most], who[agents];
    krk_batch b = {room, 0, sizeof room};
    krk_handle program, session;
    int doing = 0, here = 0;
    if (krk_program_load_text("it.krk", text, sizeof text - 1, &program) != KRK_OK) failed("load");
    if (krk_session_new(program, NULL, &session) != KRK_OK) failed("session");
    for (long tick = 0; tick < ticks; tick++) {
        const uint8_t *out;
        size_t n;
        krk_item item;
        int64_t ref = 0;
        b.length = 0;
        for (int i = 0; i < doing; i++) krk_put(&b, KRK_OP_REPORT, 0, 2, &running[i], 1);
        for (int i = 0; i < here; i++) krk_write(&b, 0, who[i], tick & 63);
        if (tick % 10 == 9 && here > 0) krk_put(&b, KRK_OP_REMOVE, 0, 0, &who[--here], 1);
        for (int i = here; i < agents; i++) krk_put(&b, KRK_OP_SPAWN, 0, 0, &ref, 1);
        krk_step(&b, 1);
        if (krk_exchange(session, b.at, b.length, &out, &n) != KRK_OK) failed("exchange");
        doing = 0;
        for (const uint8_t *at = out; krk_next(&at, out + n, &item);) {
            if (item.op == KRK_OP_START && doing < most) running[doing++] = krk_word(&item, 0);
            if (item.op == KRK_OP_SPAWNED && here < agents) who[here++] = krk_word(&item, 1);
        }
        if (tick % 1000 == 0) beside(program);
        if (tick == ticks / 10) memory = status("VmRSS:"), threads = status("Threads:"), files = open_files();
    }
    printf("%ld ticks: %ld kB after a tenth, %ld kB at the end; %ld and %ld threads; %d and %d files\n", ticks, memory, status("VmRSS:"), threads, status("Threads:"), files,
           open_files());
    if (doing == 0 || here != agents) failed("nobody acts");
    /* Go's collector and its poller may begin later than after a tenth: an eighth, two threads and two files are their leeway. */
    if (status("VmRSS:") > memory + memory / 8 || status("Threads:") > threads + 2 || open_files() > files + 2) return 1;
    printf("all is well\n");
    return 0;
}
