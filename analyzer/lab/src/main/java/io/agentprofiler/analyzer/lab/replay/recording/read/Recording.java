// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording.read;

import io.agentprofiler.analyzer.lab.replay.recording.EmbeddedTexts;
import io.agentprofiler.analyzer.lab.replay.recording.Operation;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedCall;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
            EmbeddedTexts.Found found = call.operation() == Operation.EMBEDDING && call.answer() != null
                    ? links.of(workflow.trace(), call.span())
                    : null;
            calls.add(found == null ? call : call.with(found));
        }
        return new RecordedWorkflow(workflow.trace(), workflow.name(), workflow.startNanos(), calls);
    }
}
