using System;

namespace Karakuri
{
    /// <summary>A crowd whose actions the game carries out, in this process (<see cref="NativeSession"/>) or elsewhere (<see cref="RemoteSession"/>). Call it from one thread at a time.</summary>
    public interface ISession : IDisposable
    {
        /// <summary>The numbers of the program's names.</summary>
        Manifest Manifest { get; }

        /// <summary>Hands over a copy of a batch. Each batch gets one answer, in order.</summary>
        void Send(Batch batch);

        /// <summary>Takes the next answer, if there is one. It never waits. The answer is good until the next call of the session.</summary>
        bool TryReceive(out Answer answer);

        /// <summary>Hands over a batch and waits for its answer. Take all answers to earlier batches before.</summary>
        Answer Exchange(Batch batch);
    }

    /// <summary>An error of the engine or of the connection to it.</summary>
    public sealed class KarakuriException : Exception
    {
        /// <summary>Makes an error.</summary>
        public KarakuriException(int code, string text) : base(text) { Code = code; }

        /// <summary>One of the codes of karakuri.h; 0 where the connection failed.</summary>
        public int Code { get; }
    }
}
