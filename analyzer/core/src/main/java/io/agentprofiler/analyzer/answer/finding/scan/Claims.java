// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.scan;

import io.agentprofiler.analyzer.answer.critical.CriticalPath.PathStretch;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.SpanFlag;
import io.agentprofiler.analyzer.trace.metric.operation.Calls;
import io.agentprofiler.analyzer.trace.metric.operation.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The claims of rules in one workflow: the calls, or stretches of calls, that their findings explain.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class Claims {
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

    /** The claims that a span lies in, as a list from the innermost on, which lists of spans share. */
    private static final class OpenClaim {
        private final Claim claim;
        /** The claims around it, {@code null} where there are none. */
        private final OpenClaim outer;
        /** Who claims the time of all that is in it, and who the cost, in order; made when first asked for. */
        private List<Subject> ofTime;

        private List<Subject> ofCost;
        /** The claims on stretches of time among them. */
        private List<Claim> stretches;

        OpenClaim(Claim claim, OpenClaim outer) {
            this.claim = claim;
            this.outer = outer;
        }

        List<Subject> ofTime() {
            if (ofTime == null) {
                ofTime = subjects(each -> each.isOfTime() && each.isWhole());
            }
            return ofTime;
        }

        List<Subject> ofCost() {
            if (ofCost == null) {
                ofCost = subjects(each -> each.sort() != Sort.TIME);
            }
            return ofCost;
        }

        List<Claim> stretches() {
            if (stretches == null) {
                stretches = claims(each -> each.isOfTime() && !each.isWhole());
            }
            return stretches;
        }

        private List<Subject> subjects(Predicate<Claim> wanted) {
            List<Claim> claims = claims(wanted);
            if (claims.isEmpty()) {
                return List.of();
            }
            if (claims.size() == 1) {
                return List.of(claims.get(0).subject());
            }
            List<Subject> subjects = new ArrayList<>();
            for (Claim claim : claims) {
                addInOrder(subjects, claim.subject());
            }
            return subjects;
        }

        private List<Claim> claims(Predicate<Claim> wanted) {
            List<Claim> found = List.of();
            OpenClaim open = this;
            for (int i = 0; i < MOST_OPEN && open != null; i++) {
                if (wanted.test(open.claim)) {
                    found = found.isEmpty() ? new ArrayList<>() : found;
                    found.add(open.claim);
                }
                open = open.outer;
            }
            return found;
        }
    }

    /** Maximum number of enclosing claims per span; the innermost ones count. */
    private static final int MOST_OPEN = 64;

    /** Number of claims up to which each is compared with all enclosing ones. */
    private static final int FEW = 16;

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

    /** Adds what is claimed of what the workflow waited for and paid; of spans without an end nobody knows how long they took. */
    void explain(WorkflowScan workflow, Explanations into) {
        if (claims.isEmpty() && own.isEmpty()) {
            return;
        }
        OpenClaim[] open = open(workflow.trace().spans());
        for (PathStretch piece : workflow.path().pieces()) {
            Span span = piece.span();
            if (span != null && !span.has(SpanFlag.UNFINISHED)) {
                SortedSet<Subject> itsOwn = own.isEmpty() ? null : own.get(span.index());
                if (open[span.index()] != null || itsOwn != null) {
                    stretch(into, piece, open[span.index()], itsOwn == null ? NOBODY : itsOwn);
                }
            }
        }
        for (Span span : workflow.trace().spans()) {
            if (open[span.index()] != null && Calls.usesTokens(span)) {
                List<Subject> who = open[span.index()].ofCost();
                if (!who.isEmpty() && workflow.price(span).isKnown()) {
                    into.add(
                            Operation.of(span), who, workflow.price(span).cost().total());
                }
            }
        }
    }

    /** Returns the claims that each span lies in, by its index. Spans stand right before all that is below them. */
    private OpenClaim[] open(List<Span> spans) {
        OpenClaim[] open = new OpenClaim[spans.size()];
        Claim[] claimed = byCall(open.length);
        // what is claimed whole around a span already need not be claimed again; of few claims no set is made for that
        Set<Claimed> whole = claims.size() > FEW ? new HashSet<>() : null;
        OpenClaim top = null;
        int next = 0;
        for (int i = 0; i < open.length; i++) {
            while (top != null && lastIndex(top.claim) < i) {
                if (whole != null) {
                    whole.remove(Claimed.of(top.claim));
                }
                top = top.outer;
            }
            for (; next < claimed.length && claimed[next].call().index() == i; next++) {
                Claim claim = claimed[next];
                boolean isNew = whole == null ? !isClaimed(claim, top) : whole.add(Claimed.of(claim));
                if (!claim.isWhole() || isNew) {
                    top = new OpenClaim(claim, top);
                }
            }
            open[i] = top;
        }
        return open;
    }

    /** Returns the claims by the index of their call, those on the same call as they came: counted, which is quicker than sorting. */
    private Claim[] byCall(int spans) {
        int[] place = new int[spans + 1];
        for (int i = 0; i < claims.size(); i++) {
            place[claims.get(i).call().index() + 1]++;
        }
        for (int i = 1; i < spans; i++) {
            place[i] += place[i - 1];
        }
        Claim[] inOrder = new Claim[claims.size()];
        for (int i = 0; i < inOrder.length; i++) {
            Claim claim = claims.get(i);
            inOrder[place[claim.call().index()]++] = claim;
        }
        return inOrder;
    }

    /** Answers whether the same is claimed of a whole call around. */
    private static boolean isClaimed(Claim claim, OpenClaim around) {
        for (OpenClaim open = around; open != null; open = open.outer) {
            if (open.claim.isWhole()
                    && open.claim.sort() == claim.sort()
                    && open.claim.subject().equals(claim.subject())) {
                return true;
            }
        }
        return false;
    }

    /** What is claimed as a whole, by whom; {@code null} of a stretch. */
    private record Claimed(Subject subject, Sort sort) {
        static Claimed of(Claim claim) {
            return claim.isWhole() ? new Claimed(claim.subject(), claim.sort()) : null;
        }

        /** As a record's, but quicker. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Claimed claimed && sort == claimed.sort && subject.equals(claimed.subject);
        }

        @Override
        public int hashCode() {
            return subject.hashCode() * 31 + sort.ordinal();
        }
    }

    private static int lastIndex(Claim claim) {
        return claim.call().index() + claim.call().size() - 1;
    }

    /** Adds a stretch of the path, cut where a claim on a part of it begins or ends. */
    private static void stretch(Explanations into, PathStretch piece, OpenClaim open, SortedSet<Subject> own) {
        if (open == null || own.isEmpty() && open.stretches().isEmpty()) {
            explain(into, piece, open == null ? own : open.ofTime(), piece.nanos());
            return;
        }
        List<Subject> whole = new ArrayList<>(open.ofTime());
        for (Subject subject : own) {
            addInOrder(whole, subject);
        }
        List<Claim> stretches = open.stretches();
        if (stretches.isEmpty()) {
            explain(into, piece, whole, piece.nanos());
            return;
        }
        long from = piece.startNanos();
        for (long to : cuts(piece, stretches)) {
            if (to > from) {
                List<Subject> who = new ArrayList<>(whole);
                for (Claim part : stretches) {
                    if (part.fromNanos() <= from && to <= part.toNanos()) {
                        addInOrder(who, part.subject());
                    }
                }
                explain(into, piece, who, to - from);
                from = to;
            }
        }
    }

    /** Returns where a piece is to be cut, its end included, in order; some may be there twice. */
    private static long[] cuts(PathStretch piece, List<Claim> stretches) {
        long[] cuts = new long[2 * stretches.size() + 1];
        for (int i = 0; i < stretches.size(); i++) {
            cuts[2 * i] = within(piece, stretches.get(i).fromNanos());
            cuts[2 * i + 1] = within(piece, stretches.get(i).toNanos());
        }
        cuts[cuts.length - 1] = piece.endNanos();
        Arrays.sort(cuts);
        return cuts;
    }

    /** Adds a subject at its place unless it is there; there are few, for which a tree would be too much. */
    private static void addInOrder(List<Subject> subjects, Subject subject) {
        int place = 0;
        while (place < subjects.size()) {
            int order = subjects.get(place).compareTo(subject);
            if (order == 0) {
                return;
            }
            if (order > 0) {
                break;
            }
            place++;
        }
        subjects.add(place, subject);
    }

    private static void explain(Explanations into, PathStretch piece, Collection<Subject> who, long nanos) {
        if (!who.isEmpty() && nanos > 0) {
            into.add(Operation.of(piece.span()), who, nanos);
        }
    }

    private static long within(PathStretch piece, long time) {
        return Math.max(piece.startNanos(), Math.min(piece.endNanos(), time));
    }

    /**
     * A rule as the owner of observations and claims.
     *
     * <p><b>Threading:</b> stateless.
     */
    public interface Claimant {
        /** Returns its name in files and documentation. */
        String id();

        /** Answers whether it comes before everything else, its findings of low impact excepted: whether answers are right at all. */
        default boolean comesFirst() {
            return false;
        }

        /**
         * Answers whether its findings explain all the time that the rule claimed for them while it scanned. If not, a finding explains
         * of it only as much time as it is about.
         */
        default boolean explainsAllItClaims() {
            return true;
        }

        /**
         * Answers whether its findings explain the operations that they are named after, with all their own time, instead of what was
         * claimed while scanning. The time they take is bounded as where {@link #explainsAllItClaims} is false.
         */
        default boolean explainsOperations() {
            return false;
        }
    }
}
