// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.whatif.suppose;

import io.agentprofiler.analyzer.read.event.SpanStatus;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.view.cell.Units;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a recording shows for and against the supposition that nothing waits for the results of named calls.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class ResultUse {
    /** More calls after one are not looked at. */
    private static final int MOST_LATER = 50;

    private static final Set<SpanKind> USERS =
            EnumSet.of(SpanKind.LLM, SpanKind.TOOL, SpanKind.RETRIEVAL, SpanKind.EMBEDDING);

    private static final Comparator<Span> BY_START =
            Comparator.comparingLong(Span::startNanos).thenComparingInt(Span::index);

    private final NamedSpans names;
    private final TextFlow flow = new TextFlow();
    private long calls;
    private long failed;
    private long last;
    private long memoryRead;

    private ResultUse(NamedSpans names) {
        this.names = names;
    }

    /** Returns the analysis; it needs prompts and results where they were recorded. */
    static Analysis<ResultUse> of(NamedSpans names) {
        return Analysis.direct("use of results", () -> new ResultUse(names), ResultUse::add, ResultUse::add);
    }

    private void add(Trace trace) {
        int[] places = names.in(trace);
        List<Span> named = new ArrayList<>();
        List<Span> users = new ArrayList<>();
        long lastMemory = Long.MIN_VALUE;
        for (Span span : trace.spans()) {
            if (places[span.index()] >= 0) {
                if (!span.has(SpanFlag.UNFINISHED)) {
                    named.add(span);
                }
            } else if (span.kind() == SpanKind.MEMORY) {
                lastMemory = Math.max(lastMemory, span.startNanos());
            } else if (USERS.contains(span.kind()) && !Calls.isWrapper(span)) {
                users.add(span);
            }
        }
        users.sort(BY_START);
        int followed = 0;
        for (Span call : named) {
            calls++;
            failed += call.status() == SpanStatus.ERROR ? 1 : 0;
            memoryRead += call.kind() == SpanKind.MEMORY && lastMemory >= call.endNanos() ? 1 : 0;
            int next = NamedAnswers.firstFrom(users, call.endNanos());
            if (next == users.size()) {
                last++;
            } else if (followed++ < TextFlow.MOST_FOLLOWED) {
                flow.add(trace, call, users.subList(next, Math.min(users.size(), next + MOST_LATER)));
            }
        }
    }

    private void add(ResultUse more) {
        flow.add(more.flow);
        calls += more.calls;
        failed += more.failed;
        last += more.last;
        memoryRead += more.memoryRead;
    }

    /** Returns what the recording shows, a line each. */
    List<String> lines() {
        EvidenceLines lines = new EvidenceLines();
        String name = names.words();
        String of = " of " + Units.count(calls, "call");
        flow.tell(name + "'s result", "a later call's input", "result", lines);
        if (last > 0) {
            lines.inFavour("no model, tool or retrieval was called after " + name + " in " + last + of);
        }
        if (memoryRead > 0) {
            lines.against(
                    "memory was accessed after " + name + " in " + memoryRead + of + ": that may read what it wrote");
        }
        if (failed > 0) {
            lines.against(failed + of + " failed: the workflow would no longer notice");
        } else if (calls > 0) {
            lines.inFavour("none" + of + " failed");
        }
        return lines.all();
    }
}
