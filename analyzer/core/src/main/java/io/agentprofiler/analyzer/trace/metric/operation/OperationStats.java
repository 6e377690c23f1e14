// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.metric.workflow.FailureCount;

/**
 * Statistics of one row: calls, outcome, time, streaming, tokens.
 *
 * <p>Times are nanoseconds. Percentiles are of calls whose start and end were both recorded; totals take an unfinished
 * call up to the run's last time.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class OperationStats {
    private long calls;
    private final FailureCount failures = new FailureCount();
    private long cancelled;
    private long unfinished;
    /** Calls whose format says how long they took, and those of which it says how long they took themselves. */
    private long timed;

    private long selfTimed;
    private long totalNanos;
    private long selfNanos;
    private final Distribution durations = new Distribution();
    /** Made by the first streamed call: most rows have none. */
    private StreamStats streams;

    private Tokens tokens = Tokens.NONE;
    private long callsWithUsage;
    private long callsWithoutUsage;
    private long cpuNanos = Unknown.LONG;
    private long allocatedBytes = Unknown.LONG;

    /** Adds a call, without its tokens. */
    void add(Span span) {
        calls++;
        failures.add(span);
        switch (span.status()) {
            case CANCELLED -> cancelled++;
            case UNFINISHED -> unfinished++;
            case OK, ERROR -> {
                // failures are counted with those that nobody knows of
            }
        }
        if (span.isTimed()) {
            timed++;
            totalNanos = Saturated.add(totalNanos, span.durationNanos());
        }
        if (span.isSelfTimed()) {
            selfTimed++;
            selfNanos = Saturated.add(selfNanos, span.selfNanos());
        }
        cpuNanos = sum(cpuNanos, span.cpuNanos());
        allocatedBytes = sum(allocatedBytes, span.allocatedBytes());
        if (span.isMeasured()) {
            durations.add(span.durationNanos());
        }
        if (span.chunks() != null) {
            openStreams().add(span);
        }
    }

    /** Adds what a model call used, made by this row's operation or below it. */
    void addUsage(Span modelCall) {
        Tokens usage = Calls.usage(modelCall);
        tokens = tokens.plus(usage);
        callsWithUsage += usage.isKnown() ? 1 : 0;
        callsWithoutUsage += Calls.lacksUsage(modelCall) ? 1 : 0;
    }

    void add(OperationStats more) {
        calls += more.calls;
        failures.add(more.failures);
        cancelled += more.cancelled;
        unfinished += more.unfinished;
        timed += more.timed;
        selfTimed += more.selfTimed;
        totalNanos = Saturated.add(totalNanos, more.totalNanos);
        selfNanos = Saturated.add(selfNanos, more.selfNanos);
        durations.add(more.durations);
        if (more.streams != null) {
            openStreams().add(more.streams);
        }
        tokens = tokens.plus(more.tokens);
        callsWithUsage += more.callsWithUsage;
        callsWithoutUsage += more.callsWithoutUsage;
        cpuNanos = sum(cpuNanos, more.cpuNanos);
        allocatedBytes = sum(allocatedBytes, more.allocatedBytes);
    }

    private StreamStats openStreams() {
        if (streams == null) {
            streams = new StreamStats();
        }
        return streams;
    }

    private static long sum(long left, long right) {
        if (left == Unknown.LONG) {
            return right;
        }
        return right == Unknown.LONG ? left : Saturated.add(left, right);
    }

    public long calls() {
        return calls;
    }

    /** Returns the number of failed calls; absent if none is known to have failed and some statuses are unknown. */
    public long errors() {
        return failures.failed();
    }

    /** Returns the number of cancelled calls; absent if none is known to be cancelled and some statuses are unknown. */
    public long cancelled() {
        return failures.known(cancelled);
    }

    public long unfinished() {
        return unfinished;
    }

    /** Returns the sum of the lengths; calls within calls of the same row count twice. Absent where none was timed. */
    public long totalNanos() {
        return calls > 0 && timed == 0 ? Unknown.LONG : totalNanos;
    }

    /** Returns the time spent in the calls themselves; never counts a moment of a thread's work twice. Absent where none was timed. */
    public long selfNanos() {
        return calls > 0 && selfTimed == 0 ? Unknown.LONG : selfNanos;
    }

    /** Returns the lengths of the calls whose both ends were recorded. */
    public Distribution durations() {
        return durations;
    }

    /** Returns the streaming statistics, or {@code null} when no call streamed. */
    public StreamStats streams() {
        return streams;
    }

    public Tokens tokens() {
        return tokens;
    }

    /** Returns how many model calls reported usage. */
    public long callsWithUsage() {
        return callsWithUsage;
    }

    /** Returns how many model calls succeeded and reported none. */
    public long callsWithoutUsage() {
        return callsWithoutUsage;
    }

    /** Returns the CPU time of the calls' own threads where it was recorded, or absent. */
    public long cpuNanos() {
        return cpuNanos;
    }

    /** Returns the bytes the calls' own threads allocated where it was recorded, or absent. */
    public long allocatedBytes() {
        return allocatedBytes;
    }
}
