// Writes a batch by the typed names, as hex, then what it reads from an answer.
using System;
using System.Linq;
using System.Runtime.InteropServices;
using Karakuri;
using Karakuri.Names.Every;

static class Test
{
    static void Main(string[] args)
    {
        var batch = new Batch();
        const long agent = 9;
        Kinds.King.Spawn(batch, 7);
        Types.Crate.Add(batch, 8, "new one");
        Symbols.Hungry.Write(batch, agent, true);
        Symbols.Money.Write(batch, agent, 42);
        Symbols.Debt.Write(batch, agent, -3);
        Symbols.At.Write(batch, agent, Place.New);
        Symbols.Pos.Write(batch, agent, (1.5, -2));
        Symbols.Tired.Write(batch, agent, 1);
        Symbols.Fares.Write(batch, agent, Place.Shop, Objects.Box, 4);
        Symbols.Position.Write(batch, agent, Objects.Box2, (0.25, 3));
        Symbols.Wind.Write(batch, (3, 4));
        Symbols.Class.Write(batch, Place.Shop);
        Symbols.RedAlarm.Write(batch, 11, true);
        Symbols.Rich.Read(batch, 9, agent);
        Goals.Visit.Order(batch, 10, agent, (5, 6), Place.Shop, true, 0.5, true);
        Goals.Idle.Order(batch, 12, agent);
        Personalities.Merry.Give(batch, agent);
        Personalities.NoPersonality.Give(batch, agent);
        Console.WriteLine(string.Concat(batch.Bytes.Select(b => b.ToString("x2"))));

        foreach (Item item in TestAnswer(args[0]))
        {
            if (Actions.Go.TryRead(item, out Actions.Go go))
            {
                string to = go.ToType == 0 ? ((int)go.ToPlace).ToString() : go.ToType == 1 ? (int)(4 * go.ToVec2.X) + " " + (int)(4 * go.ToVec2.Y) : go.ToCrate.ToString();
                Console.WriteLine("go {0} {1} {2} {3} {4}", go.Instance, go.Agent, go.ToType, to, go.Fast ? 1 : 0);
            }
            if (Actions.Say.TryRead(item, out Actions.Say say)) Console.WriteLine("say {0} {1} {2}", say.Instance, say.Line.Trim(), say.HowType == 0 ? say.HowText : string.Join(" ", say.HowInts));
            if (Actions.Patrol.TryRead(item, out Actions.Patrol patrol))
                Console.WriteLine("patrol {0} {1} {2} {3}", string.Join(" ", patrol.Stops), string.Join(" ", patrol.Heights.Select(x => (int)(4 * x))), string.Join(" ", patrol.Names), (int)patrol.Agent_);
            if (Actions.Double.TryRead(item, out Actions.Double twice)) Console.WriteLine("double {0} {1}", (int)(4 * twice.For), twice.X);
            if (item.Op == Op.Value && item.Number == Symbols.Rich.Number) Console.WriteLine("rich {0}", Symbols.Rich.Value(item) ? 1 : 0);
            if (item.Op == Op.Value && item.Number == Symbols.Pos.Number) Console.WriteLine("pos {0} {1}", (int)(4 * Symbols.Pos.Value(item).X), (int)(4 * Symbols.Pos.Value(item).Y));
        }
    }

    // TestAnswer makes an answer of bytes, as sessions do.
    static Answer TestAnswer(string hex)
    {
        byte[] bytes = Enumerable.Range(0, hex.Length / 2).Select(i => Convert.ToByte(hex.Substring(2 * i, 2), 16)).ToArray();
        return (Answer)Activator.CreateInstance(typeof(Answer), System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance, null, new object[] { bytes, bytes.Length }, null);
    }
}
