using System;
using System.Text;

namespace Karakuri
{
    /// <summary>What a session answers: items. foreach allocates nothing. Good until the session's next call.</summary>
    public readonly struct Answer
    {
        readonly byte[] data;

        internal Answer(byte[] data, int length)
        {
            this.data = data;
            Length = length;
        }

        /// <summary>The length in bytes.</summary>
        public int Length { get; }

        /// <summary>The bytes of the answer.</summary>
        public ArraySegment<byte> Bytes => new ArraySegment<byte>(data ?? Array.Empty<byte>(), 0, Length);

        /// <summary>Returns what foreach goes by.</summary>
        public Enumerator GetEnumerator() => new Enumerator(data, Length);

        /// <summary>Goes from item to item.</summary>
        public struct Enumerator
        {
            readonly byte[] data;
            readonly int length;
            int next;

            internal Enumerator(byte[] data, int length)
            {
                this.data = data;
                this.length = length;
                next = 0;
                Current = default;
            }

            /// <summary>The item.</summary>
            public Item Current { get; private set; }

            /// <summary>Goes to the next item.</summary>
            public bool MoveNext()
            {
                if (next + 8 > length) return false;
                var item = new Item(data, next);
                if (item.Count > (length - next - 8) / 8) return false;
                Current = item;
                next += 8 * (item.Count + 1);
                return true;
            }
        }
    }

    /// <summary>One item of an answer.</summary>
    public readonly struct Item
    {
        readonly byte[] data;
        readonly int at;

        internal Item(byte[] data, int at)
        {
            this.data = data;
            this.at = at;
        }

        /// <summary>What the item is.</summary>
        public Op Op => (Op)data[at];

        /// <summary>Its flags.</summary>
        public byte Flags => data[at + 1];

        /// <summary>How many words follow the head.</summary>
        public int Count => data[at + 2] | data[at + 3] << 8;

        /// <summary>The number of the action, the reason or the like.</summary>
        public uint Number => unchecked((uint)(Little(data, at) >> 32));

        /// <summary>Returns a word as a whole number.</summary>
        public long Int(int i)
        {
            if (i < 0 || i >= Count) throw new ArgumentOutOfRangeException(nameof(i), Op + " has " + Count + " words");
            return unchecked((long)Little(data, at + 8 + 8 * i));
        }

        /// <summary>Returns a word as a float.</summary>
        public double Float(int i) => BitConverter.Int64BitsToDouble(Int(i));

        /// <summary>Returns the text that begins at a word.</summary>
        public string Text(int i)
        {
            long length = Int(i);
            if (length < 0 || length > 8 * (Count - i - 1)) throw new ArgumentException("no text begins at word " + i + " of " + Op);
            return Encoding.UTF8.GetString(data, at + 16 + 8 * i, (int)length);
        }

        internal static ulong Little(byte[] b, int at)
        {
            uint low = b[at] | (uint)b[at + 1] << 8 | (uint)b[at + 2] << 16 | (uint)b[at + 3] << 24;
            uint high = b[at + 4] | (uint)b[at + 5] << 8 | (uint)b[at + 6] << 16 | (uint)b[at + 7] << 24;
            return low | (ulong)high << 32;
        }
    }
}
