// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.diff.side;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A bounded sample without preference: elements are taken in the order of a hash of their identity, as many as fit a
 * weight. Which elements are in it depends on the set of elements only, never on the order of adding and merging.
 *
 * <p>The element of the smallest hash is always in it. An element whose key is there already is another piece of
 * the same thing and is not taken.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * @param <K> what orders elements: hashes that are unlikely to be equal
 * @param <T> an element
 */
final class HashSample<K extends Comparable<K>, T> {
    private final long mostWeight;
    private final int mostElements;
    private final TreeMap<K, Weighed<T>> elements = new TreeMap<>();
    private long weight;
    /** The smallest key that did not fit; from it on nothing is taken. {@code null} while all fit. */
    private K limit;

    private record Weighed<T>(T element, long weight) {}

    HashSample(long mostWeight, int mostElements) {
        this.mostWeight = mostWeight;
        this.mostElements = mostElements;
    }

    void add(K key, T element, long itsWeight) {
        take(key, new Weighed<>(element, itsWeight));
        trim();
    }

    void add(HashSample<K, T> more) {
        if (more.limit != null && (limit == null || more.limit.compareTo(limit) < 0)) {
            limit = more.limit;
        }
        more.elements.forEach(this::take);
        trim();
    }

    private void take(K key, Weighed<T> element) {
        if ((limit == null || key.compareTo(limit) < 0) && elements.putIfAbsent(key, element) == null) {
            weight += element.weight();
        }
    }

    private void trim() {
        while (!elements.isEmpty() && limit != null && elements.lastKey().compareTo(limit) >= 0) {
            drop();
        }
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
    Collection<T> elements() {
        return Collections.unmodifiableCollection(
                elements.values().stream().map(Weighed::element).toList());
    }

    /** Returns the keys of the elements, ascending. */
    Collection<K> keys() {
        return Collections.unmodifiableSet(elements.keySet());
    }

    /** Answers whether every element that was added is in it. */
    boolean isWhole() {
        return limit == null;
    }
}
