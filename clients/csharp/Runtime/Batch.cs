using System;
using System.Text;

namespace Karakuri
{
    /// <summary>What the game says: items of words. It grows as needed and allocates nothing once it is long enough. Where a call throws, the batch is as before.</summary>
    public sealed class Batch
    {
        /// <summary>How many words an item may have.</summary>
        public const int MaxItemWords = 65535;

        byte[] data = new byte[4096];

        /// <summary>The length in bytes.</summary>
        public int Length { get; private set; }

        /// <summary>The bytes of the batch, good until it changes.</summary>
        public ArraySegment<byte> Bytes => new ArraySegment<byte>(data, 0, Length);

        /// <summary>Makes the batch empty.</summary>
        public void Clear() => Length = 0;

        /// <summary>Adds an item without words.</summary>
        public Batch Add(Op op, uint number = 0) => Close(Begin(op, number, 0, 0));

        /// <summary>Adds an item of one word.</summary>
        public Batch Add(Op op, uint number, long a) => Close(Word(Begin(op, number, 1, 0), a));

        /// <summary>Adds an item of two words.</summary>
        public Batch Add(Op op, uint number, long a, long b) => Close(Word(Word(Begin(op, number, 2, 0), a), b));

        /// <summary>Adds an item of three words.</summary>
        public Batch Add(Op op, uint number, long a, long b, long c) => Close(Word(Word(Word(Begin(op, number, 3, 0), a), b), c));

        /// <summary>Adds an item of four words.</summary>
        public Batch Add(Op op, uint number, long a, long b, long c, long d) => Close(Word(Word(Word(Word(Begin(op, number, 4, 0), a), b), c), d));

        /// <summary>Adds an item of five words.</summary>
        public Batch Add(Op op, uint number, long a, long b, long c, long d, long e) => Close(Word(Word(Word(Word(Word(Begin(op, number, 5, 0), a), b), c), d), e));

        /// <summary>Adds an item of any number of words, with flags.</summary>
        public Batch Add(Op op, uint number, long[] words, byte flags = 0)
        {
            int at = Begin(op, number, words.Length, flags);
            foreach (long w in words) at = Word(at, w);
            return Close(at);
        }

        /// <summary>Adds an item that ends with a text, behind other words.</summary>
        public Batch AddText(Op op, uint number, string text, params long[] words)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            int more = (bytes.Length + 7) / 8;
            int at = Begin(op, number, words.Length + 1 + more, 0);
            foreach (long w in words) at = Word(at, w);
            at = Word(at, bytes.Length);
            Array.Clear(data, at, 8 * more);
            bytes.CopyTo(data, at);
            return Close(at + 8 * more);
        }

        /// <summary>Adds a batch that is bytes already.</summary>
        public Batch AddBytes(byte[] bytes, int offset, int count)
        {
            Room(count);
            Buffer.BlockCopy(bytes, offset, data, Length, count);
            return Close(Length + count);
        }

        /// <summary>Writes a symbol without arguments. Agent 0 is the world, and what new agents begin with.</summary>
        public Batch Write(uint symbol, long agent, long value) => Add(Op.Write, symbol, agent, value);

        /// <summary>Writes a symbol of floats.</summary>
        public Batch Write(uint symbol, long agent, double value) => Add(Op.Write, symbol, agent, Float(value));

        /// <summary>Writes a symbol of truth values.</summary>
        public Batch Write(uint symbol, long agent, bool value) => Add(Op.Write, symbol, agent, value ? 1 : 0);

        /// <summary>Spawns an agent. The answer repeats the reference.</summary>
        public Batch Spawn(uint kind, long reference) => Add(Op.Spawn, kind, reference);

        /// <summary>Reports the outcome of an action.</summary>
        public Batch Report(long instance, bool success) => Add(Op.Report, success ? 2u : 3u, instance);

        /// <summary>Asks for ticks.</summary>
        public Batch Step(uint ticks = 1) => Add(Op.Step, ticks);

        /// <summary>Returns a float as a word.</summary>
        public static long Float(double value) => BitConverter.DoubleToInt64Bits(value);

        // Begin writes the head of an item behind the batch, with room for its words, and returns where they begin. The item is of the batch when Close is called.
        int Begin(Op op, uint number, int words, byte flags)
        {
            if (words > MaxItemWords) throw new ArgumentException("an item of " + words + " words; the limit is " + MaxItemWords);
            Room(8 * (words + 1));
            return Word(Length, unchecked((long)((ulong)(byte)op | (ulong)flags << 8 | (ulong)words << 16 | (ulong)number << 32)));
        }

        int Word(int at, long word)
        {
            for (int i = 0; i < 8; i++) data[at + i] = unchecked((byte)(word >> 8 * i));
            return at + 8;
        }

        Batch Close(int end)
        {
            Length = end;
            return this;
        }

        void Room(int more)
        {
            if (Length + more > data.Length) Array.Resize(ref data, Math.Max(2 * data.Length, Length + more));
        }
    }
}
