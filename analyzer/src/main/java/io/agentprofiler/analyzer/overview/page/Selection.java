// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Chooses workflows for a page of bounded size: the best ones by an order, as many as a number of spans allows.
 *
 * <p>The choice is the longest beginning of the ordered workflows whose spans fit together. It does not depend on the
 * order in which workflows are offered or selections merged: what is given up once is remembered by the best of it, and
 * nothing behind that is taken again. Memory is bounded by the number of spans.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class Selection {
    /**
     * A workflow on offer.
     *
     * @param position where it stands among all, unique
     * @param weight its place in the order: greater comes first
     * @param spans spans it would add to the page
     * @param start when it began
     */
    record Candidate(long position, long weight, int spans, long start) implements Comparable<Candidate> {
        /** The best comes first. Plain code: it is asked dozens of times for each of millions of workflows. */
        @Override
        public int compareTo(Candidate other) {
            int order = Long.compare(other.weight, weight);
            return order != 0 ? order : Long.compare(position, other.position);
        }
    }

    private final long maxSpans;
    private final TreeSet<Candidate> taken = new TreeSet<>();
    private long spans;
    private Candidate bestGivenUp;

    Selection(long maxSpans) {
        this.maxSpans = maxSpans;
    }

    /** Offers a workflow; returns whether it is in, for now. */
    boolean offer(Candidate candidate) {
        if (isGivenUp(candidate)) {
            return false;
        }
        taken.add(candidate);
        spans += candidate.spans();
        while (spans > maxSpans) {
            giveUp(taken.last());
        }
        return !isGivenUp(candidate);
    }

    private boolean isGivenUp(Candidate candidate) {
        return bestGivenUp != null && candidate.compareTo(bestGivenUp) >= 0;
    }

    private void giveUp(Candidate last) {
        taken.remove(last);
        spans -= last.spans();
        bestGivenUp = last;
    }

    /** Adds what another selection took and gave up. */
    void add(Selection more) {
        if (more.bestGivenUp != null && !isGivenUp(more.bestGivenUp)) {
            bestGivenUp = more.bestGivenUp;
            while (!taken.isEmpty() && isGivenUp(taken.last())) {
                spans -= taken.pollLast().spans();
            }
        }
        more.taken.forEach(this::offer);
    }

    /** Returns the positions of the workflows chosen. */
    Set<Long> positions() {
        return taken.stream().map(Candidate::position).collect(Collectors.toSet());
    }

    /** Returns when the first of the workflows chosen began, {@link Long#MAX_VALUE} when there is none. */
    long firstStart() {
        return taken.stream().mapToLong(Candidate::start).min().orElse(Long.MAX_VALUE);
    }
}
