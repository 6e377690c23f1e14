// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.root;

import java.util.Set;
import java.util.function.Function;

/**
 * Which roots a path, a value or a rule reads. The call site captures these and nothing else.
 *
 * @param self whether {@code this} is read
 * @param args the argument numbers read, from 0
 * @param result whether {@code return} is read
 * @param thrown whether {@code thrown} is read
 * @param annotations annotation types read by {@code arg@Type}; all arguments are captured then
 * @param allArgs whether {@code arg*} is read; all arguments are captured then
 * @param kept names of the kept objects read, as rules name them
 */
public record Roots(
        boolean self,
        Set<Integer> args,
        boolean result,
        boolean thrown,
        Set<String> annotations,
        boolean allArgs,
        Set<String> kept) {
    /** Reads nothing. */
    public static final Roots NONE = new Roots(false, Set.of(), false, false, Set.of());

    public Roots {
        args = Set.copyOf(args);
        annotations = Set.copyOf(annotations);
        kept = Set.copyOf(kept);
    }

    /** Roots of one call: what reads neither all of its arguments nor what was kept before it. */
    public Roots(boolean self, Set<Integer> args, boolean result, boolean thrown, Set<String> annotations) {
        this(self, args, result, thrown, annotations, false, Set.of());
    }

    /** Returns what any of several reads. */
    public static <T> Roots ofAll(Iterable<? extends T> several, Function<T, Roots> roots) {
        Roots all = NONE;
        for (T each : several) {
            all = all.union(roots.apply(each));
        }
        return all;
    }

    /** Returns what this or {@code other} reads. */
    public Roots union(Roots other) {
        if (other.equals(NONE)) {
            return this;
        }
        if (equals(NONE)) {
            return other;
        }
        return new Roots(
                self || other.self,
                join(args, other.args),
                result || other.result,
                thrown || other.thrown,
                join(annotations, other.annotations),
                allArgs || other.allArgs,
                join(kept, other.kept));
    }

    private static <T> Set<T> join(Set<T> left, Set<T> right) {
        if (left.containsAll(right)) {
            return left;
        }
        Set<T> all = new java.util.HashSet<>(left);
        all.addAll(right);
        return all;
    }
}
