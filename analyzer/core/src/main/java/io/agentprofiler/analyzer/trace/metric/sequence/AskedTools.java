// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.sequence;

import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Finds the model call that requested a tool call by order: the last sibling model call that ended before the tool began. If there is
 * none, it is the last one that had begun, which may stream. A plain function that runs tools stands for them, and a model call that
 * runs tools itself asked for them.
 *
 * <p>Below {@code content=full} the answer itself is not recorded, so nothing closer can be told.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class AskedTools {
    /** By place in the trace: the model call that work at this place was asked by, or {@code null}. */
    private final Span[] askers;

    private final List<List<Span>> tools = new ArrayList<>();

    private AskedTools(Trace trace) {
        askers = new Span[trace.spans().size()];
        trace.spans().forEach(any -> tools.add(List.of()));
        below(null, trace.roots());
        for (Span span : trace.spans()) {
            below(span, span.children());
        }
        for (Span span : trace.spans()) {
            Span asker = askerOf(span);
            if (asker != null) {
                List<Span> asked = tools.get(asker.index());
                if (asked.isEmpty()) {
                    asked = new ArrayList<>(2);
                    tools.set(asker.index(), asked);
                }
                asked.add(span);
            }
        }
    }

    /** Finds out for all tools of a trace. */
    public static AskedTools in(Trace trace) {
        return new AskedTools(trace);
    }

    /** Returns the model call that asked for a tool call; {@code null} where there is none, and for other spans. */
    public Span askerOf(Span tool) {
        return tool.kind() == SpanKind.TOOL && !Calls.isWrapper(tool) ? askers[tool.index()] : null;
    }

    /** Returns the tool calls that a model call asked for. */
    public List<Span> of(Span call) {
        return Collections.unmodifiableList(tools.get(call.index()));
    }

    private void below(Span parent, List<Span> children) {
        Span around = parent == null ? null : around(parent);
        PriorityQueue<Span> running = new PriorityQueue<>(Comparator.comparingLong(Span::endNanos));
        Span over = null;
        Span begun = null;
        for (Span child : children) {
            while (!running.isEmpty() && running.peek().endNanos() <= child.startNanos()) {
                over = running.remove();
            }
            askers[child.index()] = over != null ? over : begun != null ? begun : around;
            if (Calls.isModelCall(child)) {
                running.add(child);
                begun = child;
            }
        }
    }

    /** Returns what asked for the tools below a span that no model call beside them can have asked for. */
    private Span around(Span parent) {
        if (Calls.isModelCall(parent)) {
            return parent;
        }
        return parent.kind() == SpanKind.FUNCTION || Calls.isWrapper(parent) ? askers[parent.index()] : null;
    }
}
