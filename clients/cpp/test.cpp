// Plays the recorded exchange, and misuses the library. Arguments: program, options, rounds.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

#include "karakuri.hpp"

static int failures;

static void expect(bool ok, const char *what) {
    if (!ok) {
        std::printf("failed: %s\n", what);
        failures++;
    }
}

template <class F>
static void fails(krk_code code, F f, const char *what) {
    try {
        f();
    } catch (const karakuri::Error &e) {
        expect(e.code() == code && std::strlen(e.what()) > 0, what);
        return;
    }
    expect(false, what);
}

static std::string slurp(const char *path) {
    std::ifstream f(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(f), {}};
}

static int replay(karakuri::Session &s, const std::string &rounds) {
    int n = 0;
    size_t at = 0;
    auto part = [&](const uint8_t *&data) {
        uint32_t length = 0;
        for (int i = 3; i >= 0; i--) length = length << 8 | static_cast<uint8_t>(rounds[at + i]);
        data = reinterpret_cast<const uint8_t *>(rounds.data()) + at + 4;
        at += 4 + length;
        return length;
    };
    for (; at < rounds.size(); n++) {
        const uint8_t *in, *want;
        size_t in_n = part(in), want_n = part(want);
        karakuri::Answer got = s.exchange(in, in_n);
        if (got.size() != want_n || std::memcmp(got.data(), want, want_n) != 0) return -1;
    }
    return n;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    auto program = karakuri::Program::load(argv[1]);
    std::string options = slurp(argv[2]), rounds = slurp(argv[3]);
    expect(program.manifest().find("\"villager\"") != std::string::npos, "manifest");
    karakuri::Session s(program, options);
    expect(replay(s, rounds) > 0, "replay");
    auto snapshot = s.snapshot();
    karakuri::Session twin(program, options, snapshot);
    s.rollback(snapshot);
    int restored = 0;
    for (const krk_item &item : twin.exchange(karakuri::Batch())) {
        expect(item.op == KRK_OP_RESTORED, "the first answer");
        restored++;
    }
    expect(restored > 0, "restored");
    karakuri::Session moved = std::move(twin);
    expect(twin.handle() == 0, "moved");
    fails(KRK_BAD_HANDLE, [&] { twin.exchange(karakuri::Batch()); }, "a session that was moved away");
    fails(KRK_BAD_PROGRAM, [] { karakuri::Program::parse("agent {"); }, "mistakes");
    fails(KRK_BAD_OPTIONS, [&] { karakuri::Session(program, "{"); }, "options");
    fails(KRK_BAD_BATCH, [&] { s.exchange(reinterpret_cast<const uint8_t *>("123"), 3); }, "a damaged batch");
    fails(KRK_BAD_SNAPSHOT, [&] { s.rollback({1, 2, 3}); }, "a damaged snapshot");
    karakuri::Batch b;
    b.text(KRK_OP_OBJECT, 1, "a crate", {5}).add(KRK_OP_SPAWN, 0, {1}).step();
    int ops = 0;
    for (const krk_item &item : s.exchange(b)) ops += item.op == KRK_OP_ADDED || item.op == KRK_OP_SPAWNED || item.op == KRK_OP_TICK;
    expect(ops == 3, "answers");
    karakuri::Batch kept;
    kept.step();
    std::vector<int64_t> many(65536);
    for (auto add : {+[](karakuri::Batch &b, std::vector<int64_t> &w) { b.add(KRK_OP_WALLS, 0, w.data(), w.size()); },
                     +[](karakuri::Batch &b, std::vector<int64_t> &) { b.text(KRK_OP_OBJECT, 0, std::string(8 * 65533 + 1, 'a'), {1}); }}) {
        bool thrown = false;
        try {
            add(kept, many);
        } catch (const std::length_error &) {
            thrown = true;
        }
        expect(thrown && kept.size() == 8, "an item that is too long");
    }
    kept.text(KRK_OP_OBJECT, 0, std::string(8 * 65533, 'a'), {1});
    expect(kept.size() == 8 + 8 * 65536, "the longest item");
    int counts[3] = {};
    std::vector<std::thread> threads;
    for (int &count : counts)
        threads.emplace_back([&] {
            karakuri::Session own(program, options);
            count = replay(own, rounds);
        });
    for (auto &t : threads) t.join();
    for (int count : counts) expect(count > 0, "threads");
    std::printf(failures ? "%d checks failed\n" : "all is well\n", failures);
    return failures != 0;
}
