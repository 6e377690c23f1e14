// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The times of the model and tool calls of all workflows, from which concurrency is computed.
 *
 * <p>Calls whose start and end were both recorded, up to {@value #MAX_CALLS}; of more, those that began first are kept,
 * which is a stretch of the run in full. Which ones depends on the set only.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class CallLog {
    /** How many calls are kept. */
    public static final int MAX_CALLS = 500_000;

    /** The analysis. */
    public static final Analysis<CallLog> ANALYSIS =
            Analysis.direct("call log", CallLog::new, CallLog::add, CallLog::add);

    private static final int FIRST = 8;

    private int size;
    private long dropped;
    private long[] starts = new long[FIRST];
    private long[] ends = new long[FIRST];
    private String[] labels = new String[FIRST];
    private boolean[] tools = new boolean[FIRST];
    private int[] inputTokens = new int[FIRST];

    private CallLog() {}

    private void add(Trace trace) {
        for (Span span : trace.spans()) {
            add(span);
        }
        limit();
    }

    private void add(Span span) {
        if (Calls.isCall(span) && span.isMeasured()) {
            grow(size + 1);
            Tokens usage = Calls.usage(span);
            starts[size] = span.startNanos();
            ends[size] = span.endNanos();
            labels[size] = Calls.label(span);
            tools[size] = span.kind() == SpanKind.TOOL;
            inputTokens[size] = (int) Math.min(Integer.MAX_VALUE, Math.max(-1, usage.input()));
            size++;
        }
    }

    private void add(CallLog more) {
        grow(size + more.size);
        System.arraycopy(more.starts, 0, starts, size, more.size);
        System.arraycopy(more.ends, 0, ends, size, more.size);
        System.arraycopy(more.labels, 0, labels, size, more.size);
        System.arraycopy(more.tools, 0, tools, size, more.size);
        System.arraycopy(more.inputTokens, 0, inputTokens, size, more.size);
        size += more.size;
        dropped += more.dropped;
        limit();
    }

    /** Sorting takes time: it is done when there are many too many. */
    private void limit() {
        if (size > 2 * MAX_CALLS) {
            keepFirst();
        }
    }

    private void grow(int needed) {
        if (needed > starts.length) {
            int length = Math.max(needed, starts.length * 2);
            starts = Arrays.copyOf(starts, length);
            ends = Arrays.copyOf(ends, length);
            labels = Arrays.copyOf(labels, length);
            tools = Arrays.copyOf(tools, length);
            inputTokens = Arrays.copyOf(inputTokens, length);
        }
    }

    /** Sorts by start and drops what is too much. */
    private void keepFirst() {
        Integer[] order = IntStream.range(0, size).boxed().toArray(Integer[]::new);
        Comparator<Integer> byStart = Comparator.comparingLong(i -> starts[i]);
        Arrays.sort(
                order,
                byStart.thenComparingLong(i -> ends[i])
                        .thenComparing(i -> labels[i])
                        .thenComparing(i -> tools[i])
                        .thenComparingInt(i -> inputTokens[i]));
        int kept = Math.min(size, MAX_CALLS);
        CallLog sorted = new CallLog();
        sorted.grow(kept);
        for (int i = 0; i < kept; i++) {
            int from = order[i];
            sorted.starts[i] = starts[from];
            sorted.ends[i] = ends[from];
            sorted.labels[i] = labels[from];
            sorted.tools[i] = tools[from];
            sorted.inputTokens[i] = inputTokens[from];
        }
        dropped += size - kept;
        size = kept;
        starts = sorted.starts;
        ends = sorted.ends;
        labels = sorted.labels;
        tools = sorted.tools;
        inputTokens = sorted.inputTokens;
    }

    /** Returns the calls that count, in no particular order. */
    public CallLog withinLimit() {
        if (size <= MAX_CALLS) {
            return this;
        }
        CallLog copy = new CallLog();
        copy.add(this);
        copy.keepFirst();
        return copy;
    }

    /** Returns how many calls are kept. */
    public int size() {
        return Math.min(size, MAX_CALLS);
    }

    /** Returns how many calls there were more. */
    public long dropped() {
        return dropped + size - size();
    }

    public long start(int call) {
        return starts[call];
    }

    public long end(int call) {
        return ends[call];
    }

    /** Returns the call's kind and name. */
    public String label(int call) {
        return labels[call];
    }

    public boolean isTool(int call) {
        return tools[call];
    }

    /** Returns the input tokens, -1 where they are not known. */
    public int inputTokens(int call) {
        return inputTokens[call];
    }
}
