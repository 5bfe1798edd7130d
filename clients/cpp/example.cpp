// A hungry villager: the game carries out his actions, each in half a second.
#include <cstdio>
#include <map>

#include "meal.hpp" // made by: karakuri generate cpp meal.krk

namespace names = karakuri::names::meal;

int main() {
    auto program = karakuri::Program::load("../../examples/meal/meal.krk");
    karakuri::Session session(program, R"({"tps": 10})");
    const char *places[] = {"home", "shop", "office"};
    std::map<int64_t, int> running;
    karakuri::Batch batch;
    names::kinds::villager::spawn(batch, 1);
    for (int tick = 0; tick < 40; tick++) {
        batch.step();
        karakuri::Answer answer = session.exchange(batch);
        batch.clear();
        for (const krk_item &item : answer) {
            if (auto walk = names::actions::move_to::read(item)) {
                std::printf("tick %2d: start move_to %s\n", tick, places[static_cast<int>(walk->p)]);
                running[walk->instance] = tick + 5;
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
