// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat.bounded;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A bounded sample: the elements with the smallest keys, as many as fit a weight. A key that begins with a hash of the element's
 * identity makes it a sample without preference. Which elements are in it depends on the set of elements only, never on the order
 * of adding and merging.
 *
 * <p>The element of the smallest key is always in it. An element whose key is there already is another piece of
 * the same thing and is not taken.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * @param <K> what orders elements: unlikely to be equal
 * @param <T> an element
 */
public final class BoundedSample<K extends Comparable<K>, T> {
    private final long mostWeight;
    private final int mostElements;
    private final TreeMap<K, Weighed<T>> elements = new TreeMap<>();
    private long weight;
    /** The smallest key that did not fit; from it on nothing is taken. {@code null} while all fit. */
    private K limit;

    private record Weighed<T>(T element, long weight) {}

    /** Starts with nothing. */
    public BoundedSample(long mostWeight, int mostElements) {
        this.mostWeight = mostWeight;
        this.mostElements = mostElements;
    }

    /** Adds an element; returns whether it is in the sample, for now. */
    public boolean add(K key, T element, long itsWeight) {
        if (!fits(key)) {
            return false;
        }
        take(key, new Weighed<>(element, itsWeight));
        keepToBounds();
        return fits(key);
    }

    private boolean fits(K key) {
        return limit == null || key.compareTo(limit) < 0;
    }

    /** Adds all that is in another sample of the same bounds. */
    public void add(BoundedSample<K, T> more) {
        if (more.limit != null && fits(more.limit)) {
            limit = more.limit;
        }
        more.elements.forEach(this::take);
        trim();
    }

    private void take(K key, Weighed<T> element) {
        if (fits(key) && elements.putIfAbsent(key, element) == null) {
            weight += element.weight();
        }
    }

    private void trim() {
        while (!elements.isEmpty() && !fits(elements.lastKey())) {
            drop();
        }
        keepToBounds();
    }

    private void keepToBounds() {
        while (elements.size() > 1 && (weight > mostWeight || elements.size() > mostElements)) {
            limit = drop();
        }
    }

    private K drop() {
        Map.Entry<K, Weighed<T>> last = elements.pollLastEntry();
        weight -= last.getValue().weight();
        return last.getKey();
    }

    /** Returns the elements in the order of their keys. */
    public Collection<T> elements() {
        return Collections.unmodifiableCollection(
                elements.values().stream().map(Weighed::element).toList());
    }

    /** Returns the keys of the elements, ascending. */
    public Collection<K> keys() {
        return Collections.unmodifiableSet(elements.keySet());
    }

    /** Answers whether every element that was added is in it. */
    public boolean isWhole() {
        return limit == null;
    }
}
