// karakuri.hpp: the engine for C++17, header-only, over karakuri.h. Programs and sessions free themselves; errors are exceptions.
#ifndef KARAKURI_HPP
#define KARAKURI_HPP

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "karakuri.h"

namespace karakuri {

// A vec2 of a program.
struct Vec2 {
    double x, y;
};

// An error of the engine.
class Error : public std::runtime_error {
public:
    Error(krk_code code, const std::string &text) : std::runtime_error(text), code_(code) {}
    krk_code code() const noexcept { return code_; }

private:
    krk_code code_;
};

inline void check(krk_code code) {
    if (code == KRK_OK) return;
    std::string text(krk_error(nullptr, 0) + 1, '\0');
    krk_error(text.data(), text.size());
    text.pop_back();
    throw Error(code, text);
}

// A handle that is freed once. It can be moved, not copied.
class Owner {
public:
    Owner() = default;
    Owner(Owner &&o) noexcept : handle_(std::exchange(o.handle_, 0)) {}
    Owner &operator=(Owner &&o) noexcept {
        std::swap(handle_, o.handle_);
        return *this;
    }
    Owner(const Owner &) = delete;
    Owner &operator=(const Owner &) = delete;
    ~Owner() {
        if (handle_ != 0) krk_free(handle_);
    }
    krk_handle handle() const noexcept { return handle_; }

protected:
    krk_handle handle_ = 0;
};

// A program: immutable, for any number of sessions.
class Program : public Owner {
public:
    static Program load(const std::string &path) {
        Program p;
        check(krk_program_load(path.c_str(), &p.handle_));
        return p;
    }
    // Loads a text that imports nothing.
    static Program parse(const std::string &text, const char *name = "program.krk") {
        Program p;
        check(krk_program_load_text(name, text.data(), text.size(), &p.handle_));
        return p;
    }
    // Returns the manifest as JSON.
    std::string manifest() const {
        size_t n = 0;
        krk_code code = krk_program_manifest(handle_, nullptr, 0, &n);
        if (code != KRK_SHORT) check(code);
        std::string text(n, '\0');
        check(krk_program_manifest(handle_, text.data(), text.size(), &n));
        return text;
    }
};

// What the game says. It grows as needed.
class Batch {
public:
    // Adds an item. Where it throws, the batch is as before.
    Batch &add(int op, uint32_t number, const int64_t *words, size_t count, int flags = 0) {
        if (count > 65535) throw std::length_error("karakuri: an item of more than 65535 words");
        krk_batch b = room(8 * (count + 1));
        krk_put(&b, op, flags, number, words, count);
        length_ = b.length;
        return *this;
    }
    Batch &add(int op, uint32_t number = 0, std::initializer_list<int64_t> words = {}, int flags = 0) { return add(op, number, words.begin(), words.size(), flags); }
    // Adds an item that ends with a text.
    Batch &text(int op, uint32_t number, const std::string &text, std::initializer_list<int64_t> words = {}) {
        if (text.size() > 8 * 65535 || words.size() + 1 + (text.size() + 7) / 8 > 65535) throw std::length_error("karakuri: an item of more than 65535 words");
        krk_batch b = room(8 * (words.size() + 3) + text.size());
        krk_put_text(&b, op, number, words.begin(), words.size(), text.data(), text.size());
        length_ = b.length;
        return *this;
    }
    Batch &write(uint32_t symbol, int64_t agent, int64_t value) { return add(KRK_OP_WRITE, symbol, {agent, value}); }
    Batch &report(int64_t instance, int outcome) { return add(KRK_OP_REPORT, static_cast<uint32_t>(outcome), {instance}); }
    Batch &step(uint32_t ticks = 1) { return add(KRK_OP_STEP, ticks); }
    void clear() noexcept { length_ = 0; }
    const uint8_t *data() const noexcept { return bytes_.data(); }
    size_t size() const noexcept { return length_; }

private:
    krk_batch room(size_t more) {
        if (bytes_.size() < length_ + more) bytes_.resize(2 * (length_ + more));
        return {bytes_.data(), length_, bytes_.size()};
    }
    std::vector<uint8_t> bytes_;
    size_t length_ = 0;
};

// What a session answers: a range of krk_item, good until the session's next exchange.
class Answer {
public:
    class Iterator {
    public:
        Iterator(const uint8_t *at, const uint8_t *end) : at_(at), end_(end) { ++*this; }
        const krk_item &operator*() const noexcept { return item_; }
        const krk_item *operator->() const noexcept { return &item_; }
        Iterator &operator++() {
            more_ = at_ != nullptr && krk_next(&at_, end_, &item_) != 0;
            return *this;
        }
        bool operator!=(const Iterator &o) const noexcept { return more_ != o.more_; }

    private:
        const uint8_t *at_, *end_;
        krk_item item_{};
        bool more_ = false;
    };
    Answer(const uint8_t *data, size_t size) : data_(data), size_(size) {}
    Iterator begin() const { return {data_, data_ + size_}; }
    Iterator end() const { return {nullptr, nullptr}; }
    const uint8_t *data() const noexcept { return data_; }
    size_t size() const noexcept { return size_; }

private:
    const uint8_t *data_;
    size_t size_;
};

// A crowd whose actions the game carries out. Call it from one thread at a time.
class Session : public Owner {
public:
    explicit Session(const Program &p, const std::string &options = "") { check(krk_session_new(p.handle(), options.c_str(), &handle_)); }
    Session(const Program &p, const std::string &options, const std::vector<uint8_t> &snapshot) {
        check(krk_session_restore(p.handle(), options.c_str(), snapshot.data(), snapshot.size(), &handle_));
    }
    Answer exchange(const uint8_t *batch, size_t n) {
        const uint8_t *out = nullptr;
        size_t length = 0;
        check(krk_exchange(handle_, batch, n, &out, &length));
        return {out, length};
    }
    Answer exchange(const Batch &b) { return exchange(b.data(), b.size()); }
    std::vector<uint8_t> snapshot() const {
        size_t n = 0;
        krk_code code = krk_snapshot(handle_, nullptr, 0, &n);
        if (code != KRK_SHORT) check(code);
        std::vector<uint8_t> b(n);
        check(krk_snapshot(handle_, b.data(), b.size(), &n));
        return b;
    }
    void rollback(const std::vector<uint8_t> &snapshot) { check(krk_rollback(handle_, snapshot.data(), snapshot.size())); }
    void reload(const Program &p) { check(krk_reload(handle_, p.handle())); }
    // Writes the run to a trace from now on; an empty path ends it.
    void record(const std::string &path) { check(krk_record(handle_, path.c_str())); }
};

}  // namespace karakuri
#endif
