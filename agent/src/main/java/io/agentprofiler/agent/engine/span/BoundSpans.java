// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.span;

import io.agentprofiler.agent.context.Span;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Spans found by the identity of an object of the application: a streaming handler, a token stream, a prompt.
 *
 * <p>By identity because framework objects have value equality, so that two equal concurrent requests would be taken for
 * one; weakly because the object is the application's, and lives as long as the application wants.
 *
 * <p>A hash table of fixed size whose buckets are immutable chains replaced by compare-and-set. Few objects are bound at a
 * time (the open streams), so chains are short; where none is bound a look-up is one read.
 *
 * <p><b>Threading:</b> any thread, without locks.
 */
public final class BoundSpans {
    private static final int BUCKETS = 1 << 10;
    /** Spans that stay bound to an object and an operation below the last, where nothing else bounds them. */
    private static final int MOST_OF_A_KEY = 16;

    private static final Predicate<Span> ANY = span -> true;

    private final AtomicReferenceArray<Entry> buckets = new AtomicReferenceArray<>(BUCKETS);
    private final AtomicInteger size = new AtomicInteger();
    private final int mostOfAKey;

    public BoundSpans() {
        this(MOST_OF_A_KEY);
    }

    /** Makes a table with another bound for the spans that stay below the last of an object and an operation. */
    public BoundSpans(int mostOfAKey) {
        this.mostOfAKey = mostOfAKey;
    }

    /**
     * Binds {@code span} to {@code key}; a later binding of the same key and operation goes before. A span that only its keys
     * can end stays bound below the later ones, and is found again when they are over: a call may hand the object it was
     * given on, and an object may serve several calls. Nothing for a null key.
     *
     * @param ends whether the span can only end through a key: it is abandoned when its last key is collected, see {@link #sweep}
     * @return the span that {@code key} has no room left for, the oldest; mostly {@code null}
     */
    public Span bind(Object key, String operation, Span span, boolean ends) {
        if (key == null) {
            return null;
        }
        int hash = System.identityHashCode(key);
        int bucket = bucketOf(hash);
        while (true) {
            Entry head = buckets.get(bucket);
            Entry oldest = null;
            int below = 0;
            for (Entry entry = head; entry != null; entry = entry.next) {
                if (entry.isFor(key, hash, operation) && entry.staysBelow(span)) {
                    oldest = entry;
                    below++;
                }
            }
            Entry pushedOut = below < mostOfAKey ? null : oldest;
            Entry rest = kept(
                    head,
                    entry -> entry != pushedOut && (!entry.isFor(key, hash, operation) || entry.staysBelow(span)));
            Entry entry = new Entry(key, hash, operation, span, ends, rest);
            if (buckets.compareAndSet(bucket, head, entry)) {
                size.addAndGet(entry.length - lengthOf(head));
                return pushedOut == null ? null : pushedOut.span;
            }
        }
    }

    /** Returns the span last bound to {@code key} that can still end, or {@code null}. */
    public Span find(Object key, String operation) {
        return find(key, operation, ANY);
    }

    /** Returns the span last bound to {@code key} that can still end and is {@code wanted}, or {@code null}. */
    public Span find(Object key, String operation, Predicate<Span> wanted) {
        if (key == null || size.get() == 0) {
            return null;
        }
        int hash = System.identityHashCode(key);
        for (Entry entry = buckets.get(bucketOf(hash)); entry != null; entry = entry.next) {
            if (!entry.isOver() && entry.isFor(key, hash, operation) && wanted.test(entry.span)) {
                return entry.span;
            }
        }
        return null;
    }

    /** Answers whether {@code span} is among those bound to {@code key}. */
    public boolean isBound(Object key, Span span) {
        if (key == null || size.get() == 0) {
            return false;
        }
        for (Entry entry = buckets.get(bucketOf(System.identityHashCode(key))); entry != null; entry = entry.next) {
            if (entry.span == span && entry.refersTo(key)) {
                return true;
            }
        }
        return false;
    }

    /** Forgets the binding of {@code key}. */
    public void unbind(Object key, String operation) {
        unbind(key, operation, ANY);
    }

    /** Forgets the bindings of {@code key} to spans that are {@code unwanted}. */
    public void unbind(Object key, String operation, Predicate<Span> unwanted) {
        if (key == null || size.get() == 0) {
            return;
        }
        int hash = System.identityHashCode(key);
        int bucket = bucketOf(hash);
        while (true) {
            Entry head = buckets.get(bucket);
            Entry rest = kept(head, entry -> !entry.isFor(key, hash, operation) || !unwanted.test(entry.span));
            if (buckets.compareAndSet(bucket, head, rest)) {
                size.addAndGet(lengthOf(rest) - lengthOf(head));
                return;
            }
        }
    }

