// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.stat.bounded;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * Sums by keys that grow with the data, of which a bounded number is kept; the others are one sum.
 *
 * <p>Kept are the keys with the smallest hashes. Such a key is among the smallest of every part of the data, so it is
 * never given up on the way, and the result does not depend on the order of merging.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * @param <S> an immutable sum
 */
public final class BoundedSums<S> {
    private final int limit;
    private final BinaryOperator<S> plus;
    /** Whether the others are added up; else it is only known that there are any. */
    private final boolean addsOthers;
    /** Up to twice as many as are kept in the end: only then the greatest are given up, all at once. */
    private final Map<SumKey, S> kept = new HashMap<>();

    /** The greatest key that may still be kept; {@code null} while none was given up. */
    private SumKey bound;

    private boolean hasOthers;
    private S others;

    private record SumKey(int hash, String text) implements Comparable<SumKey> {
        static SumKey of(String text) {
            return new SumKey(mixed(text.hashCode()), text);
        }

        static int mixed(int hash) {
            // texts that differ in their last letter only have hashes side by side
            return hash * 0x9e3779b1;
        }

        @Override
        public int compareTo(SumKey other) {
            int order = Integer.compareUnsigned(hash, other.hash);
            return order != 0 ? order : text.compareTo(other.text);
        }

        /** As a record's, but quicker: a key is looked up for each call. */
        @Override
        public boolean equals(Object other) {
            return other instanceof SumKey key && hash == key.hash && text.equals(key.text);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * Starts with nothing.
     *
     * @param limit keys that are kept
     * @param plus associative and commutative
     */
    public BoundedSums(int limit, BinaryOperator<S> plus) {
        this(limit, plus, true);
    }

    private BoundedSums(int limit, BinaryOperator<S> plus, boolean addsOthers) {
        this.limit = limit;
        this.plus = plus;
        this.addsOthers = addsOthers;
    }

    /** Starts with nothing; of the keys that are not kept it is only asked whether there are any. */
    public static <S> BoundedSums<S> sample(int limit, BinaryOperator<S> plus) {
        return new BoundedSums<>(limit, plus, false);
    }

    /** Adds to the sum of a key. */
    public void add(String key, S more) {
        add(SumKey.of(key), more);
    }

    /**
     * Returns the hash of a text that has been put together of two, so that they need not be: what {@link String#hashCode} says of it.
     *
     * @param hash that of the first, 0 of an empty one
     */
    public static int hash(int hash, String more) {
        int shifted = hash;
        for (int i = more.length(); i > 0 && shifted != 0; i--) {
            shifted *= 31;
        }
        return shifted + more.hashCode();
    }

    /**
     * Answers whether a key with such a {@linkplain String#hashCode hash} may be kept. Of a {@linkplain #sample sample} one that may not
     * need not be added: there are others already.
     */
    public boolean mayKeep(int hash) {
        return bound == null || Integer.compareUnsigned(SumKey.mixed(hash), bound.hash) <= 0;
    }

    /** Returns the sum of a key as far as it is known now, {@code null} where none is kept. */
    public S sum(String key) {
        return kept.get(SumKey.of(key));
    }

    /** Puts a sum in the place of that which is {@linkplain #sum kept} of a key. */
    public void replace(String key, S sum) {
        kept.replace(SumKey.of(key), sum);
    }

    private void add(SumKey key, S more) {
        if (bound != null && key.compareTo(bound) > 0) {
            give(more);
            return;
        }
        kept.merge(key, more, plus);
        if (kept.size() > 2 * limit) {
            trim();
        }
    }

    private void trim() {
        if (kept.size() <= limit) {
            return;
        }
        List<SumKey> keys = new ArrayList<>(kept.keySet());
        Collections.sort(keys);
        for (SumKey key : keys.subList(limit, keys.size())) {
            give(kept.remove(key));
        }
        bound = keys.get(limit - 1);
    }

    private void give(S sum) {
        hasOthers = true;
        if (addsOthers) {
            others = others == null ? sum : plus.apply(others, sum);
        }
    }

    /** Adds all sums of another one with the same limit. */
    public void add(BoundedSums<S> more) {
        more.kept.forEach(this::add);
        if (more.hasOthers) {
            give(more.others);
        }
    }

    /** Returns the sums that are kept, by key. */
    public SortedMap<String, S> kept() {
        trim();
        SortedMap<String, S> sums = new TreeMap<>();
        for (Map.Entry<SumKey, S> entry : kept.entrySet()) {
            sums.put(entry.getKey().text(), entry.getValue());
        }
        return sums;
    }

    /** Answers whether keys were given up. */
    public boolean hasOthers() {
        trim();
        return hasOthers;
    }

    /** Returns the sum of the keys that were given up, {@code null} when all are kept; of a sample always {@code null}. */
    public S others() {
        trim();
        return others;
    }
}
