// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.show;

import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Keeps the workflows that a word may mean: by the digits that their id begins with, or that of the OpenTelemetry trace around them, or
 * that of a span in them; or by a conversation.
 */
final class FoundContent implements Analysis<List<FoundContent.FoundWorkflow>> {
    /** More are not kept: a conversation of so many workflows is not read at once, and digits that fit more are too few. */
    static final int KEPT = 200;

    private static final Comparator<FoundWorkflow> ORDER = Comparator.comparingLong(
                    (FoundWorkflow found) -> found.trace().startNanos())
            .thenComparing(found -> found.trace().id());

    private final String word;
    private final String digits;

    FoundContent(String word) {
        this.word = word;
        this.digits = word.toLowerCase(Locale.ROOT);
    }

    /** Why a workflow was found. */
    enum Why {
        TRACE,
        OPEN_TELEMETRY_TRACE,
        CONVERSATION,
        SPAN
    }

    /**
     * A workflow.
     *
     * @param span the first of the spans that are meant, {@code null} where the workflow is
     */
    record FoundWorkflow(Trace trace, Why why, Span span) {}

    @Override
    public List<FoundWorkflow> empty() {
        return List.of();
    }

    @Override
    public List<FoundWorkflow> of(Trace trace) {
        if (trace.id().toString().startsWith(digits)) {
            return List.of(new FoundWorkflow(trace, Why.TRACE, null));
        }
        String other = trace.openTelemetryId();
        if (other != null && other.startsWith(digits)) {
            return List.of(new FoundWorkflow(trace, Why.OPEN_TELEMETRY_TRACE, null));
        }
        List<FoundWorkflow> found = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (word.equals(span.conversation())) {
                return List.of(new FoundWorkflow(trace, Why.CONVERSATION, null));
            }
            if (TraceId.spanText(span.id()).startsWith(digits)) {
                found.add(new FoundWorkflow(trace, Why.SPAN, span));
            }
        }
        return found;
    }

    @Override
    public List<FoundWorkflow> merge(List<FoundWorkflow> into, List<FoundWorkflow> more) {
        if (more.isEmpty()) {
            return into;
        }
        List<FoundWorkflow> both = new ArrayList<>(into);
        both.addAll(more);
        both.sort(ORDER);
        return List.copyOf(both.subList(0, Math.min(KEPT, both.size())));
    }

    @Override
    public String toString() {
        return "content of " + word;
    }
}
