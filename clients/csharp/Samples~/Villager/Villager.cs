// A hungry villager: the game carries out his actions, each in half a second. Arguments: the file of the program; or the address of karakuri serve, and its token if it has one.
using System;
using System.Collections.Generic;
using Karakuri;
using Karakuri.Names.Meal; // made by: karakuri generate cs meal.krk

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
        var running = new Dictionary<long, int>();
        Batch batch = Kinds.Villager.Spawn(new Batch(), 1);
        for (int tick = 0; tick < 40; tick++)
        {
            batch.Step();
            Answer answer = session.Exchange(batch);
            batch.Clear();
            foreach (Item item in answer)
            {
                if (item.Op == Op.Abort) running.Remove(item.Int(0));
                if (!Actions.MoveTo.TryRead(item, out Actions.MoveTo walk)) continue;
                Console.WriteLine("tick {0,2}: start move_to {1}", tick, walk.P.ToString().ToLowerInvariant());
                running[walk.Instance] = tick + 5;
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
