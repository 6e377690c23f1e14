// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.overview.page;

/**
 * A workflow that may be on the page.
 *
 * @param position where it stands among all, unique
 * @param weight its place in the order: greater comes first
 * @param start when it began
 */
record Candidate(long position, long weight, long start) implements Comparable<Candidate> {
    /** The best comes first. Plain code: it is asked dozens of times for each of millions of workflows. */
    @Override
    public int compareTo(Candidate other) {
        int order = Long.compare(other.weight, weight);
        return order != 0 ? order : Long.compare(position, other.position);
    }
}
