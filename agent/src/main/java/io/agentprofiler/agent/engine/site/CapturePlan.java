// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.site;

import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.Path;
import io.agentprofiler.rules.path.root.Roots;

/**
 * Which objects of a call a rule needs, and when.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param site what the call site captures
 * @param heldForEnd whether arguments are read at the end and must be kept until then
 */
public record CapturePlan(JoinPoint.Captures site, boolean heldForEnd) {
    /** Works out the plan of {@code rule}. */
    public static CapturePlan of(Rule rule) {
        Roots atStart = Roots.NONE;
        Roots atEnd = Roots.NONE;
        for (Path key : rule.key()) {
            atStart = atStart.union(key.roots());
        }
        atStart =
                atStart.union(rootsOf(rule.to())).union(rootsOf(rule.thrown())).union(rootsOf(rule.traceparent()));
        for (Rule.Unless unless : rule.unless()) {
            atStart = atStart.union(rootsOf(unless.path()));
        }
        if (rule.header() != null) {
            atStart = atStart.union(rule.header().host().roots())
                    .union(rule.header().present().roots())
                    .union(rule.header().into().roots());
        }
        if (rule.chunk() != null) {
            for (Rule.Chunk.ChunkKind kind : rule.chunk().kinds()) {
                atStart = atStart.union(rootsOf(kind.when()))
                        .union(rootsOf(kind.unless()))
                        .union(rootsOf(kind.chars()));
            }
            for (Path done : rule.chunk().done()) {
                atStart = atStart.union(done.roots());
            }
        }
        for (Rule.Keep keep : rule.keep().values()) {
            for (Path path : keep.paths()) {
                atStart = atStart.union(path.roots());
            }
        }
        if (rule.name() != null) {
            atStart = atStart.union(rule.name().roots());
        }
        for (Value value : rule.start().values()) {
            atStart = atStart.union(value.roots());
        }
        for (Value value : rule.content().values()) {
            Roots roots = value.roots();
            if (readAtEnd(rule, roots)) {
                atEnd = atEnd.union(roots);
            } else {
                atStart = atStart.union(roots);
            }
        }
        for (Value value : rule.end().values()) {
            atEnd = atEnd.union(value.roots());
        }
        if (rule.failed() != null) {
            atEnd = atEnd.union(rule.failed().when().roots());
            atEnd = atEnd.union(rootsOf(rule.failed().type()))
                    .union(rootsOf(rule.failed().message()));
        }
        Roots all = atStart.union(atEnd);
        boolean shaped = rule.role() == Role.SPAN || rule.role() == Role.ELEMENTS;
        boolean replaces =
                rule.role() == Role.TASK || (shaped && rule.shape() != Shape.CALL && rule.shape() != Shape.FUTURE);
        // of an argument that brings elements, what paths call the result is an element
        boolean result = rule.from() < 0 && all.result()
                || rule.role() == Role.LEARN
                || replaces
                || (shaped && rule.shape() != Shape.CALL)
                || !rule.unstarted().isEmpty();
        // a lambda's arguments come with its calls, not with the call that returns it
        boolean lambda = rule.role() == Role.SPAN && rule.shape() == Shape.LAMBDA;
        boolean everything = !all.annotations().isEmpty() || all.allArgs();
        int args = 0;
        for (int i = 0; !lambda && i < JoinPoint.MAX_ARGS; i++) {
            if (everything || all.args().contains(i) || rule.from() == i) {
                args |= 1 << i;
            }
        }
        boolean held = opensSpan(rule)
                && (atEnd.self()
                        || !atEnd.args().isEmpty()
                        || atEnd.allArgs()
                        || !atEnd.annotations().isEmpty());
        boolean self = all.self() || rule.role().isOfCoroutines() || rule.role() == Role.LEARN;
        if (rule.role() == Role.RESUME) {
            args |= 1;
        }
        return new CapturePlan(new JoinPoint.Captures(self, args, result, replaces), held);
    }

    /**
     * Answers whether a content value is read at the end rather than at the start. Only a rule that opens a span has a start
     * to read anything at: what others read, from their arguments too, comes with the end.
     */
    public static boolean readAtEnd(Rule rule, Roots roots) {
        return !opensSpan(rule)
                || roots.result()
                || roots.thrown()
                || !roots.kept().isEmpty();
    }

    private static boolean opensSpan(Rule rule) {
        return rule.role() == Role.SPAN || rule.role() == Role.OPEN;
    }

    private static Roots rootsOf(Path path) {
        return path == null ? Roots.NONE : path.roots();
    }

    private static Roots rootsOf(Value value) {
        return value == null ? Roots.NONE : value.roots();
    }
}
