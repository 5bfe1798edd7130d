// A hungry villager: the game carries out his actions, each in half a second. Arguments: the file of the program; or the address of karakuri serve, and its token if it has one.
using System;
using System.Collections.Generic;
using Karakuri;

static class Villager
{
    static void Main(string[] args)
    {
        const string options = "{\"tps\": 10}";
        bool remote = args[0].StartsWith("ws");
        string token = args.Length > 1 ? args[1] : "";
        using (ISession session = remote ? new RemoteSession(new RemoteOptions { Address = args[0], Program = "meal", Token = token, Session = options }) : (ISession)new NativeSession(NativeProgram.Load(args[0]), options))
            Play(session);
    }

    static void Play(ISession session)
    {
        Manifest names = session.Manifest;
        uint moveTo = names.Number("actions", "move_to");
        var running = new Dictionary<long, int>();
        var batch = new Batch().Spawn(names.Number("kinds", "villager"), 1);
        for (int tick = 0; tick < 40; tick++)
        {
            batch.Step();
            Answer answer = session.Exchange(batch);
            batch.Clear();
            foreach (Item item in answer)
            {
                if (item.Op == Op.Abort) running.Remove(item.Int(0));
                if (item.Op != Op.Start) continue;
                Console.WriteLine("tick {0,2}: start {1} {2}", tick, names.Name("actions", item.Number), item.Number == moveTo ? new[] { "home", "shop", "office" }[item.Int(2)] : "");
                if (item.Number == moveTo) running[item.Int(0)] = tick + 5;
            }
            foreach (KeyValuePair<long, int> action in new List<KeyValuePair<long, int>>(running))
                if (tick >= action.Value)
                {
                    batch.Report(action.Key, true);
                    running.Remove(action.Key);
                }
        }
    }
}
