// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix.cache;

import static io.agentprofiler.analyzer.answer.prefix.PromptRun.instructions;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.prefix.PrefixResult;
import io.agentprofiler.analyzer.answer.prefix.PromptRun;
import io.agentprofiler.analyzer.answer.prefix.cache.Replicas.Routing;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ReplicasTest {
    private final PromptRun run = new PromptRun();

    private Replicas replicas(Servers servers) {
        return PrefixResult.of(run.log("sglang"), servers).replicas().get(0);
    }

    private static long hits(Replicas replicas, Routing routing) {
        return replicas.byRouting().get(routing).hits();
    }

    /** Two conversations, three calls each, in turn A B B A A B, with the same instructions of 10 tokens. */
    private void twoConversations() {
        int[] turns = {1, 2, 2, 1, 1, 2};
        int[] lengths = new int[3];
        for (int i = 0; i < turns.length; i++) {
            int turn = turns[i];
            lengths[turn] += 160;
            run.workflow(turn).call(i * 2000, instructions("shared", 160), user(turn == 1 ? "x" : "y", lengths[turn]));
        }
    }

    @Test
    void shouldSayWhatRoutingIsWorth() {
        twoConversations();

        Replicas two = replicas(new Servers(new Capacity(0, false), 2));

        // A1 B1 B2 A2 A3 B3: of one server B1 has the instructions, the others all of their conversation
        assertThat(two.one()).isEqualTo(160 + 320 + 320 + 480 + 480);
        // A1 B2 A3 and B1 A2 B3: the instructions, and once A1 for A3 and B1 for B3
        assertThat(hits(two, Routing.ROUND_ROBIN)).isEqualTo(160 + 320 + 160 + 320);
        assertThat(hits(two, Routing.BY_CONVERSATION)).isEqualTo(2 * (320 + 480));
        // the instructions are half of B1, so that it follows A1, and all others follow
        assertThat(hits(two, Routing.LONGEST_PREFIX)).isEqualTo(two.one());
        assertThat(two.byRouting().get(Routing.LONGEST_PREFIX).busiestInput()).isEqualTo(two.input());
        assertThat(two.byRouting().get(Routing.BY_CONVERSATION).busiestInput()).isEqualTo(two.input() / 2);
    }

    @Test
    void shouldGiveALongPromptThatSharesLittleToTheServerWithFewestCalls() {
        run.call(0, instructions("shared", 160), user("x", 320));
        // under way at the same time
        run.workflow(2).call(500, instructions("shared", 160), user("y", 320));
        // a second call of the first conversation finds it on the first server
        run.workflow(1).call(3000, instructions("shared", 160), user("x", 480));

        Replicas two = replicas(new Servers(new Capacity(0, false), 2));

        assertThat(hits(two, Routing.LONGEST_PREFIX)).isEqualTo(480);
        assertThat(two.byRouting().get(Routing.LONGEST_PREFIX).busiestInput()).isEqualTo(480 + 640);
    }

    @Test
    void shouldNotQueueAtABusyServerForItsPrefix() {
        for (int i = 0; i < 8; i++) {
            // all at the same time, with instructions that are most of the prompt
            run.workflow(i + 1).call(i, instructions("shared", 320), user("x" + i, 32));
        }

        Replicas.ReplicaHits longest =
                replicas(new Servers(new Capacity(0, false), 2)).byRouting().get(Routing.LONGEST_PREFIX);

        // five go where the instructions are; then the other one gets them, and is less busy
        assertThat(longest.busiestInput()).isEqualTo(5 * 352);
    }

    @Test
    void shouldBoundTheCacheOfEachServer() {
        twoConversations();

        // each server has room for one conversation with its instructions
        Replicas two = replicas(new Servers(new Capacity(640, false), 2));

        assertThat(two.one())
                .isLessThan(replicas(new Servers(new Capacity(0, false), 1 + 1)).one());
        assertThat(hits(two, Routing.BY_CONVERSATION)).isEqualTo(2 * (320 + 480));
    }

    @Test
    void shouldSayNothingOfOneServer() {
        twoConversations();

        assertThat(PrefixResult.of(run.log("sglang"), Servers.ONE).replicas()).isEmpty();
    }

    @Property(tries = 30)
    void shouldNotDependOnTheOrderOfTracesNorExceedOneServer(@ForAll long seed) {
        Random random = new Random(seed);
        PromptRun made = new PromptRun();
        for (int i = 0; i < 12; i++) {
            made.workflow(1 + random.nextInt(4))
                    .call(
                            i * 700,
                            instructions("i", 16 * (1 + random.nextInt(4))),
                            user("u" + random.nextInt(3), 16 * (1 + random.nextInt(9))));
        }
        Servers servers = new Servers(
                new Capacity(random.nextBoolean() ? 0 : 100 + random.nextInt(500), false), 2 + random.nextInt(3));
        Replicas one = PrefixResult.of(made.log("vllm"), servers).replicas().get(0);
        List<Trace> traces = new ArrayList<>(made.traces());
        Collections.shuffle(traces, random);
        Replicas other = PrefixResult.of(
                        PromptRun.log(traces, CacheRules.bundled().only("vllm").orElseThrow()), servers)
                .replicas()
                .get(0);

        assertThat(other.byRouting()).isEqualTo(one.byRouting());
        assertThat(other.one()).isEqualTo(one.one());
        if (servers.isUnlimited()) {
            one.byRouting().values().forEach(result -> assertThat(result.hits()).isLessThanOrEqualTo(one.one()));
        }
    }
}
