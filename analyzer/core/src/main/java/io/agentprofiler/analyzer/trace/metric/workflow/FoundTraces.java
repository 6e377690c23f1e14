// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Keeps the traces whose id, or that of the OpenTelemetry trace that they began in, begins with given digits. */
public final class FoundTraces implements Analysis<List<Trace>> {
    /** More are not kept: who asks for one trace and gets ten gave too few digits. */
    public static final int KEPT = 10;

    private final String idPrefix;

    public FoundTraces(String idPrefix) {
        this.idPrefix = idPrefix.toLowerCase(Locale.ROOT);
    }

    @Override
    public List<Trace> empty() {
        return List.of();
    }

    @Override
    public List<Trace> of(Trace trace) {
        String other = trace.openTelemetryId();
        boolean found = trace.id().toString().startsWith(idPrefix) || other != null && other.startsWith(idPrefix);
        return found ? List.of(trace) : List.of();
    }

    @Override
    public List<Trace> merge(List<Trace> into, List<Trace> more) {
        if (more.isEmpty()) {
            return into;
        }
        List<Trace> both = new ArrayList<>(into);
        both.addAll(more);
        both.sort(Comparator.comparing(Trace::id).thenComparingLong(Trace::startNanos));
        return List.copyOf(both.subList(0, Math.min(KEPT, both.size())));
    }

    @Override
    public String toString() {
        return "trace " + idPrefix;
    }
}
