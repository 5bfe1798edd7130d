using System;
using System.Collections.Generic;
using System.Net;
using System.Net.WebSockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Karakuri
{
    /// <summary>How a <see cref="RemoteSession"/> connects.</summary>
    public sealed class RemoteOptions
    {
        /// <summary>The address of karakuri serve: "ws://127.0.0.1:7421".</summary>
        public string Address = "ws://127.0.0.1:7421";

        /// <summary>The program's name; empty: the only one there is.</summary>
        public string Program = "";

        /// <summary>The token that the server asks for; empty: none.</summary>
        public string Token = "";

        /// <summary>Options of the session, JSON.</summary>
        public string Session = "";

        /// <summary>The hash of the manifest that the game was made for: another program is refused. Empty: any.</summary>
        public string ManifestHash = "";

        /// <summary>How often to connect again after a connection was lost, before the session fails.</summary>
        public int Retries = 20;

        /// <summary>How long to wait between two tries.</summary>
        public TimeSpan Pause = TimeSpan.FromMilliseconds(250);
    }

    /// <summary>A session of karakuri serve, over WebSocket. After a lost connection it connects again; nothing is lost and nothing is repeated.</summary>
    public sealed class RemoteSession : ISession
    {
        const int HeadBytes = 24;
        const int MaxHello = 1 << 16;

        struct Message
        {
            internal long Number;
            internal byte[] Frame;
        }

        readonly object gate = new object();
        readonly RemoteOptions options;
        readonly Queue<byte[]> answers = new Queue<byte[]>();
        readonly LinkedList<Message> unacknowledged = new LinkedList<Message>();
        readonly SemaphoreSlim outgoing = new SemaphoreSlim(0), arrivals = new SemaphoreSlim(0);
        readonly CancellationTokenSource end = new CancellationTokenSource();
        ClientWebSocket socket;
        string id;
        long said, heard, sent; // numbers of messages: the last of the game, the last that arrived, the last that this connection has carried
        Exception failure;

        /// <summary>Connects, and waits for it.</summary>
        public RemoteSession(RemoteOptions options)
        {
            this.options = options;
            using (var web = new WebClient { Encoding = Encoding.UTF8 })
            {
                if (options.Token != "") web.Headers["Authorization"] = "Bearer " + options.Token;
                string http = "http" + options.Address.Substring(2); // ws and wss become http and https
                Manifest = new Manifest(web.DownloadString(http + "/v1/manifest?program=" + Uri.EscapeDataString(options.Program)));
            }
            if (options.ManifestHash != "" && options.ManifestHash != Manifest.Hash)
                throw new KarakuriException(0, "the game was made for a program whose manifest is " + options.ManifestHash + ", and that of the server's is " + Manifest.Hash);
            Connect().GetAwaiter().GetResult();
            Task.Run(Converse);
        }

        /// <inheritdoc/>
        public Manifest Manifest { get; }

        /// <inheritdoc/>
        public void Send(Batch batch)
        {
            lock (gate)
            {
                if (failure != null) throw failure;
                var frame = new byte[HeadBytes + batch.Length];
                Put(frame, 0, ++said);
                Put(frame, 16, (long)batch.Length << 32);
                Buffer.BlockCopy(batch.Bytes.Array, 0, frame, HeadBytes, batch.Length);
                unacknowledged.AddLast(new Message { Number = said, Frame = frame });
            }
            outgoing.Release();
        }

        /// <inheritdoc/>
        public bool TryReceive(out Answer answer)
        {
            bool some = arrivals.Wait(0);
            answer = some ? Take() : default;
            if (some) return true;
            lock (gate)
                if (failure != null && answers.Count == 0) throw failure;
            return false;
        }

        /// <inheritdoc/>
        public Answer Exchange(Batch batch)
        {
            Send(batch);
            arrivals.Wait();
            return Take();
        }

        /// <summary>Breaks the connection off, as a network may: the session connects again.</summary>
        public void Drop() => socket?.Abort();

        /// <summary>Ends the session.</summary>
        public void Dispose()
        {
            if (end.IsCancellationRequested) return;
            try
            {
                ClientWebSocket open = socket;
                if (open != null && open.State == WebSocketState.Open) open.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "", CancellationToken.None).Wait(1000);
            }
            catch (Exception)
            {
                // the connection is gone already, or something is being sent on it: the server ends the session by itself
            }
            end.Cancel();
            Fail(new ObjectDisposedException(nameof(RemoteSession)));
        }

        Answer Take()
        {
            lock (gate)
            {
                if (answers.Count == 0) throw failure; // Fail wakes whoever waits
                byte[] b = answers.Dequeue();
                return new Answer(b, b.Length);
            }
        }

        void Fail(Exception e)
        {
            lock (gate) failure = failure ?? e;
            arrivals.Release();
        }

        // Connect opens a connection, of a new session or of the one that there is.
        async Task Connect()
        {
            string query = id == null
                ? "program=" + Uri.EscapeDataString(options.Program) + "&options=" + Uri.EscapeDataString(options.Session) + "&manifest=" + Manifest.Hash
                : "session=" + id + "&received=" + Interlocked.Read(ref heard);
            var fresh = new ClientWebSocket();
            if (options.Token != "") fresh.Options.SetRequestHeader("Authorization", "Bearer " + options.Token);
            await fresh.ConnectAsync(new Uri(options.Address + "/v1/session?" + query), end.Token).ConfigureAwait(false);
            var hello = (Dictionary<string, object>)new JsonText(Encoding.UTF8.GetString(await Whole(fresh, MaxHello).ConfigureAwait(false))).Read();
            if ((double)hello["protocol"] != Protocol.Version) throw new KarakuriException(0, "the server speaks version " + hello["protocol"] + " of batches, and this package " + Protocol.Version);
            id = (string)hello["session"];
            sent = (long)(double)hello["received"];
            Acknowledge(sent);
            socket = fresh;
        }

        // Converse sends and receives until the session ends, over one connection after the other.
        async Task Converse()
        {
            for (int tries = 0; !end.IsCancellationRequested;)
            {
                Exception why;
                try
                {
                    if (socket == null) await Connect().ConfigureAwait(false);
                    tries = 0;
                    why = await Speak(socket).ConfigureAwait(false);
                }
                catch (Exception e)
                {
                    why = e;
                }
                socket?.Dispose();
                socket = null;
                if (why is KarakuriException || ++tries > options.Retries)
                {
                    Fail(why);
                    return;
                }
                if (tries > 1) await Task.Delay(options.Pause).ConfigureAwait(false);
            }
        }

        // Speak sends and receives over a connection, and returns why it ended.
        async Task<Exception> Speak(ClientWebSocket over)
        {
            using (var gone = CancellationTokenSource.CreateLinkedTokenSource(end.Token))
            {
                Task sending = Pump(over, gone.Token);
                try
                {
                    while (true) Hear(await Whole(over, int.MaxValue).ConfigureAwait(false));
                }
                catch (Exception e)
                {
                    gone.Cancel();
                    over.Abort();
                    try
                    {
                        await sending.ConfigureAwait(false);
                    }
                    catch (Exception)
                    {
                        // the reason is e
                    }
                    return e;
                }
            }
        }

        // Pump sends messages as they come.
        async Task Pump(ClientWebSocket over, CancellationToken gone)
        {
            while (true)
            {
                byte[] frame = null;
                lock (gate)
                    foreach (Message m in unacknowledged)
                        if (m.Number > sent)
                        {
                            sent = m.Number;
                            frame = m.Frame;
                            break;
                        }
                if (frame == null)
                {
                    await outgoing.WaitAsync(gone).ConfigureAwait(false);
                    continue;
                }
                Put(frame, 8, Interlocked.Read(ref heard));
                await over.SendAsync(new ArraySegment<byte>(frame), WebSocketMessageType.Binary, true, gone).ConfigureAwait(false);
            }
        }

        // Whole receives a message of the connection. A connection that the server ends for good is an error of the session.
        async Task<byte[]> Whole(ClientWebSocket over, int most)
        {
            var b = new byte[4096];
            for (int n = 0; ;)
            {
                WebSocketReceiveResult r = await over.ReceiveAsync(new ArraySegment<byte>(b, n, b.Length - n), end.Token).ConfigureAwait(false);
                if (r.MessageType == WebSocketMessageType.Close)
                {
                    string why = "the server closed the connection with code " + (int)(over.CloseStatus ?? 0) + ": " + over.CloseStatusDescription;
                    const int tryAgain = 1013;
                    if ((int)(over.CloseStatus ?? 0) == tryAgain) throw new WebSocketException(why);
                    throw new KarakuriException(0, why);
                }
                n += r.Count;
                if (r.EndOfMessage)
                {
                    Array.Resize(ref b, n);
                    return b;
                }
                if (n >= most) throw new KarakuriException(0, "the server says more than " + most + " bytes");
                if (n == b.Length) Array.Resize(ref b, 2 * n);
            }
        }

        // Hear takes a message of the server. It does not ask for split ones.
        void Hear(byte[] frame)
        {
            if (frame.Length < HeadBytes || Get(frame, 16) != (long)(frame.Length - HeadBytes) << 32) throw new WebSocketException("a frame of the server is no message");
            long number = Get(frame, 0);
            Acknowledge(Get(frame, 8));
            if (number <= heard) return;
            if (number != heard + 1) throw new WebSocketException("message " + number + " came after " + heard);
            Interlocked.Exchange(ref heard, number);
            var answer = new byte[frame.Length - HeadBytes];
            Buffer.BlockCopy(frame, HeadBytes, answer, 0, answer.Length);
            lock (gate) answers.Enqueue(answer);
            arrivals.Release();
        }

        void Acknowledge(long number)
        {
            lock (gate)
                while (unacknowledged.Count > 0 && unacknowledged.First.Value.Number <= number) unacknowledged.RemoveFirst();
        }

        static long Get(byte[] b, int at) => unchecked((long)Item.Little(b, at));

        static void Put(byte[] b, int at, long n)
        {
            for (int i = 0; i < 8; i++) b[at + i] = unchecked((byte)(n >> 8 * i));
        }
    }
}
