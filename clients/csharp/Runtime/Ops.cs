// Made by: go run ./internal/tools/lib -header
namespace Karakuri
{
    /// <summary>What both sides have to agree on.</summary>
    public static class Protocol
    {
        /// <summary>The version of batches.</summary>
        public const int Version = 1;
    }

    /// <summary>The kind of an item. Parts in brackets have a variable length.</summary>
    public enum Op : byte
    {
        /// <summary>number: symbol; agent, [args], [value]</summary>
        Write = 1,
        /// <summary>number: status; instance</summary>
        Report = 2,
        /// <summary>instance</summary>
        Spent = 3,
        /// <summary>number: kind; ref</summary>
        Spawn = 4,
        /// <summary>agent</summary>
        Remove = 5,
        /// <summary>number: type; ref, [name]</summary>
        Object = 6,
        /// <summary>object</summary>
        RemoveObject = 7,
        /// <summary>number: parts; flag 1: fixed; object, x, y, velocity_x, velocity_y, facing_x, facing_y, kind, importance, value_1, value_2, value_3, value_4</summary>
        Body = 8,
        /// <summary>object</summary>
        RemoveBody = 9,
        /// <summary>number: said; from, x, y, loudness, kind, importance</summary>
        Sound = 10,
        /// <summary>agent, from, x, y, amount, importance</summary>
        Damage = 11,
        /// <summary>number: goal; flag 1: urgent; ref, agent, [args]</summary>
        Order = 12,
        /// <summary>agent, order</summary>
        Withdraw = 13,
        /// <summary>squad, agent</summary>
        Join = 14,
        /// <summary>agent</summary>
        Leave = 15,
        /// <summary>agent, team</summary>
        Team = 16,
        /// <summary>agent, significance</summary>
        Significance = 17,
        /// <summary>agent</summary>
        Wake = 18,
        /// <summary>flag 1: clear; [lines]</summary>
        Walls = 19,
        /// <summary>number: symbol; ref, agent, [args]</summary>
        Read = 20,
        /// <summary>ref, agent</summary>
        Explain = 21,
        /// <summary>number: ticks</summary>
        Step = 22,
        /// <summary>nanoseconds</summary>
        Time = 23,
        /// <summary>object, loudness, kind, importance</summary>
        Voice = 24,
        /// <summary>number: personality; agent</summary>
        Personality = 25,
        /// <summary>number: action; instance, agent, [args]</summary>
        Start = 65,
        /// <summary>number: reason; flag 1: grace; instance, agent</summary>
        Abort = 66,
        /// <summary>instance, agent</summary>
        Suspend = 67,
        /// <summary>instance, agent</summary>
        Resume = 68,
        /// <summary>number: action; flag 1: suspended; flag 2: ending; instance, agent, [args]</summary>
        Restored = 69,
        /// <summary>instance, agent</summary>
        Over = 70,
        /// <summary>ref, agent, body</summary>
        Spawned = 71,
        /// <summary>ref, object</summary>
        Added = 72,
        /// <summary>ref, order</summary>
        Ordered = 73,
        /// <summary>number: symbol; ref, [value]</summary>
        Value = 74,
        /// <summary>ref, [text]</summary>
        Text = 75,
        /// <summary>tick, hash, decisions, running</summary>
        Tick = 76,
        /// <summary>number: event; agent, member, order, score, step, steps, node, level, status, reason, cause, [text]</summary>
        Event = 77,
        /// <summary>number: refusal; item, of, about</summary>
        Refused = 78,
        /// <summary>number: bark; agent, variant</summary>
        Said = 79,
    }
}
