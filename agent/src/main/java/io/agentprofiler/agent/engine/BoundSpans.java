// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

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
final class BoundSpans {
    private static final int BUCKETS = 1 << 10;

    private final AtomicReferenceArray<Entry> buckets = new AtomicReferenceArray<>(BUCKETS);
    private final AtomicInteger size = new AtomicInteger();

    /**
     * Binds {@code span} to {@code key}; a later binding of the same key and operation wins. Nothing for a null key.
     *
     * @param ends whether the span can only end through a key: it is abandoned when the last such key is collected
     */
    void bind(Object key, String operation, Span span, boolean ends) {
        if (key == null) {
            return;
        }
        int hash = System.identityHashCode(key);
        int bucket = bucketOf(hash);
        while (true) {
            Entry head = buckets.get(bucket);
            Entry entry = new Entry(key, hash, operation, span, ends, without(head, key, operation, false));
            if (buckets.compareAndSet(bucket, head, entry)) {
                size.addAndGet(entry.length - lengthOf(head));
                return;
            }
        }
    }

    /** Returns the span bound to {@code key} that can still end, or {@code null}. */
    Span find(Object key, String operation) {
        if (key == null || size.get() == 0) {
            return null;
        }
        int hash = System.identityHashCode(key);
        for (Entry entry = buckets.get(bucketOf(hash)); entry != null; entry = entry.next) {
            if (entry.hash == hash && entry.refersTo(key) && entry.operation.equals(operation)) {
                return entry.isOver() ? null : entry.span;
            }
        }
        return null;
    }

    /** Forgets the binding of {@code key}. */
    void unbind(Object key, String operation) {
        if (key == null || size.get() == 0) {
            return;
        }
        int bucket = bucketOf(System.identityHashCode(key));
        while (true) {
            Entry head = buckets.get(bucket);
            Entry rest = without(head, key, operation, false);
            if (buckets.compareAndSet(bucket, head, rest)) {
                size.addAndGet(lengthOf(rest) - lengthOf(head));
                return;
            }
        }
    }

    /**
     * Drops what is over: spans that ended, and keys that were collected. A span whose last key was collected while it was
     * open can never end; {@code abandoned} is told. Called about once a second from a thread of the agent.
     */
    void sweep(Consumer<Span> abandoned) {
        for (int bucket = 0; bucket < BUCKETS && size.get() > 0; bucket++) {
            Entry head = buckets.get(bucket);
            if (head == null || !hasStale(head)) {
                continue;
            }
            Entry rest = without(head, null, null, true);
            if (buckets.compareAndSet(bucket, head, rest)) {
                size.addAndGet(lengthOf(rest) - lengthOf(head));
                for (Entry entry = head; entry != null; entry = entry.next) {
                    if (entry.ends && entry.refersTo(null) && entry.span.isOpen() && !isBound(entry.span)) {
                        abandoned.accept(entry.span);
                    }
                }
            }
        }
    }

    /** Returns how many bindings are held, stale ones included. */
    int size() {
        return size.get();
    }

    private boolean isBound(Span span) {
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

    /** Copies a chain without what is over, without the binding of {@code key}, and without collected keys if asked. */
    private static Entry without(Entry head, Object key, String operation, boolean collected) {
        Entry copy = null;
        for (Entry entry = head; entry != null; entry = entry.next) {
            boolean same = key != null && entry.refersTo(key) && entry.operation.equals(operation);
            if (!same && !entry.isOver() && !(collected && entry.refersTo(null))) {
                copy = new Entry(entry.get(), entry.hash, entry.operation, entry.span, entry.ends, copy);
            }
        }
        return copy;
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

        boolean isOver() {
            return span != Span.UNSAMPLED && !span.isOpen();
        }
    }
}