    /** Forgets all bindings of {@code operation} to {@code span}. Goes through all that is bound. */
    public void forget(Span span, String operation) {
        for (int bucket = 0; bucket < BUCKETS && size.get() > 0; bucket++) {
            while (true) {
                Entry head = buckets.get(bucket);
                Entry rest = kept(head, entry -> entry.span != span || !entry.operation.equals(operation));
                if (rest == head) {
                    break;
                }
                if (buckets.compareAndSet(bucket, head, rest)) {
                    size.addAndGet(lengthOf(rest) - lengthOf(head));
                    break;
                }
            }
        }
    }

    /**
     * Drops what is over: spans that ended, and keys that were collected. A span whose last key was collected while it was
     * open can end no more, unless what runs or waits under it leads to its end; {@code abandoned} is told when neither is left.
     * Called about once a second from a thread of the agent.
     */
    public void sweep(Consumer<Span> abandoned) {
        for (int bucket = 0; bucket < BUCKETS && size.get() > 0; bucket++) {
            Entry head = buckets.get(bucket);
            if (head == null || !hasStale(head)) {
                continue;
            }
            List<Entry> dropped = dropped(head);
            Entry rest = kept(head, entry -> !dropped.contains(entry));
            if (buckets.compareAndSet(bucket, head, rest)) {
                size.addAndGet(lengthOf(rest) - lengthOf(head));
                for (Entry entry : dropped) {
                    if (entry.ends && entry.span.isOpen()) {
                        abandoned.accept(entry.span);
                    }
                }
            }
        }
    }

    /** Returns the entries of a chain whose keys were collected, but for those of spans that can still end. */
    private List<Entry> dropped(Entry head) {
        List<Entry> dropped = new ArrayList<>(1);
        for (Entry entry = head; entry != null; entry = entry.next) {
            if (entry.refersTo(null) && !(entry.ends && entry.span.isOpen() && canEnd(entry.span))) {
                dropped.add(entry);
            }
        }
        return dropped;
    }

    private boolean canEnd(Span span) {
        return span.isLedTo() || isBound(span);
    }

    /** Tells {@code each} every span that is bound, once for each of its keys. */
    public void forEach(Consumer<Span> each) {
        for (int bucket = 0; bucket < BUCKETS && size.get() > 0; bucket++) {
            for (Entry entry = buckets.get(bucket); entry != null; entry = entry.next) {
                each.accept(entry.span);
            }
        }
    }

    /** Returns how many bindings are held, stale ones included. */
    public int size() {
        return size.get();
    }

    /** Answers whether a living object is bound to {@code span}. Goes through all that is bound. */
    public boolean isBound(Span span) {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            for (Entry entry = buckets.get(bucket); entry != null; entry = entry.next) {
                if (entry.span == span && !entry.refersTo(null)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasStale(Entry head) {
        for (Entry entry = head; entry != null; entry = entry.next) {
            if (entry.isOver() || entry.refersTo(null)) {
                return true;
            }
        }
        return false;
    }

    /** Returns a chain without what is over and what {@code wanted} does not want, in the same order. */
    private static Entry kept(Entry head, Predicate<Entry> wanted) {
        Entry shared = head;
        for (Entry entry = head; entry != null; entry = entry.next) {
            if (entry.isOver() || !wanted.test(entry)) {
                shared = entry.next;
            }
        }
        if (shared == head) {
            return head;
        }
        ArrayDeque<Entry> before = new ArrayDeque<>();
        for (Entry entry = head; entry != shared; entry = entry.next) {
            if (!entry.isOver() && wanted.test(entry)) {
                before.push(entry);
            }
        }
        Entry chain = shared;
        for (Entry entry : before) {
            chain = new Entry(entry.get(), entry.hash, entry.operation, entry.span, entry.ends, chain);
        }
        return chain;
    }

    private static int lengthOf(Entry head) {
        return head == null ? 0 : head.length;
    }

    private static int bucketOf(int hash) {
        return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
    }

    private static final class Entry extends WeakReference<Object> {
        final int hash;
        final String operation;
        final Span span;
        final boolean ends;
        final Entry next;
        final int length;

        Entry(Object key, int hash, String operation, Span span, boolean ends, Entry next) {
            super(key);
            this.hash = hash;
            this.operation = operation;
            this.span = span;
            this.ends = ends;
            this.next = next;
            this.length = next == null ? 1 : next.length + 1;
        }

        boolean isFor(Object key, int hashOfKey, String ofOperation) {
            return hash == hashOfKey && refersTo(key) && operation.equals(ofOperation);
        }

        /** Whether the span could not end any more if a binding to {@code later} replaced this one. */
        boolean staysBelow(Span later) {
            return ends && span != later && span != Span.UNSAMPLED && span.isOpen();
        }

        boolean isOver() {
            return span != Span.UNSAMPLED && !span.isOpen();
        }
    }
}
