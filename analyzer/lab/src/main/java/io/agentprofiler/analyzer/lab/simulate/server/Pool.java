// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The replicas of a server, and the calls that wait for them.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Pool {
    private final List<Replica> replicas = new ArrayList<>();
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private final Replica[] last;
    private final Pauses.State[] states;
    private final Pauses pauses;

    /**
     * A call that waits.
     *
     * @param program index of its program
     * @param index its place there
     * @param call what is asked
     * @param due when it came
     */
    record Waiting(int program, int index, Call call, long due) {}

    /** Receives the calls that begin. */
    interface Begun {
        /** A call begins to be served with a number of cached prompt tokens. */
        void begins(Waiting waiting, Replica replica, int number, long hit);
    }

    Pool(Server server, int programs) {
        for (int i = 0; i < server.replicas(); i++) {
            replicas.add(new Replica(server));
        }
        this.last = new Replica[programs];
        this.states = new Pauses.State[programs];
        this.pauses = server.policy() == Server.Policy.PROGRAM ? new Pauses(replicas, server.kvTokens()) : null;
    }

    /** Answers whether a call fits into the cache while nothing else is served. */
    boolean couldHold(Call call) {
        return replicas.get(0).couldHold(call);
    }

    /** Queues a call. */
    void add(Waiting waiting, long now) {
        if (pauses != null) {
            if (states[waiting.program()] == null) {
                states[waiting.program()] = new Pauses.State(waiting.program());
            }
            pauses.sends(states[waiting.program()], waiting.call(), now);
        }
        queue.add(waiting);
    }

    /** Removes a call from the queue; answers whether it was queued. */
    boolean isTakenBack(Waiting waiting, long now) {
        boolean waited = queue.removeIf(one -> one == waiting);
        if (waited && pauses != null) {
            pauses.ended(states[waiting.program()], waiting.call(), now);
        }
        return waited;
    }

    /** Begins all calls that can begin now. */
    void dispatch(Begun begun) {
        Iterator<Waiting> waiting = queue.iterator();
        while (waiting.hasNext()) {
            if (isStarted(waiting.next(), begun)) {
                waiting.remove();
            } else if (pauses == null) {
                return;
            }
        }
    }

    private boolean isStarted(Waiting waiting, Begun begun) {
        for (Replica replica : choice(waiting.program())) {
            long hit = replica.begin(waiting.call());
            if (hit >= 0) {
                last[waiting.program()] = replica;
                if (pauses != null) {
                    pauses.begins(states[waiting.program()], waiting.call());
                }
                begun.begins(waiting, replica, replicas.indexOf(replica), hit);
                return true;
            }
        }
        return false;
    }

    private List<Replica> choice(int program) {
        if (pauses != null) {
            Replica replica = states[program].replica();
            return replica == null ? List.of() : List.of(replica);
        }
        if (replicas.size() == 1) {
            return replicas;
        }
        List<Replica> ordered = new ArrayList<>(replicas);
        ordered.sort(Comparator.<Replica>comparingInt(replica -> replica == last[program] ? 0 : 1)
                .thenComparing(Comparator.comparingInt(Replica::free).reversed()));
        return ordered;
    }

    /** Notes that a call has ended. */
    void ended(Waiting waiting, Replica replica, long now) {
        replica.end(waiting.call());
        if (pauses != null) {
            pauses.ended(states[waiting.program()], waiting.call(), now);
        }
    }

    /** Notes that a program sends no more calls. */
    void leaves(int program) {
        if (pauses != null && states[program] != null) {
            pauses.leaves(states[program]);
        }
    }

    /** Resumes and pauses programs if the policy says so. */
    void check(long now) {
        if (pauses != null) {
            pauses.check(now);
        }
    }

    /** Answers whether any call is queued. */
    boolean isWaitedFor() {
        return !queue.isEmpty() || pauses != null && pauses.isAnyPaused();
    }

    /** Returns how often a program was paused. */
    long pauses() {
        return pauses == null ? 0 : pauses.count();
    }
}
