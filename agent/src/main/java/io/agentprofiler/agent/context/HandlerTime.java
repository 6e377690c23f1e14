// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

/**
 * How long the application had the elements of a streamed result in its hands: from each being given to it until its handler
 * returned or, where it fetches them, until it asked for more. As long as it has one, nobody takes the next from the model.
 *
 * <p><b>Threading:</b> elements of one span come serially, each on any thread; so does what is recorded here. The end may come
 * on another thread in the midst of it: what the handler took since its element came is then not in the sum.
 */
public final class HandlerTime {
    /** Stands for the application where it fetches the elements, and may go on with one after the call that brought it. */
    public static final Object FETCHING = new Object();

    private long nanos;
    private long beforeFirst;
    private long untilLast;
    private int chunksSeen;
    /** The thread on which the handler runs, {@link #FETCHING}, or the span; {@code null} while the application has no element. */
    private Object taker;

    private long since;
    private boolean unknown;

    HandlerTime() {}

    /**
     * The application is given an element.
     *
     * @param by the thread that calls its handler, {@link #FETCHING}, or the span if its handler may be suspended. Not counted
     *     while the application has an element already: it passes that on to itself
     * @param chunks statistics of the chunks, {@code null} before the first: where the element is a chunk, its time is known
     */
    void enter(Object by, Span.ChunkStats chunks) {
        int seen = chunks == null ? 0 : chunks.count;
        if (taker == null) {
            since = seen != chunksSeen ? chunks.lastNanos : System.nanoTime();
            taker = by;
        }
        chunksSeen = seen;
    }

    /** The application is done with the element it was given {@code by}; does nothing where it has none of that. */
    void leave(Object by) {
        if (taker == by) {
            taker = null;
            nanos += System.nanoTime() - since;
        }
    }

    /** A chunk came. */
    public void chunk(boolean first) {
        untilLast = nanos;
        if (first) {
            beforeFirst = nanos;
        }
    }

    /** The span ends, at {@code now} by {@link System#nanoTime}: from within the handler, or while the application has an element. */
    public void end(long now) {
        Object by = taker;
        if (by != null && (!(by instanceof Thread) || by == Thread.currentThread())) {
            taker = null;
            nanos += now - since;
        }
    }

    /** Elements come on several threads at a time: there is no telling how long they kept the result waiting. */
    void giveUp() {
        unknown = true;
    }

    /** Answers whether the time is known. */
    public boolean isKnown() {
        return !unknown;
    }

    /** Returns the sum in nanoseconds. */
    public long nanos() {
        return nanos;
    }

    /** Returns the part of it before the first chunk came: of elements that are no chunks. */
    public long beforeFirst() {
        return beforeFirst;
    }

    /** Returns the part of it since the last chunk came. */
    public long sinceLast() {
        return nanos - untilLast;
    }
}
