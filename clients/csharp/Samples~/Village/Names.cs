// Names of village.krk. Made by: karakuri generate cs village.krk
namespace Karakuri.Names.Village
{
    /// <summary>The program that the names are of.</summary>
    public static class Program
    {
        /// <summary>The hash of the manifest: for RemoteOptions.ManifestHash, or to compare with Manifest.Hash.</summary>
        public const string ManifestHash = "b893baebb35f5cd0";
    }

    /// <summary>The enum place.</summary>
    public enum Place : long
    {
        /// <summary>home</summary>
        Home,
        /// <summary>well</summary>
        Well,
        /// <summary>inn</summary>
        Inn,
        /// <summary>field</summary>
        Field,
        /// <summary>square</summary>
        Square,
    }

    /// <summary>What the game writes and reads.</summary>
    public static class Symbols
    {
        /// <summary>hunger: float, of the agent, sensed: only the game writes it</summary>
        public static class Hunger
        {
            /// <summary>Its number.</summary>
            public const uint Number = 0;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, long agent, double value) => batch.Add(global::Karakuri.Op.Write, Number, agent, global::Karakuri.Batch.Float(value));
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static double Value(global::Karakuri.Item item) => item.Float(1);
        }

        /// <summary>thirst: float, of the agent, sensed: only the game writes it</summary>
        public static class Thirst
        {
            /// <summary>Its number.</summary>
            public const uint Number = 1;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, long agent, double value) => batch.Add(global::Karakuri.Op.Write, Number, agent, global::Karakuri.Batch.Float(value));
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static double Value(global::Karakuri.Item item) => item.Float(1);
        }

        /// <summary>tired: float, of the agent, sensed: only the game writes it</summary>
        public static class Tired
        {
            /// <summary>Its number.</summary>
            public const uint Number = 2;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, long agent, double value) => batch.Add(global::Karakuri.Op.Write, Number, agent, global::Karakuri.Batch.Float(value));
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static double Value(global::Karakuri.Item item) => item.Float(1);
        }

        /// <summary>lonely: float, of the agent, sensed: only the game writes it</summary>
        public static class Lonely
        {
            /// <summary>Its number.</summary>
            public const uint Number = 3;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, long agent, double value) => batch.Add(global::Karakuri.Op.Write, Number, agent, global::Karakuri.Batch.Float(value));
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static double Value(global::Karakuri.Item item) => item.Float(1);
        }

        /// <summary>coins: int 0..99, of the agent, sensed: only the game writes it</summary>
        public static class Coins
        {
            /// <summary>Its number.</summary>
            public const uint Number = 4;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, long agent, int value) => batch.Add(global::Karakuri.Op.Write, Number, agent, value);
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static int Value(global::Karakuri.Item item) => (int)item.Int(1);
        }

        /// <summary>night: bool, of the world, sensed: only the game writes it</summary>
        public static class Night
        {
            /// <summary>Its number.</summary>
            public const uint Number = 5;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, bool value) => batch.Add(global::Karakuri.Op.Write, Number, 0, value ? 1 : 0);
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference) => batch.Add(global::Karakuri.Op.Read, Number, reference, 0);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static bool Value(global::Karakuri.Item item) => item.Int(1) != 0;
        }
    }

    /// <summary>What agents start, and the game carries out.</summary>
    public static class Actions
    {
        /// <summary>walk_to(p: place)</summary>
        public readonly struct WalkTo
        {
            /// <summary>Its number.</summary>
            public const uint Number = 0;
            /// <summary>Names what was started, for Batch.Report.</summary>
            public readonly long Instance;
            /// <summary>Who started it.</summary>
            public readonly long Agent;
            /// <summary>p: place</summary>
            public readonly global::Karakuri.Names.Village.Place P;

            WalkTo(global::Karakuri.Item item)
            {
                Instance = item.Int(0);
                Agent = item.Int(1);
                P = (global::Karakuri.Names.Village.Place)item.Int(2);
            }

            /// <summary>Takes it from an item that starts or restores one. It is false for another item.</summary>
            public static bool TryRead(global::Karakuri.Item item, out WalkTo action)
            {
                bool found = item.Number == Number && (item.Op == global::Karakuri.Op.Start || item.Op == global::Karakuri.Op.Restored);
                action = found ? new WalkTo(item) : default;
                return found;
            }
        }

        /// <summary>eat</summary>
        public readonly struct Eat
        {
            /// <summary>Its number.</summary>
            public const uint Number = 1;
            /// <summary>Names what was started, for Batch.Report.</summary>
            public readonly long Instance;
            /// <summary>Who started it.</summary>
            public readonly long Agent;

            Eat(global::Karakuri.Item item)
            {
                Instance = item.Int(0);
                Agent = item.Int(1);
            }

            /// <summary>Takes it from an item that starts or restores one. It is false for another item.</summary>
            public static bool TryRead(global::Karakuri.Item item, out Eat action)
            {
                bool found = item.Number == Number && (item.Op == global::Karakuri.Op.Start || item.Op == global::Karakuri.Op.Restored);
                action = found ? new Eat(item) : default;
                return found;
            }
        }

        /// <summary>drink</summary>
        public readonly struct Drink
        {
            /// <summary>Its number.</summary>
            public const uint Number = 2;
            /// <summary>Names what was started, for Batch.Report.</summary>
            public readonly long Instance;
            /// <summary>Who started it.</summary>
            public readonly long Agent;

            Drink(global::Karakuri.Item item)
            {
                Instance = item.Int(0);
                Agent = item.Int(1);
            }

            /// <summary>Takes it from an item that starts or restores one. It is false for another item.</summary>
            public static bool TryRead(global::Karakuri.Item item, out Drink action)
            {
                bool found = item.Number == Number && (item.Op == global::Karakuri.Op.Start || item.Op == global::Karakuri.Op.Restored);
                action = found ? new Drink(item) : default;
                return found;
            }
        }

        /// <summary>sleep</summary>
        public readonly struct Sleep
        {
            /// <summary>Its number.</summary>
            public const uint Number = 3;
            /// <summary>Names what was started, for Batch.Report.</summary>
            public readonly long Instance;
            /// <summary>Who started it.</summary>
            public readonly long Agent;

            Sleep(global::Karakuri.Item item)
            {
                Instance = item.Int(0);
                Agent = item.Int(1);
            }

            /// <summary>Takes it from an item that starts or restores one. It is false for another item.</summary>
            public static bool TryRead(global::Karakuri.Item item, out Sleep action)
            {
                bool found = item.Number == Number && (item.Op == global::Karakuri.Op.Start || item.Op == global::Karakuri.Op.Restored);
                action = found ? new Sleep(item) : default;
                return found;
            }
        }

        /// <summary>work</summary>
        public readonly struct Work
        {
            /// <summary>Its number.</summary>
            public const uint Number = 4;
            /// <summary>Names what was started, for Batch.Report.</summary>
            public readonly long Instance;
            /// <summary>Who started it.</summary>
            public readonly long Agent;

            Work(global::Karakuri.Item item)
            {
                Instance = item.Int(0);
                Agent = item.Int(1);
            }

            /// <summary>Takes it from an item that starts or restores one. It is false for another item.</summary>
            public static bool TryRead(global::Karakuri.Item item, out Work action)
            {
                bool found = item.Number == Number && (item.Op == global::Karakuri.Op.Start || item.Op == global::Karakuri.Op.Restored);
                action = found ? new Work(item) : default;
                return found;
            }
        }

        /// <summary>talk</summary>
        public readonly struct Talk
        {
            /// <summary>Its number.</summary>
            public const uint Number = 5;
            /// <summary>Names what was started, for Batch.Report.</summary>
            public readonly long Instance;
            /// <summary>Who started it.</summary>
            public readonly long Agent;

            Talk(global::Karakuri.Item item)
            {
                Instance = item.Int(0);
                Agent = item.Int(1);
            }

            /// <summary>Takes it from an item that starts or restores one. It is false for another item.</summary>
            public static bool TryRead(global::Karakuri.Item item, out Talk action)
            {
                bool found = item.Number == Number && (item.Op == global::Karakuri.Op.Start || item.Op == global::Karakuri.Op.Restored);
                action = found ? new Talk(item) : default;
                return found;
            }
        }
    }

    /// <summary>Kinds of agents and of squads.</summary>
    public static class Kinds
    {
        /// <summary>farmer: a kind of agents, which take orders</summary>
        public static class Farmer
        {
            /// <summary>Its number.</summary>
            public const uint Number = 0;
            /// <summary>Spawns one. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Spawn(global::Karakuri.Batch batch, long reference) => batch.Add(global::Karakuri.Op.Spawn, Number, reference);
        }

        /// <summary>gossip: a kind of agents, which take orders</summary>
        public static class Gossip
        {
            /// <summary>Its number.</summary>
            public const uint Number = 1;
            /// <summary>Spawns one. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Spawn(global::Karakuri.Batch batch, long reference) => batch.Add(global::Karakuri.Op.Spawn, Number, reference);
        }

        /// <summary>dreamer: a kind of agents, which take orders</summary>
        public static class Dreamer
        {
            /// <summary>Its number.</summary>
            public const uint Number = 2;
            /// <summary>Spawns one. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Spawn(global::Karakuri.Batch batch, long reference) => batch.Add(global::Karakuri.Op.Spawn, Number, reference);
        }
    }

    /// <summary>Goals, which the game can order agents with a brain to pursue.</summary>
    public static class Goals
    {
        /// <summary>dine</summary>
        public static class Dine
        {
            /// <summary>Its number.</summary>
            public const uint Number = 0;
            /// <summary>Orders an agent to pursue it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Order(global::Karakuri.Batch batch, long reference, long agent, bool urgent = false) => batch.Add(global::Karakuri.Op.Order, Number, new long[] { reference, agent }, (byte)(urgent ? 1 : 0));
        }

        /// <summary>quench</summary>
        public static class Quench
        {
            /// <summary>Its number.</summary>
            public const uint Number = 1;
            /// <summary>Orders an agent to pursue it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Order(global::Karakuri.Batch batch, long reference, long agent, bool urgent = false) => batch.Add(global::Karakuri.Op.Order, Number, new long[] { reference, agent }, (byte)(urgent ? 1 : 0));
        }

        /// <summary>rest</summary>
        public static class Rest
        {
            /// <summary>Its number.</summary>
            public const uint Number = 2;
            /// <summary>Orders an agent to pursue it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Order(global::Karakuri.Batch batch, long reference, long agent, bool urgent = false) => batch.Add(global::Karakuri.Op.Order, Number, new long[] { reference, agent }, (byte)(urgent ? 1 : 0));
        }

        /// <summary>earn</summary>
        public static class Earn
        {
            /// <summary>Its number.</summary>
            public const uint Number = 3;
            /// <summary>Orders an agent to pursue it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Order(global::Karakuri.Batch batch, long reference, long agent, bool urgent = false) => batch.Add(global::Karakuri.Op.Order, Number, new long[] { reference, agent }, (byte)(urgent ? 1 : 0));
        }

        /// <summary>meet</summary>
        public static class Meet
        {
            /// <summary>Its number.</summary>
            public const uint Number = 4;
            /// <summary>Orders an agent to pursue it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Order(global::Karakuri.Batch batch, long reference, long agent, bool urgent = false) => batch.Add(global::Karakuri.Op.Order, Number, new long[] { reference, agent }, (byte)(urgent ? 1 : 0));
        }
    }

    /// <summary>Personalities, which the game can give to agents whose brain has them.</summary>
    public static class Personalities
    {
        /// <summary>none: wants as the brain has them</summary>
        public static class NoPersonality
        {
            /// <summary>Its number.</summary>
            public const uint Number = 0;
            /// <summary>Gives it to an agent.</summary>
            public static global::Karakuri.Batch Give(global::Karakuri.Batch batch, long agent) => batch.Add(global::Karakuri.Op.Personality, Number, agent);
        }

        /// <summary>busy</summary>
        public static class Busy
        {
            /// <summary>Its number.</summary>
            public const uint Number = 1;
            /// <summary>Gives it to an agent.</summary>
            public static global::Karakuri.Batch Give(global::Karakuri.Batch batch, long agent) => batch.Add(global::Karakuri.Op.Personality, Number, agent);
        }

        /// <summary>sociable</summary>
        public static class Sociable
        {
            /// <summary>Its number.</summary>
            public const uint Number = 2;
            /// <summary>Gives it to an agent.</summary>
            public static global::Karakuri.Batch Give(global::Karakuri.Batch batch, long agent) => batch.Add(global::Karakuri.Op.Personality, Number, agent);
        }

        /// <summary>sleepy</summary>
        public static class Sleepy
        {
            /// <summary>Its number.</summary>
            public const uint Number = 3;
            /// <summary>Gives it to an agent.</summary>
            public static global::Karakuri.Batch Give(global::Karakuri.Batch batch, long agent) => batch.Add(global::Karakuri.Op.Personality, Number, agent);
        }
    }
}
