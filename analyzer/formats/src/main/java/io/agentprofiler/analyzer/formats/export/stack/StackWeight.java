// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.stack;

import io.agentprofiler.analyzer.answer.tokens.CallWeight;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.calltree.OwnBytes;
import io.agentprofiler.analyzer.trace.metric.calltree.PathWeights;
import java.util.Locale;

/** What a stack is measured by, as whole numbers. */
public enum StackWeight {
    /** Self time in nanoseconds. */
    TIME,
    /** Tokens, input and output together. */
    TOKENS,
    /** Millionths of a dollar. */
    COST,
    /** Bytes that the span's own thread allocated, without those of spans inside on the same thread. */
    BYTES;

    /** As many of the units that paths are summed in make one of a stack. */
    private static final long PICOS = 1_000_000;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the sums by path; the instance is the key of its answer. */
    public Analysis<PathWeights> question(PriceList prices) {
        return PathWeights.question(
                switch (this) {
                    case TIME -> span -> span.isSelfTimed() ? span.selfNanos() : Unknown.LONG;
                    case TOKENS -> CallWeight::tokens;
                    case COST -> span -> CallWeight.picoDollars(span, prices);
                    case BYTES -> OwnBytes::of;
                });
    }

    /** Returns a sum of paths in the unit of stacks. */
    long units(long sum) {
        return this == COST ? sum / PICOS + (sum % PICOS >= PICOS / 2 ? 1 : 0) : sum;
    }
}
