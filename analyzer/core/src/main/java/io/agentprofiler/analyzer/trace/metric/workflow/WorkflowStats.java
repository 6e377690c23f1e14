// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.base.stat.Distribution;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;

/**
 * Statistics of the workflows of one name.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class WorkflowStats {
    private long workflows;
    private final WorkflowEnds ends = new WorkflowEnds();
    private long openNanos;
    private long workNanos = Unknown.LONG;
    private long spans;
    private long modelCalls;
    private long toolCalls;
    private long callsWithoutUsage;
    private final Distribution durations = new Distribution();
    private final Distribution inputTokens = new Distribution();
    private final Distribution outputTokens = new Distribution();
    private Tokens tokens = Tokens.NONE;
    private Tokens embeddingTokens = Tokens.NONE;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    /**
     * Adds a workflow.
     *
     * @param counts of that workflow
     */
    void add(Trace trace, WorkflowCounts counts) {
        workflows++;
        ends.add(counts.end());
        openNanos += trace.root().status() == SpanStatus.UNFINISHED ? trace.durationNanos() : 0;
        if (trace.root().isMeasured()) {
            durations.add(trace.durationNanos());
            workNanos = Math.max(workNanos, trace.workNanos());
        }
        if (!trace.root().has(SpanFlag.TIME_UNKNOWN)) {
            firstNanos = Math.min(firstNanos, trace.startNanos());
            lastNanos = Math.max(lastNanos, trace.endNanos());
        }
        spans += trace.spans().size();
        modelCalls += counts.modelCalls();
        toolCalls += counts.toolCalls();
        callsWithoutUsage += counts.callsWithoutUsage();
        embeddingTokens = embeddingTokens.plus(counts.embeddingTokens());
        tokens = tokens.plus(counts.tokens());
        inputTokens.addIfKnown(counts.tokens().input());
        outputTokens.addIfKnown(counts.tokens().output());
    }

    void add(WorkflowStats more) {
        workflows += more.workflows;
        ends.add(more.ends);
        openNanos += more.openNanos;
        workNanos = Math.max(workNanos, more.workNanos);
        spans += more.spans;
        modelCalls += more.modelCalls;
        toolCalls += more.toolCalls;
        callsWithoutUsage += more.callsWithoutUsage;
        durations.add(more.durations);
        inputTokens.add(more.inputTokens);
        outputTokens.add(more.outputTokens);
        tokens = tokens.plus(more.tokens);
        embeddingTokens = embeddingTokens.plus(more.embeddingTokens);
        firstNanos = Math.min(firstNanos, more.firstNanos);
        lastNanos = Math.max(lastNanos, more.lastNanos);
    }

    public long workflows() {
        return workflows;
    }

    /** Returns how many of them ended how. */
    public WorkflowEnds ends() {
        return ends;
    }

    public long spans() {
        return spans;
    }

    public long modelCalls() {
        return modelCalls;
    }

    public long toolCalls() {
        return toolCalls;
    }

    /** Returns how many model calls succeeded without reporting usage. */
    public long callsWithoutUsage() {
        return callsWithoutUsage;
    }

    /** Returns the run times of workflows whose both ends were recorded, in nanoseconds. */
    public Distribution durations() {
        return durations;
    }

    /**
     * Returns for how long after its start the work of a workflow went on at most, of those whose work outlived them, in nanoseconds;
     * absent where there is none.
     */
    public long workNanos() {
        return workNanos;
    }

    /** Returns how long workflows that have not ended had lasted at the last event, together, in nanoseconds. */
    public long openNanos() {
        return openNanos;
    }

    /** Returns the input tokens per workflow, of those with usage. */
    public Distribution inputTokens() {
        return inputTokens;
    }

    /** Returns the output tokens per workflow, of those with usage. */
    public Distribution outputTokens() {
        return outputTokens;
    }

    /** Returns the usage of language models. */
    public Tokens tokens() {
        return tokens;
    }

    /** Returns the usage of embedding models. */
    public Tokens embeddingTokens() {
        return embeddingTokens;
    }

    /** Returns when the first workflow began, {@link Long#MAX_VALUE} when there is none, or none says. */
    public long firstNanos() {
        return firstNanos;
    }

    /** Returns when the last workflow ended, {@link Long#MIN_VALUE} when there is none, or none says. */
    public long lastNanos() {
        return lastNanos;
    }
}
