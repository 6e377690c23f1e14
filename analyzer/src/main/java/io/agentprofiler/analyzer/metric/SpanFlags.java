// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.metric;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import java.util.Arrays;

/**
 * How many spans have each {@link SpanFlag}.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class SpanFlags {
    /** The analysis. */
    public static final Analysis<SpanFlags> ANALYSIS = Analysis.of(
            "span flags",
            SpanFlags::new,
            (flags, trace) -> trace.spans().forEach(flags::add),
            (into, more) -> Arrays.setAll(into.counts, flag -> into.counts[flag] + more.counts[flag]));

    private static final SpanFlag[] FLAGS = SpanFlag.values();

    private final long[] counts = new long[FLAGS.length];

    private SpanFlags() {}

    private void add(Span span) {
        if (span.hasFlags()) {
            for (SpanFlag flag : FLAGS) {
                counts[flag.ordinal()] += span.has(flag) ? 1 : 0;
            }
        }
    }

    /** Returns how many spans have the flag. */
    public long count(SpanFlag flag) {
        return counts[flag.ordinal()];
    }
}
