// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.assembly;

/**
 * What an assembler met besides whole spans.
 *
 * @param read the events read
 * @param duplicates starts and ends of spans that had one already
 * @param orphanEnds ends without a start, those included that were kept as spans
 * @param orphanChunks chunks of spans of which nothing else is known
 * @param givenUp traces closed early because too many spans were open for the memory at hand
 * @param plain traces that were left out: other programs' instrumentations recorded them, and nothing in them says anything of models,
 *     tools or agents
 * @param skewed spans of another service that begin before the span that called it
 */
public record AssemblyCounts(
        EventsRead read, long duplicates, long orphanEnds, long orphanChunks, long givenUp, long plain, long skewed) {
    /** Nothing met. */
    public static final AssemblyCounts NONE = new AssemblyCounts(new EventsRead(0, 0, 0), 0, 0, 0, 0, 0, 0);

    /** How many events were read, by their type. */
    public record EventsRead(long starts, long chunks, long ends) {
        /** Returns the number of all of them. */
        public long all() {
            return starts + chunks + ends;
        }
    }

    /** Returns both together. */
    public AssemblyCounts plus(AssemblyCounts other) {
        return new AssemblyCounts(
                new EventsRead(
                        read.starts + other.read.starts, read.chunks + other.read.chunks, read.ends + other.read.ends),
                duplicates + other.duplicates,
                orphanEnds + other.orphanEnds,
                orphanChunks + other.orphanChunks,
                givenUp + other.givenUp,
                plain + other.plain,
                skewed + other.skewed);
    }
}
