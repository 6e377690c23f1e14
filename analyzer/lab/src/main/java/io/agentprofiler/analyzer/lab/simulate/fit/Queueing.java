// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.fit;

import io.agentprofiler.analyzer.lab.simulate.recording.Recorded;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/** The start of service of recorded calls, on a first-come-first-served server with a number of slots. */
final class Queueing {
    private Queueing() {}

    /**
     * Returns when each call's service began: when it was sent, or, while as many earlier calls had not ended as there are slots, when
     * the first of those ended that left fewer.
     *
     * @param calls in the order in which they were sent
     */
    static long[] starts(List<Recorded> calls, int slots) {
        // the latest ends of earlier calls: the earliest of so many is when a slot came free
        PriorityQueue<Long> ends = new PriorityQueue<>();
        long[] starts = new long[calls.size()];
        for (int i = 0; i < starts.length; i++) {
            Recorded call = calls.get(i);
            long free = ends.size() < slots ? Long.MIN_VALUE : ends.peek();
            starts[i] = Math.min(call.endNanos(), Math.max(call.startNanos(), free));
            ends.add(call.endNanos());
            if (ends.size() > slots) {
                ends.remove();
            }
        }
        return starts;
    }

    /** Returns the peak concurrency of calls. */
    static int most(List<Recorded> calls) {
        PriorityQueue<Long> ends = new PriorityQueue<>();
        int most = 0;
        for (Recorded call : calls) {
            while (!ends.isEmpty() && ends.peek() <= call.startNanos()) {
                ends.remove();
            }
            ends.add(call.endNanos());
            most = Math.max(most, ends.size());
        }
        return most;
    }

    /** The number of calls in service. */
    record Busy(long[] starts, long[] ends) {
        /** Returns how many others were served when the service of a call began. */
        int others(long start) {
            return atMost(starts, start) - atMost(ends, start) - 1;
        }

        private static int atMost(long[] sorted, long value) {
            int low = 0;
            int high = sorted.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (sorted[middle] <= value) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /**
     * Returns how many calls were served when.
     *
     * @param starts when the service of each began
     */
    static Busy busy(List<Recorded> calls, long[] starts) {
        long[] began = starts.clone();
        Arrays.sort(began);
        return new Busy(
                began, calls.stream().mapToLong(Recorded::endNanos).sorted().toArray());
    }
}
