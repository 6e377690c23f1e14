// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.simulate.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which programs are paused: the rules of ThunderAgent's router. Every {@value #INTERVAL_SECONDS} s programs go on that fit, those with a
 * call waiting first, then new ones, then others, of each the ones with fewer tokens first; then, where the tokens of all programs of a
 * replica exceed its cache, programs between calls are paused, those with the fewest tokens first, and then programs with a call, as
 * soon as it has ended. After {@value #LONGEST_SECONDS} s a program goes on in any case.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Pauses {
    static final long INTERVAL_SECONDS = 5;
    static final long LONGEST_SECONDS = 1800;

    private static final long SECOND = 1_000_000_000L;
    private static final long BUFFER = 100;

    private final List<Replica> replicas;
    private final long capacity;
    private final List<State> programs = new ArrayList<>();
    private long count;

    /** A program that has begun. */
    static final class State {
        private final int index;
        private Replica replica;
        private long tokens;
        private int calls;
        private int open;
        private boolean marked;
        private long pausedNanos = -1;

        State(int index) {
            this.index = index;
        }

        /** Returns where its calls are served; {@code null} while it is paused. */
        Replica replica() {
            return replica;
        }
    }

    Pauses(List<Replica> replicas, long capacity) {
        this.replicas = replicas;
        this.capacity = capacity;
    }

    /** Notes that a program sends a call. */
    void sends(State state, Call call, long now) {
        boolean isNew = state.calls++ == 0;
        state.open++;
        long tokens = Math.max(state.tokens, call.input());
        if (isNew) {
            state.tokens = tokens;
            programs.add(state);
            Replica best = programs.stream().anyMatch(one -> one.pausedNanos >= 0) ? null : widest(tokens + BUFFER);
            if (best == null) {
                state.pausedNanos = now;
            } else {
                enter(state, best);
            }
        } else {
            grow(state, tokens);
        }
    }

    private Replica widest(long needed) {
        return replicas.stream()
                .filter(replica -> replica.room(capacity, BUFFER) >= needed)
                .max(Comparator.comparingLong(replica -> replica.room(capacity, BUFFER)))
                .orElse(null);
    }

    private static void enter(State state, Replica replica) {
        state.replica = replica;
        state.pausedNanos = -1;
        replica.count(state.tokens, 1);
    }

    private static void grow(State state, long tokens) {
        if (state.replica != null && !state.marked) {
            state.replica.count(tokens - state.tokens, 0);
        }
        state.tokens = tokens;
    }

    /** Notes that a call of a program has ended. */
    void ended(State state, Call call, long now) {
        state.open--;
        grow(state, Math.max(state.tokens, call.input() + call.output()));
        if (state.marked && state.open == 0) {
            state.marked = false;
            state.replica = null;
            state.pausedNanos = now;
        }
    }

    /** Notes that a program has ended. */
    void leaves(State state) {
        programs.remove(state);
        if (state.replica != null && !state.marked) {
            state.replica.count(-state.tokens, -1);
        }
        state.replica = null;
    }

    /** Lets programs go on and pauses others. */
    void check(long now) {
        List<State> waiting = programs.stream()
                .filter(state -> state.pausedNanos >= 0)
                .sorted(Comparator.<State>comparingInt(state -> state.calls == 1 ? 1 : state.open > 0 ? 0 : 2)
                        .thenComparingLong(state -> state.tokens)
                        .thenComparingInt(state -> state.index))
                .toList();
        for (State state : waiting) {
            Replica best = widest(state.tokens + BUFFER);
            if (best == null && now - state.pausedNanos >= LONGEST_SECONDS * SECOND) {
                best = widest(Long.MIN_VALUE);
            }
            if (best != null) {
                enter(state, best);
            }
        }
        for (Replica replica : replicas) {
            pause(replica, now);
        }
    }

    private void pause(Replica replica, long now) {
        List<State> here = programs.stream()
                .filter(state -> state.replica == replica && !state.marked)
                .sorted(Comparator.<State>comparingInt(state -> state.open > 0 ? 1 : 0)
                        .thenComparingLong(state -> state.tokens)
                        .thenComparingInt(state -> state.index))
                .toList();
        for (State state : here) {
            // a program that is alone would otherwise wait for nobody
            if (replica.room(capacity, BUFFER) >= 0 || state == here.get(here.size() - 1)) {
                return;
            }
            replica.count(-state.tokens, -1);
            count++;
            if (state.open > 0) {
                state.marked = true;
            } else {
                state.replica = null;
                state.pausedNanos = now;
            }
        }
    }

    /** Answers whether any program waits to go on. */
    boolean isAnyPaused() {
        return programs.stream().anyMatch(state -> state.pausedNanos >= 0);
    }

    /** Returns how often a program was paused. */
    long count() {
        return count;
    }
}
