/* Writes a batch by the typed names, as hex, then what it reads from an answer. */
#include <stdio.h>
#include <stdlib.h>

#include "every.h"

static size_t unhex(const char *text, uint8_t *bytes) {
    size_t n = 0;
    for (; text[0]; text += 2) {
        char digits[3] = {text[0], text[1], 0};
        bytes[n++] = (uint8_t)strtol(digits, NULL, 16);
    }
    return n;
}

int main(int argc, char **argv) {
    static uint8_t room[4096];
    krk_batch batch = {room, 0, sizeof room};
    const int64_t agent = 9;
    const krk_vec2 pos = {1.5, -2}, there = {0.25, 3}, wind = {3, 4}, to = {5, 6};
    if (argc < 2) return 2;
    every_spawn_king(&batch, 7);
    every_add_crate(&batch, 8, "new one");
    every_write_hungry(&batch, agent, true);
    every_write_money(&batch, agent, 42);
    every_write_debt(&batch, agent, -3);
    every_write_at(&batch, agent, every_place_new);
    every_write_pos(&batch, agent, pos);
    every_write_tired(&batch, agent, 1);
    every_write_fares(&batch, agent, every_place_shop, every_object_box, 4);
    every_write_position(&batch, agent, every_object_Box2, there);
    every_write_wind(&batch, wind);
    every_write_class(&batch, every_place_shop);
    every_write_red_alarm(&batch, 11, true);
    every_read_rich(&batch, 9, agent);
    every_order_visit(&batch, 10, agent, to, every_place_shop, true, 0.5, true);
    every_order_idle(&batch, 12, agent, false);
    every_give_merry(&batch, agent);
    every_give_no_personality(&batch, agent);
    for (size_t i = 0; i < batch.length; i++) printf("%02x", batch.at[i]);
    printf("\n");

    uint8_t *bytes = malloc(strlen(argv[1]));
    const uint8_t *at = bytes, *end = bytes + unhex(argv[1], bytes);
    krk_item item;
    while (krk_next(&at, end, &item)) {
        every_start_go go;
        every_start_say say;
        every_start_patrol patrol;
        every_start_double doubled;
        if (every_started_go(&item, &go)) {
            printf("go %d %d %d", (int)go.instance, (int)go.agent, (int)go.which_to);
            if (go.which_to == 0) printf(" %d", (int)go.to_place);
            if (go.which_to == 1) printf(" %d %d", (int)(4 * go.to_vec2.x), (int)(4 * go.to_vec2.y));
            if (go.which_to == 2) printf(" %d", (int)go.to_crate);
            printf(" %d\n", go.fast);
        }
        if (every_started_say(&item, &say)) {
            printf("say %d %.*s", (int)say.instance, (int)strcspn(say.line, "\n"), say.line);
            if (say.which_how == 0) printf(" %s", say.how_text);
            if (say.which_how == 1)
                for (size_t i = 0; i < say.how_ints.count; i++) printf(" %d", (int)say.how_ints.at[i]);
            printf("\n");
        }
        if (every_started_patrol(&item, &patrol)) {
            printf("patrol");
            for (size_t i = 0; i < patrol.stops.count; i++) printf(" %d", (int)patrol.stops.at[i]);
            for (size_t i = 0; i < patrol.heights.count; i++) printf(" %d", (int)(4 * patrol.heights.at[i]));
            for (size_t i = 0; i < patrol.names.count; i++) printf(" %s", patrol.names.at[i]);
            printf(" %d\n", (int)patrol.agent_);
        }
        if (every_started_double(&item, &doubled)) printf("double %d %d\n", (int)(4 * doubled.for_), (int)doubled.x);
        if (item.op == KRK_OP_VALUE && item.number == every_symbol_rich) printf("rich %d\n", every_value_rich(&item));
        if (item.op == KRK_OP_VALUE && item.number == every_symbol_pos) {
            krk_vec2 v = every_value_pos(&item);
            printf("pos %d %d\n", (int)(4 * v.x), (int)(4 * v.y));
        }
    }
    free(bytes);
    return 0;
}
