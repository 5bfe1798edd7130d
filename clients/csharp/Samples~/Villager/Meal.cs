// Names of meal.krk. Made by: karakuri generate cs meal.krk
namespace Karakuri.Names.Meal
{
    /// <summary>The program that the names are of.</summary>
    public static class Program
    {
        /// <summary>The hash of the manifest: for RemoteOptions.ManifestHash, or to compare with Manifest.Hash.</summary>
        public const string ManifestHash = "1a87158d7a922546";
    }

    /// <summary>The enum place.</summary>
    public enum Place : long
    {
        /// <summary>home</summary>
        Home,
        /// <summary>shop</summary>
        Shop,
        /// <summary>office</summary>
        Office,
    }

    /// <summary>What the game writes and reads.</summary>
    public static class Symbols
    {
        /// <summary>hungry: bool, of the agent</summary>
        public static class Hungry
        {
            /// <summary>Its number.</summary>
            public const uint Number = 0;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, long agent, bool value) => batch.Add(global::Karakuri.Op.Write, Number, agent, value ? 1 : 0);
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static bool Value(global::Karakuri.Item item) => item.Int(1) != 0;
        }

        /// <summary>has_meal: bool, of the agent</summary>
        public static class HasMeal
        {
            /// <summary>Its number.</summary>
            public const uint Number = 1;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, long agent, bool value) => batch.Add(global::Karakuri.Op.Write, Number, agent, value ? 1 : 0);
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static bool Value(global::Karakuri.Item item) => item.Int(1) != 0;
        }

        /// <summary>has_job: bool, of the agent</summary>
        public static class HasJob
        {
            /// <summary>Its number.</summary>
            public const uint Number = 2;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, long agent, bool value) => batch.Add(global::Karakuri.Op.Write, Number, agent, value ? 1 : 0);
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static bool Value(global::Karakuri.Item item) => item.Int(1) != 0;
        }

        /// <summary>money: int 0..100, of the agent</summary>
        public static class Money
        {
            /// <summary>Its number.</summary>
            public const uint Number = 3;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, long agent, int value) => batch.Add(global::Karakuri.Op.Write, Number, agent, value);
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static int Value(global::Karakuri.Item item) => (int)item.Int(1);
        }

        /// <summary>at: place, of the agent</summary>
        public static class At
        {
            /// <summary>Its number.</summary>
            public const uint Number = 4;
            /// <summary>Writes it.</summary>
            public static global::Karakuri.Batch Write(global::Karakuri.Batch batch, long agent, global::Karakuri.Names.Meal.Place value) => batch.Add(global::Karakuri.Op.Write, Number, agent, (long)value);
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static global::Karakuri.Names.Meal.Place Value(global::Karakuri.Item item) => (global::Karakuri.Names.Meal.Place)item.Int(1);
        }

        /// <summary>ready: bool, derived: it cannot be written</summary>
        public static class Ready
        {
            /// <summary>Its number.</summary>
            public const uint Number = 5;
            /// <summary>Asks for it. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Read(global::Karakuri.Batch batch, long reference, long agent) => batch.Add(global::Karakuri.Op.Read, Number, reference, agent);
            /// <summary>Takes it from an item that answers Read.</summary>
            public static bool Value(global::Karakuri.Item item) => item.Int(1) != 0;
        }
    }

    /// <summary>What agents start, and the game carries out.</summary>
    public static class Actions
    {
        /// <summary>move_to(p: place)</summary>
        public readonly struct MoveTo
        {
            /// <summary>Its number.</summary>
            public const uint Number = 0;
            /// <summary>Names what was started, for Batch.Report.</summary>
            public readonly long Instance;
            /// <summary>Who started it.</summary>
            public readonly long Agent;
            /// <summary>p: place</summary>
            public readonly global::Karakuri.Names.Meal.Place P;

            MoveTo(global::Karakuri.Item item)
            {
                Instance = item.Int(0);
                Agent = item.Int(1);
                P = (global::Karakuri.Names.Meal.Place)item.Int(2);
            }

            /// <summary>Takes it from an item that starts or restores one. It is false for another item.</summary>
            public static bool TryRead(global::Karakuri.Item item, out MoveTo action)
            {
                bool found = item.Number == Number && (item.Op == global::Karakuri.Op.Start || item.Op == global::Karakuri.Op.Restored);
                action = found ? new MoveTo(item) : default;
                return found;
            }
        }

        /// <summary>wander</summary>
        public readonly struct Wander
        {
            /// <summary>Its number.</summary>
            public const uint Number = 1;
            /// <summary>Names what was started, for Batch.Report.</summary>
            public readonly long Instance;
            /// <summary>Who started it.</summary>
            public readonly long Agent;

            Wander(global::Karakuri.Item item)
            {
                Instance = item.Int(0);
                Agent = item.Int(1);
            }

            /// <summary>Takes it from an item that starts or restores one. It is false for another item.</summary>
            public static bool TryRead(global::Karakuri.Item item, out Wander action)
            {
                bool found = item.Number == Number && (item.Op == global::Karakuri.Op.Start || item.Op == global::Karakuri.Op.Restored);
                action = found ? new Wander(item) : default;
                return found;
            }
        }
    }

    /// <summary>Kinds of agents and of squads.</summary>
    public static class Kinds
    {
        /// <summary>villager: a kind of agents</summary>
        public static class Villager
        {
            /// <summary>Its number.</summary>
            public const uint Number = 0;
            /// <summary>Spawns one. The answer repeats the reference.</summary>
            public static global::Karakuri.Batch Spawn(global::Karakuri.Batch batch, long reference) => batch.Add(global::Karakuri.Op.Spawn, Number, reference);
        }
    }
}
