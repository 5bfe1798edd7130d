// Names of meal.krk. Made by: karakuri generate cpp meal.krk
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "karakuri.hpp"

namespace karakuri::names::meal {

// The hash of the manifest: compare it with that of Program::manifest.
constexpr char manifest_hash[] = "1a87158d7a922546";

// The enum place.
enum class Place : int64_t { home, shop, office };

// What the game writes and reads.
namespace symbols {
// hungry: bool, of the agent
struct hungry {
    static constexpr uint32_t number = 0;
    static void write(Batch &batch, int64_t agent, bool value) { batch.add(KRK_OP_WRITE, number, {agent, value}); }
    // Asks for it: the answer repeats the reference, and value takes it from the item that answers.
    static void read(Batch &batch, int64_t reference, int64_t agent) { batch.add(KRK_OP_READ, number, {reference, agent}); }
    static bool value(const krk_item &item) { return krk_word(&item, 1) != 0; }
};

// has_meal: bool, of the agent
struct has_meal {
    static constexpr uint32_t number = 1;
    static void write(Batch &batch, int64_t agent, bool value) { batch.add(KRK_OP_WRITE, number, {agent, value}); }
    // Asks for it: the answer repeats the reference, and value takes it from the item that answers.
    static void read(Batch &batch, int64_t reference, int64_t agent) { batch.add(KRK_OP_READ, number, {reference, agent}); }
    static bool value(const krk_item &item) { return krk_word(&item, 1) != 0; }
};

// has_job: bool, of the agent
struct has_job {
    static constexpr uint32_t number = 2;
    static void write(Batch &batch, int64_t agent, bool value) { batch.add(KRK_OP_WRITE, number, {agent, value}); }
    // Asks for it: the answer repeats the reference, and value takes it from the item that answers.
    static void read(Batch &batch, int64_t reference, int64_t agent) { batch.add(KRK_OP_READ, number, {reference, agent}); }
    static bool value(const krk_item &item) { return krk_word(&item, 1) != 0; }
};

// money: int 0..100, of the agent
struct money {
    static constexpr uint32_t number = 3;
    static void write(Batch &batch, int64_t agent, int64_t value) { batch.add(KRK_OP_WRITE, number, {agent, value}); }
    // Asks for it: the answer repeats the reference, and value takes it from the item that answers.
    static void read(Batch &batch, int64_t reference, int64_t agent) { batch.add(KRK_OP_READ, number, {reference, agent}); }
    static int64_t value(const krk_item &item) { return krk_word(&item, 1); }
};

// at: place, of the agent
struct at {
    static constexpr uint32_t number = 4;
    static void write(Batch &batch, int64_t agent, karakuri::names::meal::Place value) { batch.add(KRK_OP_WRITE, number, {agent, static_cast<int64_t>(value)}); }
    // Asks for it: the answer repeats the reference, and value takes it from the item that answers.
    static void read(Batch &batch, int64_t reference, int64_t agent) { batch.add(KRK_OP_READ, number, {reference, agent}); }
    static karakuri::names::meal::Place value(const krk_item &item) { return static_cast<karakuri::names::meal::Place>(krk_word(&item, 1)); }
};

// ready: bool, derived: it cannot be written
struct ready {
    static constexpr uint32_t number = 5;
    // Asks for it: the answer repeats the reference, and value takes it from the item that answers.
    static void read(Batch &batch, int64_t reference, int64_t agent) { batch.add(KRK_OP_READ, number, {reference, agent}); }
    static bool value(const krk_item &item) { return krk_word(&item, 1) != 0; }
};
}

// What agents start, and the game carries out.
namespace actions {
// move_to(p: place)
struct move_to {
    static constexpr uint32_t number = 0;
    int64_t instance; // names what was started, for Batch::report
    int64_t agent;
    karakuri::names::meal::Place p; // place
    // Takes it from an item that starts or restores one; there is none in another item.
    static std::optional<move_to> read(const krk_item &item) {
        if ((item.op != KRK_OP_START && item.op != KRK_OP_RESTORED) || item.number != number) return {};
        move_to found{};
        found.instance = krk_word(&item, 0);
        found.agent = krk_word(&item, 1);
        found.p = static_cast<karakuri::names::meal::Place>(krk_word(&item, 2));
        return found;
    }
};

// wander
struct wander {
    static constexpr uint32_t number = 1;
    int64_t instance; // names what was started, for Batch::report
    int64_t agent;
    // Takes it from an item that starts or restores one; there is none in another item.
    static std::optional<wander> read(const krk_item &item) {
        if ((item.op != KRK_OP_START && item.op != KRK_OP_RESTORED) || item.number != number) return {};
        wander found{};
        found.instance = krk_word(&item, 0);
        found.agent = krk_word(&item, 1);
        return found;
    }
};
}

// Kinds of agents and of squads.
namespace kinds {
// villager: a kind of agents
struct villager {
    static constexpr uint32_t number = 0;
    // Spawns one. The answer repeats the reference.
    static void spawn(Batch &batch, int64_t reference) { batch.add(KRK_OP_SPAWN, number, {reference}); }
};
}

}  // namespace karakuri::names::meal
