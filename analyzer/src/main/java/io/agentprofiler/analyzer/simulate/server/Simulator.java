// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.simulate.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Runs programs against a model server, event by event. The result depends on the arguments alone: events of one moment come in the order
 * in which they were made.
 *
 * <p>A call takes a slot from its begin to its end: prefill of what is not cached, then decoding. Calls are served in the order in which
 * they came, and none begins before those before it as long as these find no room; a replica where the program was before is preferred,
 * then one with more free slots.
 */
public final class Simulator {
    private static final long TICK = Pauses.INTERVAL_SECONDS * 1_000_000_000L;

    private final List<Program> programs;
    private final Server server;
    private final List<Replica> replicas = new ArrayList<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private final List<Served> served = new ArrayList<>();
    private final long[] begin;
    private final long[] end;
    private final int[] open;
    private final boolean[] gone;
    private final Replica[] last;
    private final Pauses.State[] states;
    private final Pauses pauses;
    private final Deque<Integer> next = new ArrayDeque<>();
    private long number;
    private long tooLarge;
    private long now;

    private record Event(long nanos, long number, Runnable what) {}

    private record Waiting(int program, int call, long due) {}

    private Simulator(List<Program> programs, Server server) {
        this.programs = programs;
        this.server = server;
        for (int i = 0; i < server.replicas(); i++) {
            replicas.add(new Replica(server));
        }
        this.begin = new long[programs.size()];
        this.end = new long[programs.size()];
        this.open = new int[programs.size()];
        this.gone = new boolean[programs.size()];
        this.last = new Replica[programs.size()];
        this.states = new Pauses.State[programs.size()];
        this.pauses = server.policy() == Server.Policy.PROGRAM ? new Pauses(replicas, server.kvTokens()) : null;
        Arrays.fill(begin, -1);
        Arrays.fill(end, -1);
    }

    /** Runs programs that begin when they arrive. */
    public static Simulated run(List<Program> programs, Server server) {
        Simulator simulator = new Simulator(programs, server);
        for (int i = 0; i < programs.size(); i++) {
            int program = i;
            simulator.at(programs.get(i).arrivalNanos(), () -> simulator.arrive(program));
        }
        return simulator.run();
    }

    /** Runs programs of which so many run at once: when one ends, the next begins, whenever it was to arrive. */
    public static Simulated run(List<Program> programs, Server server, int atOnce) {
        Simulator simulator = new Simulator(programs, server);
        for (int i = 0; i < programs.size(); i++) {
            simulator.next.add(i);
        }
        for (int i = 0; i < Math.min(atOnce, programs.size()); i++) {
            simulator.at(0, () -> simulator.arrive(simulator.next.remove()));
        }
        return simulator.run();
    }

    private Simulated run() {
        if (pauses != null) {
            at(TICK, this::tick);
        }
        while (!events.isEmpty()) {
            Event event = events.remove();
            now = event.nanos();
            event.what().run();
            // what comes in one moment is all there before anything is chosen
            if (events.isEmpty() || events.peek().nanos() > now) {
                dispatch();
            }
        }
        return new Simulated(served, begin, end, tooLarge, pauses == null ? 0 : pauses.count());
    }

    private void at(long nanos, Runnable what) {
        events.add(new Event(nanos, number++, what));
    }

    private void tick() {
        pauses.check(now);
        if (!events.isEmpty() || pauses.isAnyPaused() || !queue.isEmpty()) {
            at(now + TICK, this::tick);
        }
    }

    private void arrive(int program) {
        begin[program] = now;
        states[program] = new Pauses.State(program);
        if (programs.get(program).calls().isEmpty()) {
            finish(program);
        }
        follow(program, -1);
    }

    private void follow(int program, int ended) {
        List<Call> calls = programs.get(program).calls();
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).after() == ended) {
                int call = i;
                open[program]++;
                at(now + calls.get(i).thinkNanos(), () -> due(program, call));
            }
        }
    }

    private void due(int program, int index) {
        if (gone[program]) {
            return;
        }
        Call call = programs.get(program).calls().get(index);
        if (!call.isServed()) {
            long until = now + call.fixedNanos();
            served.add(new Served(program, index, now, now, now, until, 0, -1));
            at(until, () -> ended(program, index));
        } else if (!replicas.get(0).couldHold(call)) {
            tooLarge++;
            giveUp(program);
        } else {
            if (pauses != null) {
                pauses.sends(states[program], call, now);
            }
            queue.add(new Waiting(program, index, now));
        }
    }

    private void dispatch() {
        Iterator<Waiting> waiting = queue.iterator();
        while (waiting.hasNext()) {
            Waiting one = waiting.next();
            if (start(one)) {
                waiting.remove();
            } else if (pauses == null) {
                return;
            }
        }
    }

    private boolean start(Waiting waiting) {
        Call call = programs.get(waiting.program()).calls().get(waiting.call());
        List<Replica> choice = pauses == null
                ? preferred(last[waiting.program()])
                : states[waiting.program()].replica() == null
                        ? List.of()
                        : List.of(states[waiting.program()].replica());
        for (Replica replica : choice) {
            long hit = replica.begin(call);
            if (hit >= 0) {
                long first = now + server.rates().prefillNanos(call.input() - hit);
                long until = first + server.rates().decodeNanos(call.output());
                last[waiting.program()] = replica;
                served.add(new Served(
                        waiting.program(),
                        waiting.call(),
                        waiting.due(),
                        now,
                        first,
                        until,
                        hit,
                        replicas.indexOf(replica)));
                at(until, () -> {
                    replica.end(call);
                    if (pauses != null) {
                        pauses.ended(states[waiting.program()], call, now);
                    }
                    ended(waiting.program(), waiting.call());
                });
                return true;
            }
        }
        return false;
    }

    private List<Replica> preferred(Replica before) {
        if (replicas.size() == 1) {
            return replicas;
        }
        List<Replica> ordered = new ArrayList<>(replicas);
        ordered.sort(Comparator.<Replica>comparingInt(replica -> replica == before ? 0 : 1)
                .thenComparing(Comparator.comparingInt(Replica::free).reversed()));
        return ordered;
    }

    private void ended(int program, int call) {
        if (gone[program]) {
            return;
        }
        follow(program, call);
        if (--open[program] == 0) {
            leave(program);
            at(now + programs.get(program).tailNanos(), () -> finish(program));
        }
    }

    private void leave(int program) {
        if (pauses != null) {
            pauses.leaves(states[program]);
        }
    }

    /** A program ends without an end that would count; what it has under way comes to its end, and nothing follows. */
    private void giveUp(int program) {
        if (!gone[program]) {
            gone[program] = true;
            leave(program);
            if (!next.isEmpty()) {
                at(now, () -> arrive(next.remove()));
            }
        }
    }

    private void finish(int program) {
        end[program] = now;
        if (!next.isEmpty()) {
            arrive(next.remove());
        }
    }
}
