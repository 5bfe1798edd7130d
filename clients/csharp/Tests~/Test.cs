// Plays the recorded exchange by the native library and over WebSocket, and misuses both. Arguments: program, options, rounds, address of a server, how often to break the connection off.
using System;
using System.Collections.Generic;
using System.IO;
using Karakuri;

static class Test
{
    static int failures;

    static void Check(bool ok, string what)
    {
        if (ok) return;
        failures++;
        Console.WriteLine("failed: " + what);
    }

    static void Fails(int code, Action f, string what)
    {
        try
        {
            f();
        }
        catch (KarakuriException e)
        {
            Check(e.Code == code && e.Message != "", what + ": " + e.Code + " " + e.Message);
            return;
        }
        Check(false, what + " passes");
    }

    static int Replay(byte[] rounds, Func<Batch, Answer> exchange, Action<int> before)
    {
        int at = 0, n = 0;
        var batch = new Batch();
        while (at < rounds.Length)
        {
            int length = BitConverter.ToInt32(rounds, at);
            batch.Clear();
            batch.AddBytes(rounds, at + 4, length);
            at += 4 + length;
            length = BitConverter.ToInt32(rounds, at);
            before(n);
            ArraySegment<byte> got = exchange(batch).Bytes;
            bool same = got.Count == length;
            for (int i = 0; same && i < length; i++) same = got.Array[got.Offset + i] == rounds[at + 4 + i];
            if (!same)
            {
                Check(false, "round " + n + " differs");
                return 0;
            }
            at += 4 + length;
            n++;
        }
        return n;
    }

    // Waiting sends and takes the answer by TryReceive, as a game does in its frames.
    static Answer Waiting(ISession s, Batch b)
    {
        s.Send(b);
        Answer a;
        while (!s.TryReceive(out a)) System.Threading.Thread.Yield();
        return a;
    }

    static int Main(string[] args)
    {
        string options = File.ReadAllText(args[1]);
        byte[] rounds = File.ReadAllBytes(args[2]);
        int ticks = PlayNative(args[0], options, rounds);
        PlayRemote(args[3], options, rounds, int.Parse(args[4]), ticks);
        Batches();
        Console.WriteLine(failures == 0 ? ticks + " ticks\nall is well" : failures + " checks failed");
        return failures == 0 ? 0 : 1;
    }

    static int PlayNative(string file, string options, byte[] rounds)
    {
        using (NativeProgram program = NativeProgram.Load(file))
        using (var s = new NativeSession(program, options))
        {
            int ticks = Replay(rounds, s.Exchange, n => { });
            Check(ticks > 0, "the exchange");
            byte[] snapshot = s.Snapshot();
            s.Rollback(snapshot);
            int restored = 0;
            using (var twin = new NativeSession(program, options, snapshot))
                foreach (Item item in twin.Exchange(new Batch()))
                {
                    Check(item.Op == Op.Restored, "the first answer");
                    restored++;
                }
            Check(restored > 0, "restored");
            Fails(5, () => NativeProgram.Parse("agent {"), "mistakes");
            Fails(6, () => new NativeSession(program, "{"), "options");
            Fails(7, () => s.Exchange(new Batch().AddBytes(new byte[] { 1, 2, 3 }, 0, 3)), "a damaged batch");
            Fails(9, () => s.Rollback(new byte[5]), "a damaged snapshot");
            Fails(10, () => s.Record("/no/such/folder/a.ktrace"), "a trace nowhere");
            Talk(s);
            using (var other = new NativeSession(program, options)) Check(Replay(rounds, b => Waiting(other, b), n => { }) == ticks, "by frames");
            s.Dispose();
            Fails(1, () => s.Exchange(new Batch()), "a session that was freed");
            NativeProgram.Reset();
            Fails(1, () => new NativeSession(program, options), "a program that was reset");
            return ticks;
        }
    }

    static void PlayRemote(string address, string options, byte[] rounds, int drops, int ticks)
    {
        var o = new RemoteOptions { Address = address, Session = options, Program = "outpost", Token = "secret" };
        using (var s = new RemoteSession(o))
        {
            Check(Replay(rounds, s.Exchange, n => { }) == ticks, "the exchange by WebSocket");
            Talk(s);
            o.ManifestHash = s.Manifest.Hash;
        }
        using (var s = new RemoteSession(o))
        {
            int dropped = 0;
            Check(Replay(rounds, b => Waiting(s, b), n => { if (n % (ticks / drops + 1) == 1) { s.Drop(); dropped++; } }) == ticks, "the exchange by WebSocket, broken off");
            Check(dropped >= drops / 2, "it was broken off " + dropped + " times");
            Fails(0, () => s.Exchange(new Batch().AddBytes(new byte[] { 1, 2, 3 }, 0, 3)), "a damaged batch by WebSocket");
        }
        o.ManifestHash = "0123456789abcdef";
        Fails(0, () => new RemoteSession(o), "another program");
        o.Token = "wrong";
        try
        {
            new RemoteSession(o);
            Check(false, "a wrong token is good");
        }
        catch (System.Net.WebException)
        {
        }
    }

    // Talk names an object, spawns an agent and asks for an explanation.
    static void Talk(ISession s)
    {
        var b = new Batch();
        b.AddText(Op.Object, s.Manifest.Number("types", "crate"), "a crate: 木箱", 5).Spawn(s.Manifest.Number("kinds", "villager"), 1).Step();
        long agent = 0, added = 0;
        foreach (Item item in s.Exchange(b))
        {
            if (item.Op == Op.Spawned) agent = item.Int(1);
            if (item.Op == Op.Added && item.Int(0) == 5) added = item.Int(1);
        }
        Check(agent > 0 && added > 0, "an agent and an object");
        b.Clear();
        b.Add(Op.Explain, 0, 9, agent);
        string text = "";
        foreach (Item item in s.Exchange(b)) text = item.Text(1);
        Check(text.Contains("villager"), "an explanation: " + text);
    }

    static void Batches()
    {
        var b = new Batch().Step();
        foreach (Action bad in new Action[]
        {
            () => b.Add(Op.Walls, 0, new long[65536]),
            () => b.AddText(Op.Object, 0, new string('a', 8 * 65533 + 1), 1),
            () => b.AddText(Op.Object, 0, null, 1),
            () => b.Add(Op.Walls, 0, null),
            () => b.AddBytes(new byte[3], 2, 2),
        })
        {
            bool thrown = false;
            try
            {
                bad();
            }
            catch (Exception)
            {
                thrown = true;
            }
            Check(thrown && b.Length == 8, "an item that fails leaves " + b.Length + " bytes");
        }
        Check(b.AddText(Op.Object, 0, new string('a', 8 * 65533), 1).Length == 8 + 8 * 65536, "the longest item");
        var m = new Manifest("{\"hash\": \"1\\u00e9\\n\", \"reasons\": [\"\", \"a\"], \"enums\": [{\"name\": \"e\", \"values\": [\"x\", \"y\"]}], \"n\": [-1.5e3, true, null, {}, []]}");
        Check(m.Hash == "1é\n" && m.Name("reasons", 1) == "a" && m.Value("e", "y") == 1, "a manifest");
        foreach (string bad in new[] { "", "{", "{\"a\"}", "[1,]", "{\"a\": 1} 2", "\"\\u12\"", "tru", new string('[', 100) })
            try
            {
                new Manifest(bad);
                Check(false, "JSON: " + bad);
            }
            catch (FormatException)
            {
            }
    }
}
