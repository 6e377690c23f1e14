// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.scan;

import io.agentprofiler.analyzer.critical.PathStretch;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What rules say of one workflow: which of its calls, or stretches of them, their findings explain.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Claims {
    /**
     * A claim on a call and all below it.
     *
     * @param fromNanos from when on, since 1970
     * @param toNanos until when
     */
    private record Claim(Subject subject, Span call, long fromNanos, long toNanos, Sort sort) {
        boolean isOfTime() {
            return sort != Sort.COST;
        }

        boolean isWhole() {
            return fromNanos == Long.MIN_VALUE && toNanos == Long.MAX_VALUE;
        }
    }

    /** What is claimed of a call. */
    enum Sort {
        TIME,
        COST,
        BOTH
    }

    /**
     * Who claims something of a span.
     *
     * @param whole all of its time
     * @param parts stretches of its time
     * @param cost its cost
     */
    private record Cover(SortedSet<Subject> whole, List<Claim> parts, SortedSet<Subject> cost) {
        static final Cover NONE = new Cover(new TreeSet<>(), List.of(), new TreeSet<>());

        static Cover of(Iterable<Claim> claims) {
            Cover cover = new Cover(new TreeSet<>(), new ArrayList<>(), new TreeSet<>());
            for (Claim claim : claims) {
                if (claim.isOfTime() && claim.isWhole()) {
                    cover.whole.add(claim.subject());
                } else if (claim.isOfTime()) {
                    cover.parts.add(claim);
                }
                if (claim.sort() != Sort.TIME) {
                    cover.cost.add(claim.subject());
                }
            }
            return cover;
        }
    }

    private final List<Claim> claims = new ArrayList<>();

    void add(Subject subject, Span call, Sort sort) {
        claims.add(new Claim(subject, call, Long.MIN_VALUE, Long.MAX_VALUE, sort));
    }

    void add(Subject subject, Span call, long fromNanos, long toNanos) {
        claims.add(new Claim(subject, call, fromNanos, toNanos, Sort.TIME));
    }

    /** Returns what is claimed of what the workflow waited for and paid; of spans without an end nobody knows how long they took. */
    Explanations explanations(WorkflowScan workflow) {
        Explanations found = new Explanations();
        if (claims.isEmpty()) {
            return found;
        }
        Cover[] covers = covers(workflow.trace().spans());
        List<PathStretch> waited = workflow.trace().isTimed() ? workflow.path().pieces() : List.of();
        for (PathStretch piece : waited) {
            Span span = piece.span();
            if (span != null && !span.has(SpanFlag.UNFINISHED)) {
                stretch(found, piece, covers[span.index()]);
            }
        }
        for (Span span : workflow.trace().spans()) {
            if (!covers[span.index()].cost().isEmpty()
                    && Calls.usesTokens(span)
                    && workflow.price(span).isKnown()) {
                found.add(
                        Operation.of(span),
                        covers[span.index()].cost(),
                        new Explanations.Amount(0, workflow.price(span).cost().total()));
            }
        }
        return found;
    }

    /** Returns who claims something of each span, by its index. Spans stand right before all that is below them. */
    private Cover[] covers(List<Span> spans) {
        Cover[] covers = new Cover[spans.size()];
        claims.sort(Comparator.comparingInt((Claim claim) -> claim.call().index()));
        PriorityQueue<Claim> open = new PriorityQueue<>(Comparator.comparingInt(Claims::lastIndex));
        Cover cover = Cover.NONE;
        int next = 0;
        for (int i = 0; i < covers.length; i++) {
            boolean changed = false;
            while (!open.isEmpty() && lastIndex(open.peek()) < i) {
                open.remove();
                changed = true;
            }
            while (next < claims.size() && claims.get(next).call().index() == i) {
                open.add(claims.get(next++));
                changed = true;
            }
            cover = changed ? Cover.of(open) : cover;
            covers[i] = cover;
        }
        return covers;
    }

    private static int lastIndex(Claim claim) {
        return claim.call().index() + claim.call().size() - 1;
    }

    /** Adds a stretch of the path, cut where a claim on a part of it begins or ends. */
    private static void stretch(Explanations found, PathStretch piece, Cover cover) {
        Operation operation = Operation.of(piece.span());
        SortedSet<Long> cuts = new TreeSet<>();
        for (Claim part : cover.parts()) {
            cuts.add(within(piece, part.fromNanos()));
            cuts.add(within(piece, part.toNanos()));
        }
        cuts.add(piece.endNanos());
        long from = piece.startNanos();
        for (long to : cuts) {
            if (to > from) {
                SortedSet<Subject> who = cover.whole();
                for (Claim part : cover.parts()) {
                    if (part.fromNanos() <= from && to <= part.toNanos()) {
                        who = who == cover.whole() ? new TreeSet<>(who) : who;
                        who.add(part.subject());
                    }
                }
                if (!who.isEmpty()) {
                    found.add(operation, who, new Explanations.Amount(to - from, null));
                }
                from = to;
            }
        }
    }

    private static long within(PathStretch piece, long time) {
        return Math.max(piece.startNanos(), Math.min(piece.endNanos(), time));
    }
}
