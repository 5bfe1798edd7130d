// A hungry villager: the game carries out his actions, each in half a second.
#include <cstdio>
#include <map>

#include "karakuri.hpp"

int main() {
    auto program = karakuri::Program::load("../../examples/meal/meal.krk");
    karakuri::Session session(program, R"({"tps": 10})");
    const char *actions[] = {"move_to", "wander"}, *places[] = {"home", "shop", "office"}; // in the order of the manifest
    std::map<int64_t, int> running;
    karakuri::Batch batch;
    batch.add(KRK_OP_SPAWN, 0, {1});
    for (int tick = 0; tick < 40; tick++) {
        batch.step();
        karakuri::Answer answer = session.exchange(batch);
        batch.clear();
        for (const krk_item &item : answer) {
            if (item.op == KRK_OP_START) {
                std::printf("tick %2d: start %s %s\n", tick, actions[item.number], item.number == 0 ? places[krk_word(&item, 2)] : "");
                if (item.number == 0) running[krk_word(&item, 0)] = tick + 5;
            } else if (item.op == KRK_OP_ABORT) {
                running.erase(krk_word(&item, 0));
            }
        }
        for (auto it = running.begin(); it != running.end();) {
            if (tick < it->second) {
                ++it;
                continue;
            }
            batch.report(it->first, KRK_SUCCESS);
            it = running.erase(it);
        }
    }
}
