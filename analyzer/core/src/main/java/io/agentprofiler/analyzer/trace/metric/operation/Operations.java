// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.operation;

import io.agentprofiler.analyzer.base.stat.Saturated;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Statistics of operations by kind, model, tool and agent.
 *
 * <p>Tokens stand with the call itself in the rows of kinds and models. Those of language models also stand with the
 * closest agent and the closest tool around the call in theirs. Within one grouping no token is counted twice.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
public final class Operations {
    /** The analysis. */
    public static final Analysis<Operations> ANALYSIS = Analysis.direct(
            "operations", Operations::new, (into, trace) -> trace.spans().forEach(into::add), Operations::add);

    private static final GroupBy[] GROUPINGS = GroupBy.values();

    private final Map<GroupBy, Map<String, OperationStats>> groups = new EnumMap<>(GroupBy.class);

    private Operations() {}

    private void add(Span span) {
        for (GroupBy grouping : GROUPINGS) {
            String key = grouping.key(span);
            if (key != null) {
                row(grouping, key).add(span);
            }
        }
        if (Calls.usesTokens(span)) {
            row(GroupBy.KIND, GroupBy.KIND.key(span)).addUsage(span);
            row(GroupBy.MODEL, GroupBy.MODEL.key(span)).addUsage(span);
        }
        if (Calls.isModelCall(span)) {
            addUsage(span, span.tool(), GroupBy.TOOL);
            addUsage(span, span.agent(), GroupBy.AGENT);
        }
    }

    private void addUsage(Span modelCall, Span around, GroupBy grouping) {
        if (around != null) {
            row(grouping, grouping.key(around)).addUsage(modelCall);
        }
    }

    private void add(Operations more) {
        more.groups.forEach((grouping, rows) ->
                rows.forEach((key, stats) -> row(grouping, key).add(stats)));
    }

    private OperationStats row(GroupBy grouping, String key) {
        return groups.computeIfAbsent(grouping, any -> new HashMap<>(8))
                .computeIfAbsent(key, any -> new OperationStats());
    }

    /**
     * Returns the self time of all spans together: the whole that shares of self time are parts of. Absent where there are spans
     * and none has a known one.
     */
    public long selfNanos() {
        Collection<OperationStats> kinds =
                groups.getOrDefault(GroupBy.KIND, Map.of()).values();
        return kinds.stream()
                .mapToLong(OperationStats::selfNanos)
                .filter(nanos -> nanos != Unknown.LONG)
                .reduce(Saturated::add)
                .orElse(kinds.isEmpty() ? 0 : Unknown.LONG);
    }

    /** Returns the rows of a grouping by their names; empty when there is none. */
    public SortedMap<String, OperationStats> by(GroupBy grouping) {
        return new TreeMap<>(groups.getOrDefault(grouping, Map.of()));
    }
}
