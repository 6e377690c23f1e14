// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Model calls that tell what they and all calls before them used, as some frameworks report usage in a loop of tools: each is given its own
 * part. Which calls those are is said by the span around them ({@link Attributes#RUNNING_TOTALS}).
 *
 * <p>In such a loop the next call of a stream may begin within the one before. It is told from a second recording of the same call by the
 * id of its answer.
 */
final class RunningTotals {
    private static final List<String> SUMS = List.of(Attributes.INPUT_TOKENS, Attributes.OUTPUT_TOKENS);

    private final UnaryOperator<SpanParts> parent;
    private final Map<SpanParts, List<SpanParts>> loops = new LinkedHashMap<>();
    private final Set<SpanParts> nested = new HashSet<>();

    private RunningTotals(UnaryOperator<SpanParts> parent) {
        this.parent = parent;
    }

    /**
     * Gives calls their own part.
     *
     * @param parent finds the parent of a span, {@code null} for none
     * @return calls that are not recordings of the call around them, though they lie within it
     */
    static Set<SpanParts> settle(List<SpanParts> spans, UnaryOperator<SpanParts> parent) {
        if (spans.stream().noneMatch(RunningTotals::isLoop)) {
            return Set.of();
        }
        RunningTotals totals = new RunningTotals(parent);
        spans.forEach(totals::take);
        totals.loops.values().forEach(RunningTotals::settle);
        return totals.nested;
    }

    private static boolean isLoop(SpanParts span) {
        return Boolean.TRUE.equals(span.start().attributes().get(Attributes.RUNNING_TOTALS));
    }

    private void take(SpanParts call) {
        Set<SpanParts> seen = new HashSet<>();
        SpanParts inner = call;
        while (inner != null && inner.start().kind() == SpanKind.LLM && seen.add(inner)) {
            SpanParts around = parent.apply(inner);
            if (around != null && isLoop(around)) {
                loops.computeIfAbsent(around, any -> new ArrayList<>()).add(call);
                if (inner != call) {
                    nested.add(call);
                }
                return;
            }
            if (around == null || isSameCall(inner, around)) {
                return;
            }
            inner = around;
        }
    }

    private static boolean isSameCall(SpanParts inner, SpanParts around) {
        String id = inner.start().attributes().text(Attributes.RESPONSE_ID);
        String other = around.start().attributes().text(Attributes.RESPONSE_ID);
        return id == null || other == null || id.equals(other);
    }

    private static void settle(List<SpanParts> calls) {
        calls.sort(Comparator.comparingLong((SpanParts call) -> call.start().epochNanos()));
        long[] before = new long[SUMS.size()];
        for (SpanParts call : calls) {
            AttributeSet attributes = call.start().attributes();
            long[] now = SUMS.stream().mapToLong(attributes::number).toArray();
            Map<String, Object> own = new LinkedHashMap<>(attributes.asMap());
            boolean known = false;
            boolean falls = false;
            for (int i = 0; i < now.length; i++) {
                if (now[i] == Unknown.LONG) {
                    continue;
                }
                known = true;
                if (before[i] == Unknown.LONG) {
                    // some of it is of a call that did not say how much
                    own.remove(SUMS.get(i));
                } else {
                    falls |= now[i] < before[i];
                    own.put(SUMS.get(i), now[i] - before[i]);
                }
            }
            if (known && !falls) {
                call.replace(OtherSpans.with(call.start(), SpanKind.LLM, AttributeSet.of(own)));
            }
            if (known) {
                // what falls is no total of those before, so the next one is none of these either
                before = now;
            }
        }
    }
}
