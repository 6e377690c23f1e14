// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Tokens;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.Arrays;

/**
 * The irregularities of spans: the number with each {@link SpanFlag}, tokens in totals but in no span, calls recorded as workflows of
 * their own, and work after the end of its workflow.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class SpanFlags {
    /** The analysis. */
    public static final Analysis<SpanFlags> ANALYSIS =
            Analysis.direct("span flags", SpanFlags::new, SpanFlags::add, SpanFlags::add);

    private static final SpanFlag[] FLAGS = SpanFlag.values();

    private final long[] counts = new long[FLAGS.length];

    private final LooseCalls looseCalls = new LooseCalls();
    private long unattributedInput;
    private long unattributedOutput;
    private long unattributedEither;
    private long recorded;

    private final WorkAfterEnd afterEnd = new WorkAfterEnd();

    private SpanFlags() {}

    private void add(SpanFlags more) {
        Arrays.setAll(counts, flag -> counts[flag] + more.counts[flag]);
        looseCalls.add(more.looseCalls);
        unattributedInput = Saturated.add(unattributedInput, more.unattributedInput);
        unattributedOutput = Saturated.add(unattributedOutput, more.unattributedOutput);
        unattributedEither = Saturated.add(unattributedEither, more.unattributedEither);
        recorded = Saturated.add(recorded, more.recorded);
        afterEnd.add(more.afterEnd);
    }

    private void add(Trace trace) {
        looseCalls.add(trace);
        afterEnd.add(trace);
        for (Span span : trace.spans()) {
            add(span);
        }
    }

    private void add(Span span) {
        if (span.kind() == SpanKind.AGENT) {
            unattributedInput = Saturated.add(
                    unattributedInput, Math.max(0, span.attributes().number(Attributes.UNATTRIBUTED_INPUT_TOKENS)));
            unattributedOutput = Saturated.add(
                    unattributedOutput, Math.max(0, span.attributes().number(Attributes.UNATTRIBUTED_OUTPUT_TOKENS)));
            unattributedEither = Saturated.add(
                    unattributedEither, Math.max(0, span.attributes().number(Attributes.UNATTRIBUTED_TOKENS)));
        }
        Tokens used = Calls.usage(span);
        recorded = Saturated.add(recorded, Math.max(0, used.input()));
        recorded = Saturated.add(recorded, Math.max(0, used.output()));
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

    /** Returns the tools and model calls that are workflows of their own. */
    public LooseCalls looseCalls() {
        return looseCalls;
    }

    /** Returns what went on after the end of its workflow. */
    public WorkAfterEnd afterEnd() {
        return afterEnd;
    }

    /** Returns the input tokens that the files' totals hold beyond those of all calls. */
    public long unattributedInput() {
        return unattributedInput;
    }

    /** Returns the tokens that the files' totals hold beyond those of all calls. */
    public long unattributed() {
        return Saturated.add(Saturated.add(unattributedInput, unattributedOutput), unattributedEither);
    }

    /** Returns the tokens of all calls and those beyond them. */
    public long total() {
        return Saturated.add(recorded, unattributed());
    }

    /** Returns the tokens of all calls. */
    public long recorded() {
        return recorded;
    }

    /** Returns the output tokens that the files' totals hold beyond those of all calls. */
    public long unattributedOutput() {
        return unattributedOutput;
    }
}
