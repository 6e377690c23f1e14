// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.workflow;

import io.agentprofiler.analyzer.read.ShortId;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Keeps the workflows that an id may mean, whole or shortened: their own, that of the OpenTelemetry trace around them, of a span in
 * them, or of a conversation.
 */
public final class FoundIds implements Analysis<List<FoundIds.FoundId>> {
    /** More are not kept: a conversation of so many workflows is not read at once, and digits that fit more are too few. */
    public static final int KEPT = 200;

    private static final Comparator<FoundId> ORDER = Comparator.comparing(FoundId::why)
            .thenComparingLong(found -> found.trace().startNanos())
            .thenComparing(found -> found.trace().id())
            .thenComparing(FoundId::id);

    private final String written;
    private final String word;
    private final String digits;

    /** Looks for an id as it was written. */
    public FoundIds(String written) {
        this.written = written.strip();
        this.word = ShortId.of(written);
        this.digits = word.toLowerCase(Locale.ROOT);
    }

    /** What an id is of; what it more probably means comes first. */
    public enum Why {
        TRACE,
        OPEN_TELEMETRY_TRACE,
        CONVERSATION,
        SPAN,
        /** The conversation's id only begins so. */
        CONVERSATION_BEGINNING
    }

    /**
     * A workflow.
     *
     * @param why what the id is of
     * @param id the whole id
     * @param span the first of the spans that are meant, {@code null} where the workflow is
     */
    public record FoundId(Trace trace, Why why, String id, Span span) {}

    @Override
    public List<FoundId> empty() {
        return List.of();
    }

    @Override
    public List<FoundId> of(Trace trace) {
        if (word.isEmpty()) {
            return List.of();
        }
        String own = trace.id().toString();
        if (own.startsWith(digits)) {
            return List.of(new FoundId(trace, Why.TRACE, own, null));
        }
        String other = trace.openTelemetryId();
        if (other != null && other.startsWith(digits)) {
            return List.of(new FoundId(trace, Why.OPEN_TELEMETRY_TRACE, other, null));
        }
        List<FoundId> found = new ArrayList<>();
        String begun = null;
        for (Span span : trace.spans()) {
            String conversation = span.conversation();
            if (written.equals(conversation)) {
                return List.of(new FoundId(trace, Why.CONVERSATION, conversation, null));
            }
            if (begun == null && conversation != null && conversation.startsWith(word)) {
                begun = conversation;
            }
            String id = TraceId.spanText(span.id());
            if (id.startsWith(digits)) {
                found.add(new FoundId(trace, Why.SPAN, id, span));
            }
        }
        if (found.isEmpty() && begun != null) {
            found.add(new FoundId(trace, Why.CONVERSATION_BEGINNING, begun, null));
        }
        return found;
    }

    @Override
    public List<FoundId> merge(List<FoundId> into, List<FoundId> more) {
        if (more.isEmpty()) {
            return into;
        }
        List<FoundId> both = new ArrayList<>(into);
        both.addAll(more);
        both.sort(ORDER);
        return List.copyOf(both.subList(0, Math.min(KEPT, both.size())));
    }

    @Override
    public String toString() {
        return "id " + word;
    }

    /** Returns what the id means of what was found: what is of the first {@linkplain Why sort} that there is. */
    public static List<FoundId> meant(List<FoundId> found) {
        return found.stream().filter(each -> each.why() == found.get(0).why()).toList();
    }
}
