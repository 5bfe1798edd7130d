// Writes a batch by the typed names, as hex, then what it reads from an answer.
#include <cstdio>
#include <cstdlib>

#include "every.hpp"

namespace names = karakuri::names::every;

static std::vector<uint8_t> unhex(const std::string &text) {
    std::vector<uint8_t> bytes;
    for (size_t i = 0; i < text.size(); i += 2) bytes.push_back(static_cast<uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
    return bytes;
}

int main(int, char **argv) {
    karakuri::Batch batch;
    const int64_t agent = 9;
    names::kinds::king::spawn(batch, 7);
    names::types::crate::add(batch, 8, "new one");
    names::symbols::hungry::write(batch, agent, true);
    names::symbols::money::write(batch, agent, 42);
    names::symbols::debt::write(batch, agent, -3);
    names::symbols::at::write(batch, agent, names::Place::new_);
    names::symbols::pos::write(batch, agent, {1.5, -2});
    names::symbols::tired::write(batch, agent, 1);
    names::symbols::fares::write(batch, agent, names::Place::shop, names::objects::box, 4);
    names::symbols::position::write(batch, agent, names::objects::Box2, {0.25, 3});
    names::symbols::wind::write(batch, {3, 4});
    names::symbols::class_::write(batch, names::Place::shop);
    names::symbols::red_alarm::write(batch, 11, true);
    names::symbols::rich::read(batch, 9, agent);
    names::goals::visit::order(batch, 10, agent, {5, 6}, names::Place::shop, true, 0.5, true);
    names::goals::idle::order(batch, 12, agent);
    names::personalities::merry::give(batch, agent);
    names::personalities::no_personality::give(batch, agent);
    for (size_t i = 0; i < batch.size(); i++) std::printf("%02x", batch.data()[i]);
    std::printf("\n");

    auto bytes = unhex(argv[1]);
    for (const krk_item &item : karakuri::Answer(bytes.data(), bytes.size())) {
        if (auto go = names::actions::go::read(item)) {
            std::printf("go %d %d %d", int(go->instance), int(go->agent), int(go->to.index()));
            if (auto *place = std::get_if<0>(&go->to)) std::printf(" %d", int(*place));
            if (auto *at = std::get_if<1>(&go->to)) std::printf(" %d %d", int(4 * at->x), int(4 * at->y));
            if (auto *crate = std::get_if<2>(&go->to)) std::printf(" %d", int(*crate));
            std::printf(" %d\n", go->fast);
        }
        if (auto say = names::actions::say::read(item)) {
            std::printf("say %d %s", int(say->instance), say->line.substr(0, say->line.find('\n')).c_str());
            if (auto *how = std::get_if<0>(&say->how)) std::printf(" %s", how->c_str());
            if (auto *how = std::get_if<1>(&say->how))
                for (int64_t n : *how) std::printf(" %d", int(n));
            std::printf("\n");
        }
        if (auto patrol = names::actions::patrol::read(item)) {
            std::printf("patrol");
            for (int64_t n : patrol->stops) std::printf(" %d", int(n));
            for (double f : patrol->heights) std::printf(" %d", int(4 * f));
            for (auto &text : patrol->names) std::printf(" %s", text.c_str());
            std::printf(" %d\n", int(patrol->agent_));
        }
        if (auto doubled = names::actions::double_::read(item)) std::printf("double %d %d\n", int(4 * doubled->for_), int(doubled->x));
        if (item.op == KRK_OP_VALUE && item.number == names::symbols::rich::number) std::printf("rich %d\n", names::symbols::rich::value(item));
        if (item.op == KRK_OP_VALUE && item.number == names::symbols::pos::number) {
            karakuri::Vec2 at = names::symbols::pos::value(item);
            std::printf("pos %d %d\n", int(4 * at.x), int(4 * at.y));
        }
    }
}
