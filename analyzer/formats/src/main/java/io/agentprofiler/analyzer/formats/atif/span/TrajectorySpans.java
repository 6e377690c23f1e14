// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.formats.atif.Step;
import io.agentprofiler.analyzer.formats.atif.Trajectory;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.read.event.TraceId;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.SpanKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
        AtifIds ids = new AtifIds();
        TraceId trace = ids.trace(trajectory, again);
        send(root, 0, trace, ids, sink);
        sink.traceEnded(trace, root.endNanos, null);
    }

    private static void send(PlannedSpan span, long parent, TraceId trace, AtifIds ids, EventSink sink) {
        long id = ids.span(trace, span.key);
        sink.span(new SpanEvent.Start(
                trace,
                id,
                parent,
                span.startNanos,
                span.kind,
                span.name,
                span.attributes.add(Attributes.TIMING, span.known).build()));
        for (PlannedSpan child : span.children) {
            send(child, id, trace, ids, sink);
        }
        sink.span(new SpanEvent.End(trace, id, span.endNanos, span.status, AttributeSet.EMPTY));
    }

    PlannedSpan span(PlannedSpan parent, String key, SpanKind kind, String name) {
        PlannedSpan span = new PlannedSpan(parent, key, kind, name);
        if (parent != null) {
            parent.children.add(span);
        }
        return span;
    }

    private PlannedSpan agent(PlannedSpan parent, String key, Trajectory trajectory) {
        PlannedSpan agent = span(
                parent,
                key,
                SpanKind.AGENT,
                trajectory.agent().name() == null ? "agent" : trajectory.agent().name());
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
        PlannedSpan agent = span(
                caller,
                key,
                SpanKind.AGENT,
                named.agent().name() == null ? "agent" : named.agent().name());
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
                trajectory.agent().name() == null ? "agent" : trajectory.agent().name());
        return use(agent, trajectory);
    }

    /** Ids made of what a trajectory says: the same file gives the same ids, always. */
    private static final class AtifIds {
        private final MessageDigest digest;

        AtifIds() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }

        /**
         * Returns the id of a trajectory's trace. Producers give many runs one session id, so what the steps say is part of it.
         *
         * @param again how many equal trajectories came before it
         */
        TraceId trace(Trajectory trajectory, int again) {
            String text = String.join(
                    "\u0000",
                    "atif",
                    String.valueOf(trajectory.ids().session()),
                    String.valueOf(trajectory.ids().trajectory()),
                    String.valueOf(trajectory.agent().name()),
                    String.valueOf(trajectory.steps().stream().map(Step::idText).toList()),
                    String.valueOf(again));
            byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
            return new TraceId(number(hash, 0), number(hash, 8));
        }

        /** Returns the id of the span with a key, never 0. */
        long span(TraceId trace, String key) {
            long id = number(digest.digest((trace + key).getBytes(StandardCharsets.UTF_8)), 0);
            return id == 0 ? 1 : id;
        }

        private static long number(byte[] bytes, int from) {
            long number = 0;
            for (int i = from; i < from + 8; i++) {
                number = number << 8 | bytes[i] & 0xff;
            }
            return number;
        }
    }

    /**
     * Settles when spans began and ended, and says how that is known. Nothing is made up: what was not measured has no length.
     *
     * <ul>
     *   <li>both ends of a call are said: it is measured;
     *   <li>an agent, or another span around calls, all of which are measured: it reaches from the first to the last of them;
     *   <li>only times of steps are said: an agent reaches from the first to the last, which is an estimate; a call stands at the time
     *       of its step, without a length, since the format does not say whether a step begins or ends then, and what passes between two
     *       steps is the time of tools and the next model call together;
     *   <li>nothing is said: spans stand in their order, without a time.
     * </ul>
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class SpanTimes {
        /** More than the nanoseconds that only keep the order. */
        private static final long MILLI = 1_000_000;

        /** Keeps spans without times of their own in order: a nanosecond each. */
        private long order;

        private long now;

        private SpanTimes() {}

        static void settle(PlannedSpan root) {
            SpanTimes times = new SpanTimes();
            times.now = firstKnown(root);
            times.span(root);
        }

        private static long firstKnown(PlannedSpan span) {
            long first = span.timing.isExact() ? span.timing.startNanos() : Long.MAX_VALUE;
            first = span.firstMoment == Unknown.LONG ? first : Math.min(first, span.firstMoment);
            for (PlannedSpan child : span.children) {
                long known = firstKnown(child);
                first = known == 0 ? first : Math.min(first, known);
            }
            return first == Long.MAX_VALUE ? 0 : first;
        }

        private void span(PlannedSpan span) {
            long at = order++;
            if (span.firstMoment != Unknown.LONG) {
                now = span.firstMoment;
            } else if (span.timing.startNanos() != Unknown.LONG) {
                now = span.timing.startNanos();
            }
            boolean known = now > 0 && (span.firstMoment != Unknown.LONG || span.timing.startNanos() != Unknown.LONG);
            span.startNanos = now + at;
            span.endNanos = span.startNanos;
            span.known = known ? Attributes.TIMING_MOMENT : Attributes.TIMING_NONE;
            for (PlannedSpan child : span.children) {
                span(child);
            }
            if (span.timing.isExact()) {
                span.startNanos = span.timing.startNanos();
                span.endNanos = span.timing.endNanos();
                span.known = null;
            } else if (span.timing.startNanos() != Unknown.LONG && span.lastMoment > span.timing.startNanos()) {
                span.startNanos = span.timing.startNanos();
                span.endNanos = span.lastMoment;
                span.known = Attributes.TIMING_ESTIMATED;
            } else if (!span.children.isEmpty()) {
                around(span);
            }
        }

        private static void around(PlannedSpan span) {
            boolean exact = true;
            boolean timed = span.firstMoment != Unknown.LONG;
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (PlannedSpan child : span.children) {
                exact &= child.known == null;
                timed |= !Attributes.TIMING_NONE.equals(child.known);
                first = Math.min(first, child.startNanos);
                last = Math.max(last, child.endNanos);
            }
            if (exact) {
                span.startNanos = first;
                span.endNanos = last;
                span.known = null;
                return;
            }
            if (!timed) {
                return;
            }
            boolean moments = span.firstMoment != Unknown.LONG;
            span.startNanos = Math.min(first, span.known.equals(Attributes.TIMING_NONE) ? first : span.startNanos);
            // children whose moment is the last one stand a little after it, to keep their order
            boolean atLast = moments && last - span.lastMoment < MILLI;
            span.endNanos = atLast ? Math.max(span.startNanos, span.lastMoment) : last;
            // steps that all name one time say nothing of how long it took
            span.known =
                    span.endNanos - span.startNanos > MILLI ? Attributes.TIMING_ESTIMATED : Attributes.TIMING_MOMENT;
            if (span.known.equals(Attributes.TIMING_MOMENT)) {
                span.endNanos = span.startNanos;
            }
        }
    }

    /** Finds the trajectories that others name. */
    public interface References {
        /** Returns the trajectory that a step names, {@code null} when it cannot be found. */
        Trajectory subagent(Trajectory from, Step.Reference reference);

        /** Returns the part that goes on where a trajectory stops, {@code null} without one, or when it cannot be found. */
        Trajectory continuation(Trajectory from);

        /** Counts something that is left out. */
        void problem(String what);
    }
}
