// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.event;

import io.agentprofiler.agent.stats.DropReason;
import io.agentprofiler.agent.stats.EventType;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.agent.stats.ProcessSample;
import java.util.function.Supplier;

/**
 * Somewhere traces go. Sinks know nothing of each other; one that fails costs the others nothing.
 *
 * <p><b>Threading:</b> every method is called on the ring's consumer thread only.
 *
 * <p><b>Errors:</b> a sink handles its own I/O failures (stop writing, count, retry later, say so once). What it throws
 * all the same is caught by the consumer and counted as {@code sink_failed}.
 */
public interface TraceSink {
    /**
     * Called once, before anything else.
     *
     * @param counters gives the counters of the moment it is called at; the event being handled counts as queued
     */
    default void attach(Supplier<PipelineCounters.Snapshot> counters) {}

    /** Does with a made-up span what it will do with real ones, and leaves no trace of it. Called once, if at all, after {@link #attach}. */
    default void rehearse(SpanStart start, SpanEnd end) {}

    /** Takes a start; answers whether it was written. */
    boolean start(SpanStart start);

    /** Takes a chunk; answers whether it was written. */
    boolean chunk(SpanChunk chunk);

    /** Takes an end; answers whether it was written. */
    boolean end(SpanEnd end);

    /** Takes a sample of a model server; answers whether it was written. */
    default boolean modelServer(ModelServerSample sample) {
        return true;
    }

    /** Takes a forecast. It is no event of its own in the counters. */
    default void forecast(StageForecast forecast) {}

    /** Takes the counters, about once a second. */
    void counters(PipelineCounters.Snapshot counters);

    /** Takes a sample of the process, every few seconds. */
    default void process(ProcessSample sample) {}

    /** Hands everything taken so far to the operating system. Called at least every {@code agentprofiler.flush} ms. */
    void flush();

    /** The run ends: makes sure that what was taken is where a reader finds it, and knows what is not. */
    default void settle() {}

    /**
     * Returns how many events of a type were answered with {@code true} and lost afterwards, since this was last asked: {@link
     * DropReason#IO} before they reached the operating system, {@link DropReason#REMOVED} with their file. Asked before the
     * counters are final, and after {@link #close}.
     */
    default long lostAfterwards(EventType type, DropReason reason) {
        return 0;
    }

    /** Writes the final counters and closes; only {@link #lostAfterwards} is called afterwards. */
    void close(PipelineCounters.Snapshot counters);
}
