// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding.scan;

import io.agentprofiler.analyzer.critical.PathStretch;
import io.agentprofiler.analyzer.metric.operation.Calls;
import io.agentprofiler.analyzer.metric.operation.Operation;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

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
     * The claims that a span lies in, as a list from the innermost on, which lists of spans share.
     *
     * @param outer the claims around it, {@code null} where there are none
     */
    private record Open(Claim claim, Open outer) {}

    /** So many claims around a span count, the innermost ones: calls nest deeper than this in no program. */
    private static final int MOST_OPEN = 64;

    private static final SortedSet<Subject> NOBODY = Collections.emptySortedSet();

    private final List<Claim> claims = new ArrayList<>();
    /** Who claims the time of spans without that of what is below them, by their index. */
    private final Map<Integer, SortedSet<Subject>> own = new HashMap<>();

    void add(Subject subject, Span call, Sort sort) {
        claims.add(new Claim(subject, call, Long.MIN_VALUE, Long.MAX_VALUE, sort));
    }

    void add(Subject subject, Span call, long fromNanos, long toNanos) {
        claims.add(new Claim(subject, call, fromNanos, toNanos, Sort.TIME));
    }

    void addOwn(Subject subject, Span span) {
        own.computeIfAbsent(span.index(), any -> new TreeSet<>()).add(subject);
    }

    /** Returns what is claimed of what the workflow waited for and paid; of spans without an end nobody knows how long they took. */
    Explanations explanations(WorkflowScan workflow) {
        Explanations found = new Explanations();
        if (claims.isEmpty() && own.isEmpty()) {
            return found;
        }
        Open[] open = open(workflow.trace().spans());
        for (PathStretch piece : workflow.path().pieces()) {
            Span span = piece.span();
            if (span != null
                    && !span.has(SpanFlag.UNFINISHED)
                    && (open[span.index()] != null || own.containsKey(span.index()))) {
                stretch(found, piece, open[span.index()], own.getOrDefault(span.index(), NOBODY));
            }
        }
        for (Span span : workflow.trace().spans()) {
            if (open[span.index()] != null && Calls.usesTokens(span)) {
                SortedSet<Subject> who = new TreeSet<>();
                each(open[span.index()], claim -> {
                    if (claim.sort() != Sort.TIME) {
                        who.add(claim.subject());
                    }
                });
                if (!who.isEmpty() && workflow.price(span).isKnown()) {
                    found.add(
                            Operation.of(span),
                            who,
                            new Explanations.Amount(
                                    0, workflow.price(span).cost().total()));
                }
            }
        }
        return found;
    }

    /** Returns the claims that each span lies in, by its index. Spans stand right before all that is below them. */
    private Open[] open(List<Span> spans) {
        Open[] open = new Open[spans.size()];
        claims.sort(Comparator.comparingInt((Claim claim) -> claim.call().index()));
        // what is claimed whole around a span already need not be claimed again
        Set<Claimed> whole = new HashSet<>();
        Open top = null;
        int next = 0;
        for (int i = 0; i < open.length; i++) {
            while (top != null && lastIndex(top.claim()) < i) {
                whole.remove(Claimed.of(top.claim()));
                top = top.outer();
            }
            for (; next < claims.size() && claims.get(next).call().index() == i; next++) {
                Claim claim = claims.get(next);
                if (!claim.isWhole() || whole.add(Claimed.of(claim))) {
                    top = new Open(claim, top);
                }
            }
            open[i] = top;
        }
        return open;
    }

    /** What is claimed as a whole, by whom; {@code null} of a stretch. */
    private record Claimed(Subject subject, Sort sort) {
        static Claimed of(Claim claim) {
            return claim.isWhole() ? new Claimed(claim.subject(), claim.sort()) : null;
        }
    }

    private static void each(Open innermost, Consumer<Claim> taker) {
        Open open = innermost;
        for (int i = 0; i < MOST_OPEN && open != null; i++) {
            taker.accept(open.claim());
            open = open.outer();
        }
    }

    private static int lastIndex(Claim claim) {
        return claim.call().index() + claim.call().size() - 1;
    }

    /** Adds a stretch of the path, cut where a claim on a part of it begins or ends. */
    private static void stretch(Explanations found, PathStretch piece, Open open, SortedSet<Subject> own) {
        if (open == null) {
            explain(found, piece, own, piece.nanos());
            return;
        }
        SortedSet<Subject> whole = new TreeSet<>(own);
        List<Claim> parts = new ArrayList<>();
        SortedSet<Long> cuts = new TreeSet<>();
        each(open, claim -> {
            if (claim.isOfTime() && claim.isWhole()) {
                whole.add(claim.subject());
            } else if (claim.isOfTime()) {
                parts.add(claim);
                cuts.add(within(piece, claim.fromNanos()));
                cuts.add(within(piece, claim.toNanos()));
            }
        });
        if (parts.isEmpty()) {
            explain(found, piece, whole, piece.nanos());
            return;
        }
        cuts.add(piece.endNanos());
        long from = piece.startNanos();
        for (long to : cuts) {
            if (to > from) {
                SortedSet<Subject> who = new TreeSet<>(whole);
                for (Claim part : parts) {
                    if (part.fromNanos() <= from && to <= part.toNanos()) {
                        who.add(part.subject());
                    }
                }
                explain(found, piece, who, to - from);
                from = to;
            }
        }
    }

    private static void explain(Explanations found, PathStretch piece, SortedSet<Subject> who, long nanos) {
        if (!who.isEmpty() && nanos > 0) {
            found.add(Operation.of(piece.span()), who, new Explanations.Amount(nanos, null));
        }
    }

    private static long within(PathStretch piece, long time) {
        return Math.max(piece.startNanos(), Math.min(piece.endNanos(), time));
    }
}
