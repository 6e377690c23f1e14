// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.simulate.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.lab.simulate.server.Call.Service;
import io.agentprofiler.analyzer.lab.simulate.server.Server.Policy;
import io.agentprofiler.analyzer.lab.simulate.server.Server.Rates;
import io.agentprofiler.analyzer.lab.simulate.server.Simulated.ServedCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents with long tools on a server whose cache does, or does not, hold all of them. */
class ProgramPolicyTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int PROGRAMS = 8;
    private static final int CALLS = 12;
    private static final int FIRST_BLOCKS = 250;
    private static final int MORE_BLOCKS = 10;
    /** A millisecond for a token of prefill, ten for one of decoding. */
    private static final Rates QUICK = new Rates(0, 1e6, 0, 1e7);
    /** Three for a token of prefill. */
    private static final Rates SLOW = new Rates(0, 3e6, 0, 1e7);

    /** Eight programs of 4,000 to 5,760 tokens, that share nothing and wait long for their tools. */
    private static List<SimulatedProgram> agents(Rates rates, long toolNanos) {
        return agents(rates, toolNanos, 0);
    }

    /** The same, whose prompts begin with as many blocks that all share. */
    private static List<SimulatedProgram> agents(Rates rates, long toolNanos, int sharedBlocks) {
        List<SimulatedProgram> programs = new ArrayList<>();
        for (int i = 0; i < PROGRAMS; i++) {
            List<Call> calls = new ArrayList<>();
            for (int j = 0; j < CALLS; j++) {
                long[] blocks = new long[FIRST_BLOCKS + MORE_BLOCKS * j];
                for (int k = 0; k < blocks.length; k++) {
                    blocks[k] = k < sharedBlocks ? k : 10_000L * (i + 1) + k;
                }
                calls.add(new Call(
                        j - 1, j == 0 ? 0 : toolNanos, 16L * blocks.length, 100, 0, blocks, Service.at(0, rates)));
            }
            programs.add(new SimulatedProgram(i * SECOND, calls, 0));
        }
        return programs;
    }

    private static Simulated run(Rates rates, int toolSeconds, long kvTokens, Policy policy) {
        return Simulator.run(agents(rates, toolSeconds * SECOND), List.of(new Server(1, 4, kvTokens, policy)));
    }

    private static long end(Simulated simulated) {
        return Arrays.stream(simulated.endNanos()).max().orElseThrow();
    }

    private static double hitRate(Simulated simulated) {
        List<SimulatedProgram> programs = agents(QUICK, 0);
        long input = simulated.calls().stream()
                .mapToLong(call ->
                        programs.get(call.program()).calls().get(call.call()).input())
                .sum();
        return simulated.calls().stream().mapToLong(ServedCall::hit).sum() / (double) input;
    }

    /** Served as they come, each finds its prompt evicted when its tool has ended, and all of it is computed again. */
    @Test
    void shouldWinWhereTheCacheIsTooSmallForAll() {
        Simulated fifo = run(SLOW, 4, 20_000, Policy.FIFO);
        Simulated paused = run(SLOW, 4, 20_000, Policy.PROGRAM);

        assertThat(hitRate(fifo)).isZero();
        assertThat(hitRate(paused)).isGreaterThan(0.8);
        assertThat(paused.pauses()).isEqualTo(5);
        assertThat(end(fifo)).isEqualTo(447_640_000_000L);
        assertThat(end(paused)).isEqualTo(213_280_000_000L);
    }

    /** Where a prompt is computed again in less time than a tool takes, programs that wait keep others from idle slots. */
    @Test
    void shouldLoseWhereToolsTakeLongerThanPrefill() {
        Simulated fifo = run(QUICK, 10, 20_000, Policy.FIFO);
        Simulated paused = run(QUICK, 10, 20_000, Policy.PROGRAM);

        assertThat(hitRate(paused)).isGreaterThan(hitRate(fifo));
        assertThat(end(paused)).isGreaterThan(end(fifo));
    }

    /** What prompts have in common is in the cache once, so more programs are let in at once. */
    @Test
    void shouldCountOnceWhatProgramsShare() {
        List<Server> paused = List.of(new Server(1, 8, 24_000, Policy.PROGRAM));
        Simulated apart = Simulator.run(agents(SLOW, 4 * SECOND), paused);
        Simulated alike = Simulator.run(agents(SLOW, 4 * SECOND, 240), paused);

        assertThat(end(apart) / SECOND).isEqualTo(153);
        assertThat(end(alike) / SECOND).isEqualTo(131);
    }

    /** Where all fit, no program is paused, and both are the same to the nanosecond. */
    @Test
    void shouldChangeNothingWhereAllFit() {
        Simulated fifo = run(SLOW, 4, 60_000, Policy.FIFO);
        Simulated paused = run(SLOW, 4, 60_000, Policy.PROGRAM);

        assertThat(paused.pauses()).isZero();
        assertThat(paused.calls()).isEqualTo(fifo.calls());
        assertThat(paused.endNanos()).isEqualTo(fifo.endNanos());
    }
}
