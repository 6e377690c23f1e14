// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.value.normal.SmallMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what the references in the ring keep alive. The size of a prompt cannot be known on the application's thread at
 * no cost, so an event is counted with an estimate, learnt per rule from what the consumer read of earlier ones.
 *
 * <p>Above half of the budget prompts and results are not read any more, so that the consumer catches up; above all of it
 * the references themselves are let go. The span stays in either case.
 *
 * <p><b>Threading:</b> {@link #admit} on producers, everything else on the consumer.
 */
public final class PayloadBudget {
    /** What is done with the references captured for an event. */
    enum Admission {
        /** Everything is read. */
        READ,
        /** Attributes are read, prompts and results are not. */
        SKIP_CONTENT,
        /** The references are let go. */
        LET_GO
    }

    /** At most assumed of a rule that reads prompts or results, beside the texts captured, until something is known of it. */
    static final int MOST_UNKNOWN_CONTENT = 4 << 10;
    /** At most assumed of any other rule. */
    static final int MOST_UNKNOWN = 512;
    /** So many events of unknown rules fit into the whole budget, however small it is: the first calls find a writer that sleeps. */
    static final int UNKNOWN_EVENTS = 2048;
    /** Events smaller than this are bounded well enough by the number of slots. */
    private static final int NEGLIGIBLE = 256;

    /** Of an estimate: nothing like it was read yet. */
    private static final int UNKNOWN = -1;

    private static final int BYTES_PER_CHAR = 2;
    /** Events without prompts and results are much alike: after so many, only one in some is measured. */
    private static final int MANY = 64;

    private static final int SOME = 17;

    private final long limit;
    private final boolean contentRead;
    private final AtomicLong used = new AtomicLong();
    private volatile Map<Rule, Estimate> estimates = new IdentityHashMap<>();

    /**
     * Creates a budget.
     *
     * @param limit bytes
     * @param contentRead whether prompts and results are looked at, so that their size can be learnt
     */
    PayloadBudget(long limit, boolean contentRead) {
        this.limit = limit;
        this.contentRead = contentRead;
    }

    /** Producer: reserves memory for an event of {@code rule}; {@code slot.reserved} says with how much. */
    Admission admit(Rule rule, Slot slot, boolean end) {
        Estimate estimate = estimates.get(rule);
        int bytes = estimate == null ? UNKNOWN : end ? estimate.end : estimate.start;
        if (bytes == UNKNOWN) {
            bytes = unknown(rule, slot);
        }
        if (bytes < NEGLIGIBLE) {
            slot.reserved = 0;
            return Admission.READ;
        }
        long now = used.addAndGet(bytes);
        // At once: whatever is cut off from here on by the end of the stack, the consumer gives back what is counted.
        slot.reserved = bytes;
        if (now > limit) {
            used.addAndGet(-bytes);
            slot.reserved = 0;
            return Admission.LET_GO;
        }
        return now > limit / 2 ? Admission.SKIP_CONTENT : Admission.READ;
    }

    /** Consumer: the references of an event are gone. */
    public void release(Slot slot) {
        if (slot.reserved != 0) {
            used.addAndGet(-slot.reserved);
            slot.reserved = 0;
        }
    }

    /** Consumer: learns from the attributes of an event whose content was read. */
    public void learn(Rule rule, boolean end, Map<String, Object> attributes) {
        Estimate estimate = estimates.get(rule);
        if (estimate == null) {
            estimate = new Estimate();
            // Copied, so that producers never see a map that is being changed.
            Map<Rule, Estimate> copy = new IdentityHashMap<>();
            // not by the constructor, which loads three classes of iterators
            estimates.forEach(copy::put);
            copy.put(rule, estimate);
            estimates = copy;
        }
        if (!contentRead && !rule.content().isEmpty()) {
            return;
        }
        if (rule.content().isEmpty() && estimate.isKnownWell()) {
            return;
        }
        long measured = Math.min(Integer.MAX_VALUE, BYTES_PER_CHAR * PayloadSize.chars(attributes));
        if (end) {
            estimate.end = estimate.next(estimate.end, estimate.endKnown, measured);
            estimate.endKnown = true;
        } else {
            estimate.start = estimate.next(estimate.start, estimate.startKnown, measured);
            estimate.startKnown = true;
        }
    }

    /** Returns the bytes counted. */
    long used() {
        return used.get();
    }

    /** Returns what is assumed of an event before one like it was read: a share, and what the texts captured for it hold. */
    private int unknown(Rule rule, Slot slot) {
        long most = rule.content().isEmpty() ? MOST_UNKNOWN : MOST_UNKNOWN_CONTENT;
        long share = Math.max(NEGLIGIBLE, Math.min(most, limit / UNKNOWN_EVENTS));
        return (int) Math.min(Integer.MAX_VALUE, share + BYTES_PER_CHAR * slot.capturedChars());
    }

    /** What events of one rule hold on average; up faster than down, since too low a guess costs memory. */
    private static final class Estimate {
        volatile int start = UNKNOWN;
        volatile int end = UNKNOWN;
        boolean startKnown;
        boolean endKnown;
        private int seen;

        /** Answers whether this one of the events need not be measured. */
        boolean isKnownWell() {
            // an odd number, so that starts and ends take turns
            return seen++ >= MANY && seen % SOME != 0;
        }

        int next(int old, boolean known, long measured) {
            if (!known) {
                return (int) measured;
            }
            return (int) (old + (measured - old) / (measured > old ? 2 : 8));
        }
    }

    /** How much text stood behind the attributes that were read. */
    private static final class PayloadSize {
        /** Where content is hashed, an object tells here how long the text was; of prompt blocks it tells the bytes. */
        private static final String CHARS = "chars";

        private static final String BYTES = "bytes";

        private PayloadSize() {}

        /** Returns the chars of all texts in {@code value}, or those it says were hashed. */
        static long chars(Object value) {
            if (value instanceof String text) {
                return text.length();
            }
            if (value instanceof Number || value instanceof Boolean) {
                return 0;
            }
            long sum = 0;
            if (value instanceof Map<?, ?> map) {
                if (map.get(CHARS) instanceof Number hashed) {
                    return hashed.longValue();
                }
                if (map.get(BYTES) instanceof Number hashed) {
                    return hashed.longValue();
                }
                sum += ofValues(map);
            } else if (value instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    sum += chars(list.get(i));
                }
            }
            return sum;
        }

        private static long ofValues(Map<?, ?> map) {
            long sum = 0;
            if (map instanceof SmallMap small) {
                for (int i = 0; i < small.size(); i++) {
                    sum += chars(small.valueAt(i));
                }
            } else {
                for (Object entry : map.values()) {
                    sum += chars(entry);
                }
            }
            return sum;
        }
    }
}
