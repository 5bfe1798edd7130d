using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Karakuri
{
    /// <summary>The numbers of a program's names.</summary>
    public sealed class Manifest
    {
        readonly Dictionary<string, object> all;

        /// <summary>Reads a manifest from its JSON.</summary>
        public Manifest(string json)
        {
            Json = json;
            all = (Dictionary<string, object>)new JsonText(json).Read();
        }

        /// <summary>The whole manifest as JSON.</summary>
        public string Json { get; }

        /// <summary>Tells programs apart: two with the same hash have the same numbers.</summary>
        public string Hash => (string)all["hash"];

        /// <summary>Returns the number of a name in a list: Number("actions", "move_to").</summary>
        public uint Number(string list, string name)
        {
            int n = Find(list, name);
            if (n < 0) throw new KeyNotFoundException("the program has no " + name + " among its " + list);
            return (uint)n;
        }

        /// <summary>Returns the name of a number in a list: Name("reasons", item.Number).</summary>
        public string Name(string list, uint number)
        {
            object entry = List(list)[(int)number];
            return entry as string ?? (string)((Dictionary<string, object>)entry)["name"];
        }

        /// <summary>Returns the number of a value of an enum.</summary>
        public long Value(string enumeration, string value)
        {
            var entry = (Dictionary<string, object>)List("enums")[(int)Number("enums", enumeration)];
            int n = ((List<object>)entry["values"]).IndexOf(value);
            if (n < 0) throw new KeyNotFoundException(enumeration + " has no value " + value);
            return n;
        }

        int Find(string list, string name)
        {
            List<object> entries = List(list);
            for (int i = 0; i < entries.Count; i++)
                if (Name(list, (uint)i) == name) return i;
            return -1;
        }

        List<object> List(string list) => all.TryGetValue(list, out object found) && found is List<object> entries ? entries : new List<object>();
    }

    /// <summary>A reader of JSON, since neither .NET Standard 2.0 nor Unity has one for any text: objects are dictionaries, numbers are doubles.</summary>
    sealed class JsonText
    {
        const int MaxDepth = 64;
        readonly string text;
        int at;

        internal JsonText(string text) { this.text = text; }

        internal object Read()
        {
            object value = Value(0);
            if (Peek() != '\0') throw Wrong();
            return value;
        }

        FormatException Wrong() => new FormatException("not JSON at character " + at);

        char Peek()
        {
            while (at < text.Length && char.IsWhiteSpace(text[at])) at++;
            return at < text.Length ? text[at] : '\0';
        }

        bool Skip(char c)
        {
            if (Peek() != c) return false;
            at++;
            return true;
        }

        void Expect(char c)
        {
            if (!Skip(c)) throw Wrong();
        }

        object Value(int depth)
        {
            if (depth > MaxDepth) throw Wrong();
            switch (Peek())
            {
                case '{': return Members(depth);
                case '[': return Elements(depth);
                case '"': return Quoted();
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", null);
                default: return Number();
            }
        }

        Dictionary<string, object> Members(int depth)
        {
            var d = new Dictionary<string, object>();
            Expect('{');
            if (Skip('}')) return d;
            do
            {
                Peek();
                string name = Quoted();
                Expect(':');
                d[name] = Value(depth + 1);
            } while (Skip(','));
            Expect('}');
            return d;
        }

        List<object> Elements(int depth)
        {
            var l = new List<object>();
            Expect('[');
            if (Skip(']')) return l;
            do l.Add(Value(depth + 1)); while (Skip(','));
            Expect(']');
            return l;
        }

        object Word(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Wrong();
            at += word.Length;
            return value;
        }

        object Number()
        {
            int begin = at;
            while (at < text.Length && "+-0123456789.eE".IndexOf(text[at]) >= 0) at++;
            if (!double.TryParse(text.Substring(begin, at - begin), NumberStyles.Float, CultureInfo.InvariantCulture, out double d)) throw Wrong();
            return d;
        }

        string Quoted()
        {
            var s = new StringBuilder();
            Expect('"');
            while (true)
            {
                if (at >= text.Length) throw Wrong();
                char c = text[at++];
                if (c == '"') return s.ToString();
                s.Append(c == '\\' ? Escaped() : c);
            }
        }

        char Escaped()
        {
            if (at >= text.Length) throw Wrong();
            char c = text[at++];
            int i = "\"\\/bfnrt".IndexOf(c);
            if (i >= 0) return "\"\\/\b\f\n\r\t"[i];
            if (c != 'u' || at + 4 > text.Length || !ushort.TryParse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ushort n)) throw Wrong();
            at += 4;
            return (char)n;
        }
    }
}
