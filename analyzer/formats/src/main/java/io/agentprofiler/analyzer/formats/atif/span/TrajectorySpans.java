// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.atif.model.Step;
import io.agentprofiler.analyzer.formats.atif.model.Trajectory;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Turns a trajectory, the parts that continue it, and the sub-agents it names into one trace.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class TrajectorySpans {
    private final References references;
    private final boolean content;
    /** Each trajectory counts once, however often it is named. */
    private final Set<Trajectory> taken = Collections.newSetFromMap(new IdentityHashMap<>());

    private TrajectorySpans(References references, boolean content) {
        this.references = references;
        this.content = content;
    }

    /**
     * Sends the trace of a trajectory.
     *
     * @param again how many equal trajectories came before it
     * @param content whether prompts and answers are wanted
     */
    public static void send(Trajectory trajectory, int again, References references, boolean content, EventSink sink) {
        TrajectorySpans spans = new TrajectorySpans(references, content);
        PlannedSpan root = spans.agent(null, "", trajectory);
        SpanTimes.settle(root);
        Ids ids = new Ids();
        TraceId trace = ids.trace(trajectory, again);
        send(root, 0, trace, ids, sink);
        sink.traceEnded(trace, root.endNanos, null);
    }

    private static void send(PlannedSpan span, long parent, TraceId trace, Ids ids, EventSink sink) {
        long id = ids.span(trace, span.key);
        sink.span(new SpanEvent.Start(
                trace,
                id,
                parent,
                span.startNanos,
                span.kind,
                span.name,
                null,
                null,
                span.attributes.add(Attributes.TIMING, span.known).build()));
        for (PlannedSpan child : span.children) {
            send(child, id, trace, ids, sink);
        }
        sink.span(new SpanEvent.End(
                trace,
                id,
                span.endNanos,
                null,
                span.status,
                null,
                Unknown.LONG,
                Unknown.LONG,
                null,
                null,
                null,
                AttributeSet.EMPTY));
    }

    PlannedSpan span(PlannedSpan parent, String key, SpanKind kind, String name) {
        PlannedSpan span = new PlannedSpan(parent, key, kind, name);
        if (parent != null) {
            parent.children.add(span);
        }
        return span;
    }

    private PlannedSpan agent(PlannedSpan parent, String key, Trajectory trajectory) {
        PlannedSpan agent =
                span(parent, key, SpanKind.AGENT, trajectory.agent() == null ? "agent" : trajectory.agent());
        use(agent, trajectory);
        return agent;
    }

    private Unattributed use(PlannedSpan agent, Trajectory trajectory) {
        List<Trajectory> parts = new ArrayList<>();
        for (Trajectory part = trajectory; part != null && taken.add(part); part = references.continuation(part)) {
            parts.add(part);
        }
        return AgentSpans.of(this, agent, parts, content);
    }

    /** Makes the spans of a sub-agent that a step names; returns what it used, {@code null} when that is not known. */
    Unattributed subagent(PlannedSpan caller, Trajectory from, Step step, Step.Reference reference) {
        Trajectory named = references.subagent(from, reference);
        String key = caller.key + '/' + step.number() + "/agent/" + caller.children.size();
        if (named == null) {
            references.problem(reference.place() + ": the trajectory " + reference.name()
                    + " was not found; the agent is shown without what it did");
            PlannedSpan stub = span(caller, key, SpanKind.AGENT, String.valueOf(reference.name()));
            stub.moment(step.epochNanos());
            return null;
        }
        if (taken.contains(named)) {
            references.problem(
                    reference.place() + ": the trajectory " + reference.name() + " was named before; it counts once");
            return null;
        }
        PlannedSpan agent = span(caller, key, SpanKind.AGENT, named.agent() == null ? "agent" : named.agent());
        agent.moment(firstMoment(named) ? Unknown.LONG : step.epochNanos());
        return use(agent, named);
    }

    private static boolean firstMoment(Trajectory trajectory) {
        return trajectory.steps().stream().anyMatch(step -> step.epochNanos() != Unknown.LONG);
    }

    /** Makes the spans of a sub-agent that no step names. */
    Unattributed unnamed(PlannedSpan parent, Trajectory trajectory) {
        if (taken.contains(trajectory)) {
            return null;
        }
        PlannedSpan agent = span(
                parent,
                parent.key + "/agent/" + trajectory.place(),
                SpanKind.AGENT,
                trajectory.agent() == null ? "agent" : trajectory.agent());
        return use(agent, trajectory);
    }
}
