// A village on the console, in the shape of a Unity script: Awake, Update and OnDestroy, which a game object calls there and Main here. The game keeps the clock, the needs and
// where everybody is; the engine decides. Arguments: the file of the program, and "fast" to play a day at once and print each hour.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using System.Threading;
using Karakuri;
using Karakuri.Names.Village;

// Villager is one of them as the game knows him. The engine knows what he senses.
sealed class Villager
{
    const float Pace = 19; // units of the map in an hour of the day
    const float GrowthAsleep = 0.4f;

    internal readonly string Name;
    internal long Agent;
    internal float X, Y, Hunger = 0.3f, Thirst = 0.2f, Tired = 0.1f, Lonely = 0.2f;
    internal int Coins = 3;
    internal string Doing = ""; // empty: nothing
    internal long Instance;
    float left; // hours that it still takes
    float toX, toY;

    internal Villager(string name) { Name = name; }

    // Start takes up what the engine decided.
    internal void Start(string what, long instance, float hours)
    {
        Doing = what;
        Instance = instance;
        left = hours;
        toX = X;
        toY = Y;
    }

    internal void Walk(long instance, Place to)
    {
        Start("walks to the " + to.ToString().ToLowerInvariant(), instance, float.MaxValue);
        toX = Village.At[(int)to][0];
        toY = Village.At[(int)to][1];
        left = (float)Math.Sqrt((toX - X) * (toX - X) + (toY - Y) * (toY - Y)) / Pace;
    }

    // Live lets hours pass, and reports what is done.
    internal void Live(float hours, bool night, Batch batch)
    {
        bool asleep = Doing == "sleeps";
        float growth = hours * (asleep ? GrowthAsleep : 1);
        Hunger = Math.Min(1, Hunger + growth / 9);
        Thirst = Math.Min(1, Thirst + growth / 6);
        Lonely = Math.Min(1, Lonely + growth / 12);
        Tired = asleep ? Math.Max(0, Tired - hours / 9) : Math.Min(1, Tired + hours / 18);
        if (Doing != "")
        {
            float part = left > 0 ? Math.Min(1, hours / left) : 1;
            X += (toX - X) * part;
            Y += (toY - Y) * part;
            left -= hours;
            if (asleep ? Tired == 0 && !night : left <= 0) Finish(batch);
        }
        Symbols.Hunger.Write(batch, Agent, Hunger);
        Symbols.Thirst.Write(batch, Agent, Thirst);
        Symbols.Tired.Write(batch, Agent, Tired);
        Symbols.Lonely.Write(batch, Agent, Lonely);
        Symbols.Coins.Write(batch, Agent, Coins);
    }

    void Finish(Batch batch)
    {
        switch (Doing)
        {
            case "eats": Hunger = 0; Coins -= 2; break;
            case "drinks": Thirst = 0; break;
            case "talks": Lonely = 0; break;
            case "works": Coins = Math.Min(99, Coins + 4); break;
        }
        batch.Report(Instance, true);
        Doing = "";
    }
}

// Village is the script.
sealed class Village
{
    internal static readonly int[][] At = { new[] { 2, 5 }, new[] { 14, 4 }, new[] { 26, 6 }, new[] { 38, 2 }, new[] { 24, 2 } }; // where the places are, in the order of the enum
    const float HoursPerSecond = 1 / 6f;

    readonly ISession session;
    readonly Batch batch = new Batch();
    readonly Villager[] villagers = { new Villager("farmer"), new Villager("gossip"), new Villager("dreamer") };
    internal float Hour = 6;

    internal Village(ISession session) { this.session = session; }

    bool Night => Hour % 24 >= 21 || Hour % 24 < 6;

    internal void Awake()
    {
        Kinds.Farmer.Spawn(batch, 0);
        Kinds.Gossip.Spawn(batch, 1);
        Kinds.Dreamer.Spawn(batch, 2);
        foreach (Villager v in villagers)
        {
            v.X = At[0][0];
            v.Y = At[0][1];
        }
    }

