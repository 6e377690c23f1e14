// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

/**
 * What an assembler met besides whole spans.
 *
 * @param starts starts read
 * @param chunks chunks read
 * @param ends ends read
 * @param duplicates starts and ends of spans that had one already
 * @param orphanEnds ends without a start, those included that were kept as spans
 * @param orphanChunks chunks of spans of which nothing else is known
 * @param givenUp traces closed early because too many spans were open for the memory at hand
 * @param plain traces that were left out: other programs' instrumentations recorded them, and nothing in them says anything of models,
 *     tools or agents
 * @param skewed spans of another service that begin before the span that called it
 */
public record AssemblyCounts(
        long starts,
        long chunks,
        long ends,
        long duplicates,
        long orphanEnds,
        long orphanChunks,
        long givenUp,
        long plain,
        long skewed) {
    /** Nothing met. */
    public static final AssemblyCounts NONE = new AssemblyCounts(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the number of events read. */
    public long events() {
        return starts + chunks + ends;
    }

    /** Returns both together. */
    public AssemblyCounts plus(AssemblyCounts other) {
        return new AssemblyCounts(
                starts + other.starts,
                chunks + other.chunks,
                ends + other.ends,
                duplicates + other.duplicates,
                orphanEnds + other.orphanEnds,
                orphanChunks + other.orphanChunks,
                givenUp + other.givenUp,
                plain + other.plain,
                skewed + other.skewed);
    }
}
