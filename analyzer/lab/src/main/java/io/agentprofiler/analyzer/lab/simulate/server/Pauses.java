// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which programs are paused: the rules of ThunderAgent's router. Every {@value #INTERVAL_SECONDS} s programs go on that fit into the
 * room of all replicas together, chosen with a call waiting first, then new ones, then others, of each the ones with fewer tokens first,
 * and placed the largest first, each where the most room is; then, where the tokens of all programs of a replica exceed its cache,
 * programs between calls are paused, those with the fewest tokens first, and then programs with a call, as soon as it has ended. After
 * {@value #LONGEST_SECONDS} s a program goes on in any case.
 *
 * <p>Tokens that the prompts of several programs have in common count once, as far as calls with them are served at the moment of the
 * check, and until the next one. A router outside of the server can only take the tokens in use off those of programs with a call.
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
        private final List<Call> served = new ArrayList<>();
        private Replica replica;
        private long tokens;
        private int calls;
        private int open;
        private boolean marked;
        private long pausedNanos = -1;

        State(int index) {
            this.index = index;
        }

        /** Returns the replica that serves its calls; {@code null} while it is paused. */
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

    /** Notes that a call of a program is served now. */
    void begins(State state, Call call) {
        state.served.add(call);
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
        state.served.remove(call);
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

    /** Resumes and pauses programs. */
    void check(long now) {
        replicas.forEach(replica -> replica.shares(shared(replica)));
        List<State> waiting = programs.stream()
                .filter(state -> state.pausedNanos >= 0)
                .sorted(Comparator.<State>comparingInt(state -> state.calls == 1 ? 1 : state.open > 0 ? 0 : 2)
                        .thenComparingLong(state -> state.tokens)
                        .thenComparingInt(state -> state.index))
                .toList();
        goOn(waiting);
        for (State state : waiting) {
            if (state.pausedNanos >= 0 && now - state.pausedNanos >= LONGEST_SECONDS * SECOND) {
                enter(state, widest(Long.MIN_VALUE));
            }
        }
        for (Replica replica : replicas) {
            pause(replica, now);
        }
    }

    private void goOn(List<State> waiting) {
        long room = replicas.stream()
                .mapToLong(replica -> Math.max(0, replica.room(capacity, BUFFER)))
                .sum();
        List<State> chosen = new ArrayList<>();
        for (State state : waiting) {
            if (state.tokens + BUFFER <= room) {
                room -= state.tokens + BUFFER;
                chosen.add(state);
            }
        }
        chosen.sort(Comparator.<State>comparingLong(state -> state.tokens)
                .reversed()
                .thenComparingInt(state -> state.index));
        for (State state : chosen) {
            Replica best = widest(state.tokens + BUFFER);
            if (best != null) {
                enter(state, best);
            }
        }
    }

    /** Returns how many tokens of the prompts that are served now belong to more than one program, counted for all but one of them. */
    private long shared(Replica replica) {
        Set<Long> seen = new HashSet<>();
        long shared = 0;
        for (State state : programs) {
            if (state.replica != replica || state.marked) {
                continue;
            }
            Map<Long, Long> own = new HashMap<>();
            for (Call call : state.served) {
                for (int i = 0; i < call.blocks().length; i++) {
                    own.put(call.blocks()[i], call.blockTokens(i));
                }
            }
            for (Map.Entry<Long, Long> block : own.entrySet()) {
                shared += seen.add(block.getKey()) ? 0 : block.getValue();
            }
        }
        return shared;
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
