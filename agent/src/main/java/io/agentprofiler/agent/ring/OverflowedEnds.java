// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Ends that found the ring full. A span that was begun must end in the trace, so its end waits here, with the sequence of
 * the ring after which it comes: at that moment its start, and everything else of its past, had a lower one.
 *
 * <p>Bounded by the spans that were open when the ring filled up, since starts are refused long before ends.
 *
 * <p><b>Threading:</b> producers add, the consumer polls and seals.
 */
public final class OverflowedEnds {
    private final ConcurrentLinkedQueue<Slot> queue = new ConcurrentLinkedQueue<>();
    private volatile boolean sealed;

    /** Producer: adds an end; {@code false} when the consumer will not come for it any more. */
    boolean add(Slot end) {
        queue.add(end);
        // Either the consumer sees the end after sealing, or we see the seal and take the end back; never both.
        return !sealed || !queue.remove(end);
    }

    /** Consumer: takes the next end that comes before {@code sequence}, {@code null} when there is none. */
    public Slot pollBefore(long sequence) {
        Slot head = queue.peek();
        return head != null && head.after < sequence ? queue.poll() : null;
    }

    /** Consumer: refuses what comes from now on; what is in the queue must still be polled. */
    public void seal() {
        sealed = true;
    }
}
