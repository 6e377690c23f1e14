// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import io.agentprofiler.analyzer.lab.replay.recording.EmbeddedTexts.Found;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall.Operation;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workflows of a recording that called models. */
public final class Recording {
    public static final Analysis<Recording> ANALYSIS =
            Analysis.of("recording", Recording::new, Recording::add, Recording::merge);

    private final List<RecordedWorkflow> workflows = new ArrayList<>();
    private final SearchLinks searches = new SearchLinks();

    private Recording() {}

    private void add(Trace trace) {
        RecordedWorkflow workflow = workflow(trace);
        if (workflow != null) {
            workflows.add(workflow);
        }
        searches.add(trace);
    }

    /** Returns what was recorded of a workflow's model calls; {@code null} where it made none. */
    public static RecordedWorkflow workflow(Trace trace) {
        List<RecordedCall> calls = new CallReader(trace).calls();
        return calls.isEmpty()
                ? null
                : new RecordedWorkflow(trace.id(), trace.root().name(), trace.startNanos(), calls);
    }

    private void merge(Recording more) {
        workflows.addAll(more.workflows);
        searches.merge(more.searches);
    }

    /** Returns the workflows in the order in which they began. */
    public List<RecordedWorkflow> workflows() {
        SearchLinks.Links links = searches.links();
        List<RecordedWorkflow> ordered = new ArrayList<>();
        workflows.forEach(workflow -> ordered.add(linked(workflow, links)));
        ordered.sort(Comparator.comparingLong(RecordedWorkflow::startNanos)
                .thenComparing(workflow -> workflow.trace().toString()));
        return ordered;
    }

    private static RecordedWorkflow linked(RecordedWorkflow workflow, SearchLinks.Links links) {
        List<RecordedCall> calls = new ArrayList<>();
        for (RecordedCall call : workflow.calls()) {
            EmbeddedTexts.Found found = call.request().operation() == Operation.EMBEDDING
                            && call.ending().answer() != null
                    ? links.of(workflow.trace(), call.span())
                    : null;
            calls.add(found == null ? call : call.with(found));
        }
        return new RecordedWorkflow(workflow.trace(), workflow.name(), workflow.startNanos(), calls);
    }

    /**
     * Which embedded text each search of a recording was for: the one that was embedded in the search, else the last one that was embedded
     * alone on the search's thread before it, if nothing was written to a store in between. Both may be workflows of their own.
     */
    private static final class SearchLinks {
        private static final String COUNT = "agentprofiler.embeddings.count";

        private final List<SearchMoment> moments = new ArrayList<>();
        private final Map<CallId, Found> found = new HashMap<>();

        /** An embedding call. */
        private record CallId(TraceId trace, long span) {}

        private enum What {
            EMBEDDED,
            WRITTEN,
            SEARCHED
        }

        private record SearchMoment(String thread, long nanos, What what, CallId call, Found found) {}

        void add(Trace trace) {
            Set<Long> matched = new HashSet<>();
            for (Span search : SearchReader.searches(trace)) {
                Found documents = SearchReader.found(search);
                List<Span> within = SearchReader.inside(trace, search).stream()
                        .filter(SearchLinks::isSingle)
                        .toList();
                if (within.isEmpty() && search.startThread() != null) {
                    moments.add(new SearchMoment(
                            search.startThread(), search.startNanos(), What.SEARCHED, null, documents));
                }
                for (Span span : within) {
                    matched.add(span.id());
                    found.merge(new CallId(trace.id(), span.id()), documents, Found::and);
                }
            }
            for (Span span : trace.spans()) {
                if (isEmbedding(span)
                        && !matched.contains(span.id())
                        && span.isMeasured()
                        && span.startThread() != null) {
                    CallId call = isSingle(span) ? new CallId(trace.id(), span.id()) : null;
                    moments.add(new SearchMoment(span.startThread(), span.endNanos(), What.EMBEDDED, call, null));
                } else if (SearchReader.isWrite(span) && span.startThread() != null) {
                    moments.add(new SearchMoment(span.startThread(), span.startNanos(), What.WRITTEN, null, null));
                }
            }
        }

        private static boolean isEmbedding(Span span) {
            return span.kind() == SpanKind.EMBEDDING && Calls.usesTokens(span);
        }

        private static boolean isSingle(Span span) {
            return isEmbedding(span) && span.attributes().number(COUNT) == 1;
        }

        void merge(SearchLinks more) {
            moments.addAll(more.moments);
            found.putAll(more.found);
        }

        /** Finds what is not known yet; to be asked for by {@link Links#of}. */
        Links links() {
            Map<CallId, Found> all = new HashMap<>(found);
            Map<String, CallId> last = new HashMap<>();
            moments.stream()
                    .sorted(Comparator.comparingLong(SearchMoment::nanos))
                    .forEach(moment -> {
                        switch (moment.what()) {
                            case EMBEDDED -> last.put(moment.thread(), moment.call());
                            case WRITTEN -> last.remove(moment.thread());
                            case SEARCHED -> {
                                CallId call = last.get(moment.thread());
                                if (call != null) {
                                    all.merge(call, moment.found(), Found::and);
                                }
                            }
                        }
                    });
            return new Links(all);
        }

        /** What was found with each embedded text. */
        static final class Links {
            private final Map<CallId, Found> found;

            private Links(Map<CallId, Found> found) {
                this.found = found;
            }

            /** Returns what was found; {@code null} where no search is known. */
            Found of(TraceId trace, long span) {
                return found.get(new CallId(trace, span));
            }
        }
    }
}
