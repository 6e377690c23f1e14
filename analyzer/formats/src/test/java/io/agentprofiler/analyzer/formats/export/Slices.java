// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a viewer draws: bars on lanes. */
public final class Slices {
    private final Map<String, List<Slice>> lanes = new HashMap<>();

    /**
     * A bar.
     *
     * @param span its span's id
     * @param from when it begins, nanoseconds
     * @param to when it ends
     */
    public record Slice(String span, long from, long to) {}

    /** Adds a bar; of those that begin at once on a lane the outer one comes first. */
    public void add(String lane, String span, long from, long to) {
        lanes.computeIfAbsent(lane, any -> new ArrayList<>()).add(new Slice(span, from, to));
    }

    /** Two bars of a lane overlap only where one holds the other whole. */
    public void assertNested() {
        lanes.forEach((lane, slices) -> {
            List<Slice> sorted = new ArrayList<>(slices);
            sorted.sort(Comparator.comparingLong(Slice::from)
                    .thenComparing(Comparator.comparingLong(Slice::to).reversed()));
            Deque<Slice> open = new ArrayDeque<>();
            for (Slice slice : sorted) {
                while (!open.isEmpty() && open.peek().to() <= slice.from()) {
                    open.pop();
                }
                if (!open.isEmpty()) {
                    assertThat(slice.to())
                            .as(slice + " in " + open.peek() + " on " + lane)
                            .isLessThanOrEqualTo(open.peek().to());
                }
                open.push(slice);
            }
        });
    }

    /** Returns the bars of a lane at a moment, outermost first. */
    public List<Slice> at(String lane, long moment) {
        return lanes.getOrDefault(lane, List.of()).stream()
                .filter(slice -> slice.from() <= moment && (moment < slice.to() || moment == slice.from()))
                .sorted(Comparator.comparingLong(Slice::from)
                        .thenComparing(Comparator.comparingLong(Slice::to).reversed()))
                .toList();
    }

    /** Answers whether others of its lane leave something of a bar to be seen. */
    public boolean isSeen(String lane, Slice bar) {
        long at = bar.from();
        for (Slice slice : lanes.get(lane).stream()
                .filter(other -> other != bar && other.from() >= bar.from() && other.to() <= bar.to())
                .sorted(Comparator.comparingLong(Slice::from))
                .toList()) {
            if (slice.from() > at) {
                return true;
            }
            at = Math.max(at, slice.to());
        }
        return at < bar.to();
    }
}
