// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.lab.simulate.server.Call.Service;
import io.agentprofiler.analyzer.lab.simulate.server.Server.Policy;
import io.agentprofiler.analyzer.lab.simulate.server.Server.Rates;
import io.agentprofiler.analyzer.lab.simulate.server.Simulated.ServedCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SimulatorTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Rates UNIT = new Rates(0, 1, 0, 10);

    private static Call call(int after, long think, long input, long output, long... blocks) {
        return call(UNIT, after, think, input, output, blocks);
    }

    private static Call call(Rates rates, int after, long think, long input, long output, long... blocks) {
        return new Call(after, think, input, output, 0, blocks, Service.at(0, rates));
    }

    private static SimulatedProgram single(long arrival, Call call) {
        return new SimulatedProgram(arrival, List.of(call), 0);
    }

    private static List<Server> server(int replicas, int slots, long kv, Policy policy) {
        return List.of(new Server(replicas, slots, kv, policy));
    }

    @Test
    void shouldServeOneAfterTheOtherOnOneSlot() {
        List<SimulatedProgram> programs = List.of(single(0, call(-1, 0, 100, 10)), single(50, call(-1, 0, 100, 10)));

        Simulated simulated = Simulator.run(programs, server(1, 1, -1, Policy.FIFO));

        assertThat(simulated.calls())
                .containsExactly(
                        new ServedCall(0, 0, 0, 0, 100, 200, 0, 0), new ServedCall(1, 0, 50, 200, 300, 400, 0, 0));
        assertThat(simulated.endNanos()).containsExactly(200, 400);
    }

    @Test
    void shouldSendLaterCallsWhenEarlierOnesHaveEnded() {
        SimulatedProgram program =
                new SimulatedProgram(5, List.of(call(-1, 1, 100, 0), call(-1, 2, 50, 0), call(0, 7, 10, 0)), 3);

        Simulated simulated = Simulator.run(List.of(program), server(1, 2, -1, Policy.FIFO));

        assertThat(simulated.calls()).extracting(ServedCall::startNanos).containsExactly(6L, 7L, 113L);
        assertThat(simulated.endNanos()).containsExactly(126);
    }

    @Test
    void shouldKeepSoManyAtOnce() {
        List<SimulatedProgram> programs = List.of(
                single(900, call(-1, 0, 10, 0)), single(950, call(-1, 0, 10, 0)), single(999, call(-1, 0, 10, 0)));

        Simulated simulated = Simulator.run(programs, server(1, 9, -1, Policy.FIFO), 2);

        assertThat(simulated.beginNanos()).containsExactly(0, 0, 10);
    }

    @Test
    void shouldHitWhatIsCachedAndEvictWhatWasUsedLast() {
        Rates rates = new Rates(0, 1, 0, 0);
        List<SimulatedProgram> programs = List.of(
                single(0, call(rates, -1, 0, 40, 0, 1, 2)),
                single(1_000, call(rates, -1, 0, 40, 0, 1, 2)),
                single(2_000, call(rates, -1, 0, 40, 0, 3, 4)),
                single(3_000, call(rates, -1, 0, 40, 0, 1, 2)));

        assertThat(Simulator.run(programs, server(1, 1, 100, Policy.FIFO)).calls())
                .extracting(ServedCall::hit)
                .containsExactly(0L, 39L, 0L, 39L);
        // with room for three blocks of 20 tokens the third call evicts the end of the first prompt
        assertThat(Simulator.run(programs, server(1, 1, 60, Policy.FIFO)).calls())
                .extracting(ServedCall::hit)
                .containsExactly(0L, 39L, 0L, 20L);
    }

    @Test
    void shouldSayWhatDoesNotFit() {
        List<SimulatedProgram> programs = List.of(single(0, call(-1, 0, 90, 20)), single(5, call(-1, 0, 90, 10)));

        Simulated simulated = Simulator.run(programs, server(1, 2, 100, Policy.FIFO));

        assertThat(simulated.tooLarge()).isEqualTo(1);
        assertThat(simulated.endNanos()).containsExactly(-1, 195);
    }

    /** A request that its sender gives up holds its slot until then; one that still waits then never had one. */
    @Test
    void shouldGiveUpWhatTakesTooLong() {
        List<SimulatedProgram> programs = List.of(
                single(0, new Call(-1, 0, 0, 0, 0, new long[0], Service.givenUp(0, 500))),
                single(100, new Call(-1, 0, 0, 0, 0, new long[0], Service.givenUp(0, 300))),
                single(150, call(-1, 0, 100, 10)));

        Simulated one = Simulator.run(programs, server(1, 1, -1, Policy.FIFO));
        Simulated two = Simulator.run(programs, server(1, 2, -1, Policy.FIFO));

        assertThat(one.calls())
                .containsExactly(
                        new ServedCall(0, 0, 0, 0, 500, 500, 0, 0),
                        new ServedCall(1, 0, 100, 400, 400, 400, 0, -1),
                        new ServedCall(2, 0, 150, 500, 600, 700, 0, 0));
        assertThat(two.calls())
                .containsExactly(
                        new ServedCall(0, 0, 0, 0, 500, 500, 0, 0),
                        new ServedCall(1, 0, 100, 100, 400, 400, 0, 0),
                        new ServedCall(2, 0, 150, 400, 500, 600, 0, 0));
    }

    /** Two models, each on a server of one slot, do not wait for each other; on one server they do, each at its own speed. */
    @Test
    void shouldServeModelsOnServersOfTheirOwnOrOnOne() {
        Rates slow = new Rates(0, 3, 0, 10);
        List<SimulatedProgram> own = List.of(
                single(0, new Call(-1, 0, 100, 0, 0, new long[0], Service.at(0, UNIT))),
                single(0, new Call(-1, 0, 100, 0, 0, new long[0], Service.at(1, slow))));
        List<SimulatedProgram> shared = List.of(
                single(0, new Call(-1, 0, 100, 0, 0, new long[0], Service.at(0, UNIT))),
                single(0, new Call(-1, 0, 100, 0, 0, new long[0], Service.at(0, slow))));
        Server slot = new Server(1, 1, -1, Policy.FIFO);

        assertThat(Simulator.run(own, List.of(slot, slot)).endNanos()).containsExactly(100, 300);
        assertThat(Simulator.run(shared, List.of(slot)).endNanos()).containsExactly(100, 400);
    }

    /** What was refused takes its time and no slot. */
    @Test
    void shouldLetPassWhatTakesNoSlot() {
        SimulatedProgram tried = new SimulatedProgram(
                0,
                List.of(
                        new Call(-1, 0, 0, 0, 0, new long[0], Service.elsewhere(20)),
                        new Call(0, 1_000, 100, 0, 0, new long[0], Service.at(0, UNIT))),
                0);

        Simulated simulated =
                Simulator.run(List.of(tried, single(0, call(-1, 0, 100, 0))), server(1, 1, -1, Policy.FIFO));

        assertThat(simulated.calls())
                .containsExactly(
                        new ServedCall(0, 0, 0, 0, 0, 20, 0, -1),
                        new ServedCall(1, 0, 0, 0, 100, 100, 0, 0),
                        new ServedCall(0, 1, 1_020, 1_020, 1_120, 1_120, 0, 0));
    }

    /** Nothing begins before it is due, slots are never exceeded, nothing waits while a slot is free, all is served once. */
    @Test
    void shouldConserveWork() {
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            int replicas = 1 + random.nextInt(3);
            int slots = 1 + random.nextInt(4);
            boolean cache = random.nextBoolean();
            Policy policy = cache && random.nextBoolean() ? Policy.PROGRAM : Policy.FIFO;
            long kv = cache ? 3_000 + random.nextInt(3_000) : -1;
            List<SimulatedProgram> programs = random(random);
            List<Server> server = server(replicas, slots, kv, policy);

            Simulated simulated = Simulator.run(programs, server);

            assertThat(simulated.calls())
                    .hasSize(programs.stream()
                            .mapToInt(one -> one.calls().size())
                            .sum());
            assertThat(simulated.endNanos()).doesNotContain(-1);
            assertThat(Simulator.run(programs, server).calls()).isEqualTo(simulated.calls());
            ServedCall[][] of = new ServedCall[programs.size()][];
            for (int i = 0; i < of.length; i++) {
                of[i] = new ServedCall[programs.get(i).calls().size()];
            }
            for (ServedCall served : simulated.calls()) {
                assertThat(of[served.program()][served.call()]).isNull();
                of[served.program()][served.call()] = served;
                assertThat(served.startNanos()).isGreaterThanOrEqualTo(served.dueNanos());
                assertThat(served.hit())
                        .isBetween(
                                0L,
                                programs.get(served.program())
                                                .calls()
                                                .get(served.call())
                                                .input()
                                        - 1);
                assertThat(busy(simulated.calls(), served.startNanos(), served.replica()))
                        .isLessThanOrEqualTo(slots);
                if (!cache && served.startNanos() > served.dueNanos()) {
                    assertThat(busy(simulated.calls(), served.startNanos() - 1, -1))
                            .isEqualTo((long) slots * replicas);
                }
            }
            for (int i = 0; i < of.length; i++) {
                for (ServedCall served : of[i]) {
                    Call call = programs.get(i).calls().get(served.call());
                    long from = call.after() < 0 ? programs.get(i).arrivalNanos() : of[i][call.after()].endNanos();
                    assertThat(served.dueNanos()).isEqualTo(from + call.thinkNanos());
                }
            }
        }
    }

    private static long busy(List<ServedCall> calls, long at, int replica) {
        return calls.stream()
                .filter(call ->
                        (replica < 0 || call.replica() == replica) && call.startNanos() <= at && call.endNanos() > at)
                .count();
    }

    private static List<SimulatedProgram> random(Random random) {
        List<SimulatedProgram> programs = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            List<Call> calls = new ArrayList<>();
            for (int j = 0; j <= random.nextInt(4); j++) {
                long[] blocks = new long[5 + 5 * j];
                for (int k = 0; k < blocks.length; k++) {
                    blocks[k] = k < 3 ? k : i * 1_000L + k;
                }
                calls.add(call(
                        new Rates(1e6, 1e5, 0, 1e7),
                        j - 1,
                        random.nextInt(2_000_000_000),
                        100L * (j + 1),
                        1 + random.nextInt(50),
                        blocks));
            }
            programs.add(new SimulatedProgram(random.nextInt(2_000_000_000), calls, 10));
        }
        return programs;
    }

    /** The mean wait in a queue with random arrivals, equal service times and one server is rho / (2 (1 - rho)) service times. */
    @Test
    void shouldWaitAsPollaczekAndKhinchineSay() {
        for (double load : new double[] {0.3, 0.5, 0.7}) {
            Random random = new Random(5);
            List<SimulatedProgram> programs = new ArrayList<>();
            double time = 0;
            for (int i = 0; i < 60_000; i++) {
                time -= Math.log(1 - random.nextDouble()) * SECOND / load;
                programs.add(single(Math.round(time), call(new Rates(SECOND, 0, 0, 0), -1, 0, 1, 0)));
            }
            double wait = Simulator.run(programs, server(1, 1, -1, Policy.FIFO)).calls().stream()
                    .mapToLong(served -> served.startNanos() - served.dueNanos())
                    .average()
                    .orElseThrow();
            double expected = load / (2 * (1 - load)) * SECOND;
            assertThat(wait).isCloseTo(expected, within(0.05 * expected));
        }
    }

    /** The same with random service times: rho / (1 - rho). */
    @Test
    void shouldWaitAsInAQueueOfRandomServiceTimes() {
        Random random = new Random(9);
        List<SimulatedProgram> programs = new ArrayList<>();
        double time = 0;
        for (int i = 0; i < 100_000; i++) {
            time -= Math.log(1 - random.nextDouble()) * 2 * SECOND;
            programs.add(single(
                    Math.round(time),
                    call(new Rates(0, 0, 0, 1_000), -1, 0, 1, Math.round(-Math.log(1 - random.nextDouble()) * 1e6))));
        }
        double wait = Simulator.run(programs, server(1, 1, -1, Policy.FIFO)).calls().stream()
                .mapToLong(served -> served.startNanos() - served.dueNanos())
                .average()
                .orElseThrow();
        assertThat(wait).isCloseTo(SECOND, within(0.06 * SECOND));
    }

    /** Three programs whose prompts together do not fit: paused, each keeps its prompts in the cache until it has ended. */
    @Test
    void shouldPauseProgramsThatDoNotFitTogether() {
        Rates rates = new Rates(0, 1e6, 0, 1e6);
        List<SimulatedProgram> programs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            List<Call> calls = new ArrayList<>();
            for (int j = 0; j < 20; j++) {
                long[] blocks = new long[40 + 2 * j];
                for (int k = 0; k < blocks.length; k++) {
                    blocks[k] = 1_000L * i + k;
                }
                calls.add(call(rates, j - 1, SECOND, 16L * blocks.length, 10, blocks));
            }
            programs.add(new SimulatedProgram(i, calls, 0));
        }

        Simulated fifo = Simulator.run(programs, server(1, 4, 2_000, Policy.FIFO));
        Simulated paused = Simulator.run(programs, server(1, 4, 2_000, Policy.PROGRAM));

        assertThat(paused.pauses()).isPositive();
        assertThat(Arrays.stream(paused.endNanos()).min()).isPresent();
        assertThat(hits(paused)).isGreaterThan(hits(fifo));
        assertThat(paused.endNanos()).doesNotContain(-1);
    }

    private static long hits(Simulated simulated) {
        return simulated.calls().stream().mapToLong(ServedCall::hit).sum();
    }
}
