// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What getters of the application returned when others called them: a rule with the role {@code learn} watches such calls. It is read
 * where the fields behind a getter cannot be, so that nobody calls it because of the agent.
 *
 * <p>Only texts, numbers and truths are held, and maps of these: nothing that refers back to an object, its class or its loader.
 * Objects are told apart by identity and held weakly. When there are {@value #MOST}, no more are learned of until some are gone.
 *
 * <p><b>Threading:</b> any thread, without locks. What two threads learn of an object at the same time is the same, mostly; either may
 * stay.
 */
public final class Learned {
    /** Objects that have been learned of; each takes about 200 bytes, and as much as its texts. */
    static final int MOST = 4096;

    private static final int BUCKETS = 1 << 9;
    private static final AtomicReferenceArray<LearnedEntry> ENTRIES = new AtomicReferenceArray<>(BUCKETS);
    private static final AtomicInteger SIZE = new AtomicInteger();

    private Learned() {}

    /**
     * Notes what a getter returned.
     *
     * @param of the object
     * @param getter the name of the getter in paths: {@code toolDefinition} of {@code getToolDefinition()}
     * @param value a text, a number, a truth, or a map of the JDK that nobody changes any more and that holds such values by names
     */
    public static void add(Object of, String getter, Object value) {
        int hash = System.identityHashCode(of);
        int bucket = bucketOf(hash);
        LearnedEntry head = ENTRIES.get(bucket);
        LearnedEntry known = find(head, of, getter);
        if (known != null && known.value.equals(value) || known == null && SIZE.get() >= MOST && !swept()) {
            return;
        }
        while (true) {
            head = ENTRIES.get(bucket);
            LearnedEntry rest = without(head, of, getter);
            LearnedEntry entry = new LearnedEntry(of, getter, value, rest);
            if (ENTRIES.compareAndSet(bucket, head, entry)) {
                SIZE.addAndGet(entry.length - lengthOf(head));
                return;
            }
        }
    }

    /** Returns what a getter of an object returned last, {@code null} when that is not known. */
    static Object of(Object object, String getter) {
        if (SIZE.get() == 0) {
            return null;
        }
        LearnedEntry found = find(ENTRIES.get(bucketOf(System.identityHashCode(object))), object, getter);
        return found == null ? null : found.value;
    }

    /** Returns the name that a getter's method has in paths: what follows {@code get} or {@code is}. */
    public static String nameOf(String method) {
        int verb = method.startsWith("get") ? 3 : method.startsWith("is") ? 2 : 0;
        boolean bean = verb > 0 && method.length() > verb && Character.isUpperCase(method.charAt(verb));
        return bean ? Character.toLowerCase(method.charAt(verb)) + method.substring(verb + 1) : method;
    }

    private static LearnedEntry find(LearnedEntry head, Object of, String getter) {
        for (LearnedEntry entry = head; entry != null; entry = entry.next) {
            if (entry.refersTo(of) && entry.getter.equals(getter)) {
                return entry;
            }
        }
        return null;
    }

    /** Returns a chain without an entry, and without those whose object is gone. */
    private static LearnedEntry without(LearnedEntry head, Object of, String getter) {
        LearnedEntry kept = null;
        for (LearnedEntry entry = head; entry != null; entry = entry.next) {
            Object object = entry.get();
            if (object != null && !(object == of && entry.getter.equals(getter))) {
                kept = new LearnedEntry(object, entry.getter, entry.value, kept);
            }
        }
        return kept;
    }

    /** Forgets what was learned of objects that are gone; answers whether there is room now. */
    private static boolean swept() {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            LearnedEntry head = ENTRIES.get(bucket);
            LearnedEntry kept = without(head, null, "");
            if (lengthOf(kept) < lengthOf(head) && ENTRIES.compareAndSet(bucket, head, kept)) {
                SIZE.addAndGet(lengthOf(kept) - lengthOf(head));
            }
        }
        return SIZE.get() < MOST;
    }

    private static int lengthOf(LearnedEntry head) {
        return head == null ? 0 : head.length;
    }

    private static int bucketOf(int hash) {
        return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
    }

    private static final class LearnedEntry extends WeakReference<Object> {
        final String getter;
        final Object value;
        final LearnedEntry next;
        final int length;

        LearnedEntry(Object of, String getter, Object value, LearnedEntry next) {
            super(of);
            this.getter = getter;
            this.value = value;
            this.next = next;
            this.length = next == null ? 1 : next.length + 1;
        }
    }
}