    // Update lets seconds pass: the session runs the ticks that are due.
    internal void Update(float seconds)
    {
        batch.Add(Op.Time, 0, (long)(seconds * 1e9));
        foreach (Item item in session.Exchange(batch)) Hear(item);
        batch.Clear();
        Hour += seconds * HoursPerSecond;
        Symbols.Night.Write(batch, Night);
        foreach (Villager v in villagers) v.Live(seconds * HoursPerSecond, Night, batch);
    }

    void Hear(Item item)
    {
        if (item.Op == Op.Spawned) villagers[item.Int(0)].Agent = item.Int(1);
        if (item.Op == Op.Abort)
            foreach (Villager v in villagers)
                if (v.Instance == item.Int(0)) v.Doing = "";
        if (item.Op != Op.Start) return;
        Villager who = Array.Find(villagers, v => v.Agent == item.Int(1));
        if (Actions.WalkTo.TryRead(item, out Actions.WalkTo walk)) who.Walk(walk.Instance, walk.P);
        if (Actions.Eat.TryRead(item, out Actions.Eat eat)) who.Start("eats", eat.Instance, 0.5f);
        if (Actions.Drink.TryRead(item, out Actions.Drink drink)) who.Start("drinks", drink.Instance, 0.15f);
        if (Actions.Sleep.TryRead(item, out Actions.Sleep sleep)) who.Start("sleeps", sleep.Instance, 0);
        if (Actions.Work.TryRead(item, out Actions.Work work)) who.Start("works", work.Instance, 2);
        if (Actions.Talk.TryRead(item, out Actions.Talk talk)) who.Start("talks", talk.Instance, 0.8f);
    }

    // Draw returns the map, with what everybody does beside it.
    internal string Draw()
    {
        var map = new char[8][];
        for (int y = 0; y < map.Length; y++) map[y] = new string(Night ? ' ' : '.', 46).ToCharArray();
        for (int i = 0; i < At.Length; i++)
        {
            string name = ((Place)i).ToString();
            name.CopyTo(0, map[At[i][1] + 1], At[i][0], name.Length);
        }
        foreach (Villager v in villagers)
        {
            int x = (int)Math.Round(v.X), y = (int)Math.Round(v.Y);
            while (char.IsLetter(map[y][x])) x++; // beside who is there already
            map[y][x] = char.ToUpperInvariant(v.Name[0]);
        }
        var text = new StringBuilder();
        for (int y = 0; y < map.Length; y++)
        {
            text.Append(map[y]);
            if (y == 0) text.AppendFormat("   {0:00}:00 {1}", (int)Hour % 24, Night ? "night" : "day");
            if (y >= 2 && y - 2 < villagers.Length)
            {
                Villager v = villagers[y - 2];
                text.AppendFormat(CultureInfo.InvariantCulture, "   {0,-8}{1,-20} hunger {2:0.0}  thirst {3:0.0}  tired {4:0.0}  coins {5}", v.Name, v.Doing == "" ? "thinks" : v.Doing, v.Hunger, v.Thirst, v.Tired, v.Coins);
            }
            text.Append('\n');
        }
        return text.ToString();
    }

    internal void OnDestroy() => session.Dispose();
}

static class Game
{
    static void Main(string[] args)
    {
        bool fast = args.Length > 1 && args[1] == "fast";
        var village = new Village(new NativeSession(NativeProgram.Load(args[0]), "{\"tps\": 10}"));
        village.Awake();
        for (int frame = 0; village.Hour < 6 + 24; frame++)
        {
            village.Update(1 / 30f);
            if (!fast)
            {
                Console.Write("\x1b[H\x1b[2J" + village.Draw());
                Thread.Sleep(33);
            }
            else if (frame % 180 == 90) Console.WriteLine(village.Draw());
        }
        village.OnDestroy();
    }
}
