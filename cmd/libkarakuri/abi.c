//go:build libkarakuri

// What C programs call. It answers by itself what must not reach the Go runtime: null pointers, and calls in a process that was forked, in which that runtime does not live.

#include <stdlib.h>
#include <string.h>

#define KRK_BUILD
#include "karakuri.h"
#include "_cgo_export.h"

#ifndef _WIN32
#include <pthread.h>
#endif

#define KRK_TEXT 8192

// The text of the last error of a thread: in memory of its own, since a library that is loaded late has little room for what belongs to threads. It is freed with the thread.
static _Thread_local char *krk_text;
static volatile int krk_forked;
#ifndef _WIN32
static pthread_key_t krk_key;
#endif

static void krk_note(const char *text) {
    size_t n = strlen(text);
    if (!krk_text) {
        if (n == 0 || !(krk_text = malloc(KRK_TEXT))) return;
#ifndef _WIN32
        pthread_setspecific(krk_key, krk_text);
#endif
    }
    if (n >= KRK_TEXT) { // the text goes on: it ends with dots, at a whole character
        n = KRK_TEXT - 4;
        while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80) n--;
        memcpy(krk_text, text, n);
        memcpy(krk_text + n, "...", 4);
        return;
    }
    memcpy(krk_text, text, n + 1);
}

static krk_code krk_done(int32_t code, char *text) {
    krk_note(text ? text : "");
    free(text);
    return (krk_code)code;
}

static krk_code krk_refuse(krk_code code, const char *text) {
    krk_note(text);
    return code;
}

#ifndef _WIN32
static void krk_child(void) { krk_forked = 1; }

__attribute__((constructor)) static void krk_loaded(void) {
    pthread_key_create(&krk_key, free);
    pthread_atfork(NULL, NULL, krk_child);
}
#endif

#define KRK_LIVING \
    if (krk_forked) return krk_refuse(KRK_FORKED, "the process was forked after the library was loaded: the engine does not live in the child; load it there, after exec")
#define KRK_GIVEN(p) \
    if (!(p)) return krk_refuse(KRK_NULL, "the argument " #p " is null")
#define KRK_BYTES(p, n) \
    if (!(p) && (n) > 0) return krk_refuse(KRK_NULL, "the argument " #p " is null, and its length is not 0")

size_t krk_error(char *buf, size_t room) {
    const char *text = krk_text ? krk_text : "";
    size_t n = strlen(text);
    if (buf && room > 0) {
        size_t m = n < room ? n : room - 1;
        memcpy(buf, text, m);
        buf[m] = 0;
    }
    return n;
}

int32_t krk_protocol(void) { return krk_forked ? 0 : krkgo_protocol(); }

krk_code krk_program_load(const char *path, krk_handle *program) {
    char *text = NULL;
    KRK_LIVING;
    KRK_GIVEN(path);
    KRK_GIVEN(program);
    int32_t code = krkgo_load((char *)path, program, &text); // before text is read
    return krk_done(code, text);
}

krk_code krk_program_load_text(const char *name, const char *src, size_t n, krk_handle *program) {
    char *text = NULL;
    KRK_LIVING;
    KRK_BYTES(src, n);
    KRK_GIVEN(program);
    int32_t code = krkgo_load_text((char *)name, (uint8_t *)src, n, program, &text); // before text is read
    return krk_done(code, text);
}

krk_code krk_program_manifest(krk_handle program, char *buf, size_t room, size_t *length) {
    char *text = NULL;
    KRK_LIVING;
    KRK_BYTES(buf, room);
    KRK_GIVEN(length);
    int32_t code = krkgo_manifest(program, (uint8_t *)buf, room, length, &text); // before text is read
    return krk_done(code, text);
}

krk_code krk_session_new(krk_handle program, const char *options, krk_handle *session) {
    char *text = NULL;
    KRK_LIVING;
    KRK_GIVEN(session);
    int32_t code = krkgo_new(program, (char *)(options ? options : ""), session, &text); // before text is read
    return krk_done(code, text);
}

krk_code krk_session_restore(krk_handle program, const char *options, const uint8_t *snapshot, size_t n, krk_handle *session) {
    char *text = NULL;
    KRK_LIVING;
    KRK_BYTES(snapshot, n);
    KRK_GIVEN(session);
    int32_t code = krkgo_restore(program, (char *)(options ? options : ""), (uint8_t *)snapshot, n, session, &text); // before text is read
    return krk_done(code, text);
}

krk_code krk_exchange(krk_handle session, const uint8_t *in, size_t n, const uint8_t **out, size_t *length) {
    char *text = NULL;
    KRK_LIVING;
    KRK_BYTES(in, n);
    KRK_GIVEN(out);
    KRK_GIVEN(length);
    *out = NULL;
    *length = 0;
    int32_t code = krkgo_exchange(session, (uint8_t *)in, n, (uint8_t **)out, length, &text);
    if (code == KRK_OK) return KRK_OK; // the text of the last error stays: setting it would cost each exchange
    return krk_done(code, text);
}

krk_code krk_snapshot(krk_handle session, uint8_t *buf, size_t room, size_t *length) {
    char *text = NULL;
    KRK_LIVING;
    KRK_BYTES(buf, room);
    KRK_GIVEN(length);
    int32_t code = krkgo_snapshot(session, buf, room, length, &text); // before text is read
    return krk_done(code, text);
}

krk_code krk_rollback(krk_handle session, const uint8_t *snapshot, size_t n) {
    char *text = NULL;
    KRK_LIVING;
    KRK_BYTES(snapshot, n);
    int32_t code = krkgo_rollback(session, (uint8_t *)snapshot, n, &text); // before text is read
    return krk_done(code, text);
}

krk_code krk_reload(krk_handle session, krk_handle program) {
    char *text = NULL;
    KRK_LIVING;
    int32_t code = krkgo_reload(session, program, &text); // before text is read
    return krk_done(code, text);
}

krk_code krk_record(krk_handle session, const char *path) {
    char *text = NULL;
    KRK_LIVING;
    int32_t code = krkgo_record(session, (char *)(path ? path : ""), &text); // before text is read
    return krk_done(code, text);
}

krk_code krk_free(krk_handle handle) {
    char *text = NULL;
    KRK_LIVING;
    int32_t code = krkgo_free(handle, &text); // before text is read
    return krk_done(code, text);
}

krk_code krk_reset(void) {
    char *text = NULL;
    KRK_LIVING;
    int32_t code = krkgo_reset(&text); // before text is read
    return krk_done(code, text);
}
