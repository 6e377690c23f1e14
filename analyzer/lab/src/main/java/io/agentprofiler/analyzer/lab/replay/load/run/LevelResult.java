// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.load.run;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.lab.replay.load.Load;
import io.agentprofiler.analyzer.lab.replay.load.Received;
import io.agentprofiler.analyzer.lab.replay.load.Received.RequestOutcome;
import io.agentprofiler.analyzer.lab.replay.load.run.SentWorkflow.SentCall;
import io.agentprofiler.analyzer.trace.Tokens;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of a level. Times are nanoseconds.
 *
 * <p><b>Threading:</b> any thread until it has ended; then it is only read.
 */
public final class LevelResult {
    private final Load load;
    private final Map<RequestOutcome, Long> calls = new EnumMap<>(RequestOutcome.class);
    private final Map<RequestOutcome, Long> workflows = new EnumMap<>(RequestOutcome.class);
    private final Map<String, Long> problems = new TreeMap<>();
    private final Distribution latency = new Distribution();
    private final Distribution firstChunk = new Distribution();
    private final Distribution runTime = new Distribution();
    private final Distribution late = new Distribution();
    private Tokens tokens = Tokens.NONE;
    private long nanos;
    private long leftOut;
    private double cores = Double.NaN;

    public LevelResult(Load load) {
        this.load = load;
    }

    /** Adds a workflow that has ended. */
    public synchronized void add(SentWorkflow workflow) {
        workflows.merge(workflow.outcome(), 1L, Long::sum);
        if (workflow.outcome() == RequestOutcome.ANSWERED) {
            runTime.add(workflow.endNanos() - workflow.dueNanos());
        }
        for (SentCall call : workflow.calls()) {
            Received received = call.received();
            calls.merge(received.outcome(), 1L, Long::sum);
            late.add(received.sentNanos() - call.dueNanos());
            if (received.outcome() == RequestOutcome.FAILED) {
                problems.merge(received.problem(), 1L, Long::sum);
            }
            if (received.outcome() == RequestOutcome.ANSWERED) {
                latency.add(call.latencyNanos());
                if (received.arrival().firstNanos() >= 0) {
                    firstChunk.add(received.arrival().firstNanos() - call.dueNanos());
                }
                tokens = tokens.plus(received.tokens());
            }
        }
    }

    /**
     * Ends it.
     *
     * @param took how long it took
     * @param notBegun workflows that were not begun because too many ran
     * @param processors CPU usage of the load generator in CPUs; {@link Double#NaN} when unknown
     */
    public synchronized void ended(long took, long notBegun, double processors) {
        nanos = took;
        leftOut = notBegun;
        cores = processors;
    }

    public Load load() {
        return load;
    }

    /** Returns how many requests ended so. */
    public long calls(RequestOutcome how) {
        return calls.getOrDefault(how, 0L);
    }

    /** Returns why requests failed, and how many for each reason, as {@link Received#problem} has it. */
    public Map<String, Long> problems() {
        return problems;
    }

    /** Returns how many requests were sent. */
    public long calls() {
        return calls.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns how many workflows ended so. */
    public long workflows(RequestOutcome how) {
        return workflows.getOrDefault(how, 0L);
    }

    /** Returns how many workflows began. */
    public long workflows() {
        return workflows.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the times of answered requests, from when they were to be sent to their end. */
    public Distribution latency() {
        return latency;
    }

    /** Returns the times of answered requests, from when they were to be sent to the first chunk that says something. */
    public Distribution firstChunk() {
        return firstChunk;
    }

    /** Returns the times of workflows all of whose calls were answered, from when they were to begin. */
    public Distribution runTime() {
        return runTime;
    }

    /** Returns how much later than they should requests were sent. */
    public Distribution late() {
        return late;
    }

    /** Returns what the server counted. */
    public Tokens tokens() {
        return tokens;
    }

    /** Returns how long it took. */
    public long nanos() {
        return nanos;
    }

    /** Returns how many workflows were not begun because too many ran. */
    public long leftOut() {
        return leftOut;
    }

    /** Returns the CPU usage of the load generator, in CPUs. */
    public double cores() {
        return cores;
    }

    /** Returns how many there were in a second; {@link Double#NaN} where that is not known. */
    public double perSecond(long count) {
        return nanos <= 0 || count < 0 ? Double.NaN : count * 1e9 / nanos;
    }
}
