// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat.bounded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The first elements by an order, up to a number. Which ones depends on the set of elements only, as far as the order tells them
 * apart; of equal ones those added first are kept.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * @param <T> an element
 */
public final class BoundedList<T> {
    private final int most;
    private final Comparator<? super T> order;
    private List<T> elements = new ArrayList<>(1);
    private long dropped;
    /** The last of those that were kept when there were too many; {@code null} before. What does not come before it is dropped. */
    private T last;

    /** Starts with nothing. */
    public BoundedList(int most, Comparator<? super T> order) {
        this.most = most;
        this.order = order;
    }

    /** Adds an element. */
    public void add(T element) {
        if (last != null && order.compare(element, last) >= 0) {
            dropped++;
            return;
        }
        elements.add(element);
        // not each time: there may be many to keep
        if (elements.size() > 2 * Math.max(most, 1)) {
            trim();
        }
    }

    /**
     * Returns an element that all further ones must come before to be kept, {@code null} while any may be: so that one that must not
     * be need not be made. It counts by {@link #drop} all the same.
     */
    public T bound() {
        return last;
    }

    /** Counts an element that does not come before the {@linkplain #bound bound}. */
    public void drop() {
        dropped++;
    }

    /** Adds all that another list of the same bound and order was given. */
    public void add(BoundedList<T> more) {
        more.elements.forEach(this::add);
        dropped += more.dropped;
    }

    private void trim() {
        elements.sort(order);
        int kept = Math.min(most, elements.size());
        dropped += elements.size() - kept;
        if (kept < elements.size()) {
            elements = new ArrayList<>(elements.subList(0, kept));
            last = kept == 0 ? null : elements.get(kept - 1);
        }
    }

    /** Returns the elements that are kept, in their order. */
    public List<T> inOrder() {
        trim();
        return List.copyOf(elements);
    }

    /** Returns how many elements were given up. */
    public long dropped() {
        return dropped + Math.max(0, elements.size() - most);
    }
}
