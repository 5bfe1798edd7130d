/* leaks.c: a short life of a session, for valgrind. Arguments as of abi_test.c. */
#include <stdio.h>
#include <stdlib.h>

#include "karakuri.h"

int main(int argc, char **argv) {
    krk_handle program, session;
    uint8_t room[256];
    krk_batch b = {room, 0, sizeof room};
    const uint8_t *out;
    size_t n;
    int64_t ref = 1;
    if (argc < 2 || krk_program_load(argv[1], &program) != KRK_OK) return 1;
    if (krk_program_load_text("a.krk", "agent {", 7, &session) != KRK_BAD_PROGRAM) return 1;
    for (int i = 0; i < 3; i++) {
        if (krk_session_new(program, NULL, &session) != KRK_OK) return 1;
        b.length = 0;
        krk_put(&b, KRK_OP_SPAWN, 0, 0, &ref, 1);
        krk_step(&b, 20);
        if (krk_exchange(session, b.at, b.length, &out, &n) != KRK_OK || n == 0) return 1;
        uint8_t sum = 0;
        for (size_t k = 0; k < n; k++) sum ^= out[k];
        printf("%zu bytes, %d\n", n, sum);
        if (i < 2 && krk_free(session) != KRK_OK) return 1;
    }
    if (krk_reset() != KRK_OK) return 1;
    printf("all is well\n");
    return 0;
}
