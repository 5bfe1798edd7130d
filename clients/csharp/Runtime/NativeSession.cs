using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Karakuri
{
    /// <summary>A program that was loaded by the native library: immutable, for any number of sessions.</summary>
    public sealed class NativeProgram : IDisposable
    {
        internal ulong Handle;

        NativeProgram(ulong handle)
        {
            Handle = handle;
            Manifest = new Manifest(Encoding.UTF8.GetString(Native.Grown((byte[] b, UIntPtr room, out UIntPtr n) => Native.krk_program_manifest(handle, b, room, out n))));
        }

        /// <summary>The numbers of the program's names.</summary>
        public Manifest Manifest { get; }

        /// <summary>Loads a program from a file and those that it imports.</summary>
        public static NativeProgram Load(string path)
        {
            Native.CheckProtocol();
            Native.Check(Native.krk_program_load(Native.Text(path), out ulong h));
            return new NativeProgram(h);
        }

        /// <summary>Loads a program from a text that imports nothing.</summary>
        public static NativeProgram Parse(string text, string name = "program.krk")
        {
            Native.CheckProtocol();
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            Native.Check(Native.krk_program_load_text(Native.Text(name), bytes, Native.Size(bytes.Length), out ulong h));
            return new NativeProgram(h);
        }

        /// <summary>Frees the program. Its sessions go on.</summary>
        public void Dispose()
        {
            if (Handle != 0) Native.krk_free(Handle);
            Handle = 0;
        }

        /// <summary>Frees all programs and sessions: call it first where a host loads its own code anew, as Unity does.</summary>
        public static void Reset() => Native.Check(Native.krk_reset());
    }

    /// <summary>A session in this process.</summary>
    public sealed class NativeSession : ISession
    {
        ulong handle;
        byte[] answer = new byte[4096];
        readonly Queue<byte[]> waiting = new Queue<byte[]>();

        /// <summary>Makes a session: a crowd without agents. Options are JSON.</summary>
        public NativeSession(NativeProgram program, string options = "")
        {
            Manifest = program.Manifest;
            Native.Check(Native.krk_session_new(program.Handle, Native.Text(options), out handle));
        }

        /// <summary>Makes a session that goes on from a snapshot.</summary>
        public NativeSession(NativeProgram program, string options, byte[] snapshot)
        {
            Manifest = program.Manifest;
            Native.Check(Native.krk_session_restore(program.Handle, Native.Text(options), snapshot, Native.Size(snapshot.Length), out handle));
        }

        /// <inheritdoc/>
        public Manifest Manifest { get; private set; }

        /// <inheritdoc/>
        public Answer Exchange(Batch batch)
        {
            if (waiting.Count > 0) throw new InvalidOperationException("take the answers to earlier batches first: TryReceive");
            ArraySegment<byte> b = batch.Bytes;
            Native.Check(Native.krk_exchange(handle, b.Array, Native.Size(b.Count), out IntPtr at, out UIntPtr n));
            int length = checked((int)(ulong)n);
            if (answer.Length < length) answer = new byte[Math.Max(length, 2 * answer.Length)];
            if (length > 0) Marshal.Copy(at, answer, 0, length);
            return new Answer(answer, length);
        }

        /// <inheritdoc/>
        public void Send(Batch batch)
        {
            Native.Check(Native.krk_exchange(handle, batch.Bytes.Array, Native.Size(batch.Length), out IntPtr at, out UIntPtr n));
            var copy = new byte[checked((int)(ulong)n)];
            if (copy.Length > 0) Marshal.Copy(at, copy, 0, copy.Length);
            waiting.Enqueue(copy);
        }

        /// <inheritdoc/>
        public bool TryReceive(out Answer next)
        {
            bool some = waiting.Count > 0;
            byte[] b = some ? waiting.Dequeue() : Array.Empty<byte>();
            next = new Answer(b, b.Length);
            return some;
        }

        /// <summary>Returns a snapshot of the session.</summary>
        public byte[] Snapshot() => Native.Grown((byte[] b, UIntPtr room, out UIntPtr n) => Native.krk_snapshot(handle, b, room, out n));

        /// <summary>Takes the session back to a snapshot. The next answer tells which actions go on.</summary>
        public void Rollback(byte[] snapshot) => Native.Check(Native.krk_rollback(handle, snapshot, Native.Size(snapshot.Length)));

        /// <summary>Has the session go on with another program.</summary>
        public void Reload(NativeProgram program)
        {
            Native.Check(Native.krk_reload(handle, program.Handle));
            Manifest = program.Manifest;
        }

        /// <summary>Writes the run to a trace from now on; null ends it.</summary>
        public void Record(string path) => Native.Check(Native.krk_record(handle, path == null ? null : Native.Text(path)));

        /// <summary>Frees the session.</summary>
        public void Dispose()
        {
            if (handle != 0) Native.krk_free(handle);
            handle = 0;
        }
    }

    static class Native
    {
        const int Short = 3;
        const string Library = "libkarakuri";

        internal delegate int Fill(byte[] buffer, UIntPtr room, out UIntPtr length);

        internal static byte[] Text(string text) => Encoding.UTF8.GetBytes(text + "\0");

        internal static UIntPtr Size(int n) => new UIntPtr((uint)n);

        internal static void Check(int code)
        {
            if (code == 0) return;
            var b = new byte[8200];
            krk_error(b, Size(b.Length));
            throw new KarakuriException(code, Encoding.UTF8.GetString(b, 0, Math.Max(0, Array.IndexOf(b, (byte)0))));
        }

        internal static void CheckProtocol()
        {
            int spoken = krk_protocol();
            if (spoken != Protocol.Version) throw new KarakuriException(0, "the library speaks version " + spoken + " of batches, and this package " + Protocol.Version);
        }

        /// <summary>Returns what a call writes to memory of the caller, which is made as long as it takes.</summary>
        internal static byte[] Grown(Fill call)
        {
            var b = new byte[0];
            int code = call(b, UIntPtr.Zero, out UIntPtr n);
            while (code == Short)
            {
                b = new byte[checked((int)(ulong)n)];
                code = call(b, Size(b.Length), out n);
            }
            Check(code);
            if (b.Length != (int)(ulong)n) Array.Resize(ref b, (int)(ulong)n);
            return b;
        }

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern UIntPtr krk_error(byte[] buffer, UIntPtr room);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_protocol();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_program_load(byte[] path, out ulong program);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_program_load_text(byte[] name, byte[] text, UIntPtr n, out ulong program);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_program_manifest(ulong program, byte[] buffer, UIntPtr room, out UIntPtr length);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_session_new(ulong program, byte[] options, out ulong session);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_session_restore(ulong program, byte[] options, byte[] snapshot, UIntPtr n, out ulong session);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_exchange(ulong session, byte[] batch, UIntPtr n, out IntPtr answer, out UIntPtr length);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_snapshot(ulong session, byte[] buffer, UIntPtr room, out UIntPtr length);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_rollback(ulong session, byte[] snapshot, UIntPtr n);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_reload(ulong session, ulong program);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_record(ulong session, byte[] path);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_free(ulong handle);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)] internal static extern int krk_reset();
    }
}
