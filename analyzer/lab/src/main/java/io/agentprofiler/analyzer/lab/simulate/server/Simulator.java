// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

import io.agentprofiler.analyzer.lab.simulate.server.Simulated.ServedCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Runs programs against model servers, event by event. The result depends on the arguments alone: events of one moment come in the order
 * in which they were made.
 *
 * <p>A call takes a slot of its server from its begin to its end: prefill of what is not cached, then decoding. Calls of a server are
 * served in the order in which they came, and none begins before those before it as long as these find no room; a replica where the
 * program was before is preferred, then one with more free slots. A call that its sender gives up leaves the queue, or its slot, then.
 */
public final class Simulator {
    private static final long TICK = Pauses.INTERVAL_SECONDS * 1_000_000_000L;

    private final List<SimulatedProgram> programs;
    private final List<Pool> pools = new ArrayList<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
    private final List<ServedCall> served = new ArrayList<>();
    private final boolean ticks;
    private final long[] begin;
    private final long[] end;
    private final int[] open;
    private final boolean[] gone;
    private final Deque<Integer> next = new ArrayDeque<>();
    private long number;
    private long tooLarge;
    private long now;

    private record Event(long nanos, long number, Runnable what) {}

    private Simulator(List<SimulatedProgram> programs, List<Server> servers) {
        this.programs = programs;
        servers.forEach(server -> pools.add(new Pool(server, programs.size())));
        this.ticks = servers.stream().anyMatch(server -> server.policy() == Server.Policy.PROGRAM);
        this.begin = new long[programs.size()];
        this.end = new long[programs.size()];
        this.open = new int[programs.size()];
        this.gone = new boolean[programs.size()];
        Arrays.fill(begin, -1);
        Arrays.fill(end, -1);
    }

    /**
     * Runs programs that begin when they arrive.
     *
     * @param servers that the calls of the programs name by their index
     */
    public static Simulated run(List<SimulatedProgram> programs, List<Server> servers) {
        Simulator simulator = new Simulator(programs, servers);
        for (int i = 0; i < programs.size(); i++) {
            int program = i;
            simulator.at(programs.get(i).arrivalNanos(), () -> simulator.arrive(program));
        }
        return simulator.run();
    }

    /** Runs programs at a fixed concurrency: when one ends, the next begins, whatever its arrival time. */
    public static Simulated run(List<SimulatedProgram> programs, List<Server> servers, int atOnce) {
        Simulator simulator = new Simulator(programs, servers);
        for (int i = 0; i < programs.size(); i++) {
            simulator.next.add(i);
        }
        for (int i = 0; i < Math.min(atOnce, programs.size()); i++) {
            simulator.at(0, () -> simulator.arrive(simulator.next.remove()));
        }
        return simulator.run();
    }

    private Simulated run() {
        if (ticks) {
            at(TICK, this::tick);
        }
        while (!events.isEmpty()) {
            Event event = events.remove();
            now = event.nanos();
            event.what().run();
            // what comes in one moment is all there before anything is chosen
            if (events.isEmpty() || events.peek().nanos() > now) {
                pools.forEach(pool -> pool.dispatch((waiting, replica, which, hit) -> {
                    begins(pool, waiting, replica, which, hit);
                }));
            }
        }
        return new Simulated(
                served,
                begin,
                end,
                tooLarge,
                pools.stream().mapToLong(Pool::pauses).sum());
    }

    private void at(long nanos, Runnable what) {
        events.add(new Event(nanos, number++, what));
    }

    private void tick() {
        pools.forEach(pool -> pool.check(now));
        if (!events.isEmpty() || pools.stream().anyMatch(Pool::isWaitedFor)) {
            at(now + TICK, this::tick);
        }
    }

    private void arrive(int program) {
        begin[program] = now;
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
            long until = now + call.decodeNanos();
            served.add(new ServedCall(program, index, now, now, now, until, 0, -1));
            at(until, () -> ended(program, index));
            return;
        }
        Pool pool = pools.get(call.service().server());
        if (!pool.couldHold(call)) {
            tooLarge++;
            giveUp(program);
            return;
        }
        Pool.Waiting waiting = new Pool.Waiting(program, index, call, now);
        pool.add(waiting, now);
        long patience = call.service().patienceNanos();
        if (patience >= 0) {
            at(now + patience, () -> {
                if (pool.isTakenBack(waiting, now)) {
                    served.add(new ServedCall(program, index, waiting.due(), now, now, now, 0, -1));
                    ended(program, index);
                }
            });
        }
    }

    private void begins(Pool pool, Pool.Waiting waiting, Replica replica, int which, long hit) {
        Call call = waiting.call();
        long patience = call.service().patienceNanos();
        long first = patience < 0 ? now + call.prefillNanos(hit) : waiting.due() + patience;
        long until = patience < 0 ? first + call.decodeNanos() : first;
        served.add(new ServedCall(waiting.program(), waiting.index(), waiting.due(), now, first, until, hit, which));
        at(until, () -> {
            pool.ended(waiting, replica, now);
            ended(waiting.program(), waiting.index());
        });
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
        pools.forEach(pool -> pool.leaves(program));
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
