// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

@Tag("once")
class FingerprintPropertiesTest {
    /** What a workflow calls, without anything of one run. */
    private record Node(String kind, String name, String model, List<Node> below) {
        Node renamed(String from, String to) {
            return new Node(
                    kind,
                    name.equals(from) ? to : name,
                    model.equals(from) ? to : model,
                    below.stream().map(node -> node.renamed(from, to)).toList());
        }

        boolean has(String wanted) {
            return name.equals(wanted) || model.equals(wanted) || below.stream().anyMatch(node -> node.has(wanted));
        }
    }

    private static Node random(Random random, int depth) {
        List<Node> below = new ArrayList<>();
        for (int i = random.nextInt(depth == 0 ? 1 : 4); i > 0; i--) {
            below.add(random(random, depth - 1));
        }
        return switch (random.nextInt(3)) {
            case 0 -> new Node("tool", "tool" + random.nextInt(3), "", below);
            case 1 -> new Node("agent", "agent" + random.nextInt(3), "", below);
            default -> new Node("llm", "chat", "model" + random.nextInt(3), below);
        };
    }

    private static Node top(Random random) {
        List<Node> below = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            below.add(random(random, 3));
        }
        return new Node("agent", "top", "", below);
    }

    /** Runs it: siblings in any order and beside each other, some of them several times, at any time, with any ids and salt. */
    private static final class Run {
        private final TestRun run = TestRun.bare();
        private final Random random;
        private int span;

        Run(Random random) {
            this.random = random;
            span = random.nextInt(1_000_000);
            run.trace(1 + random.nextInt(1_000_000));
        }

        static Fingerprint of(Node top, Random random) {
            Run run = new Run(random);
            run.add(top, 0, random.nextInt(100_000), 1000);
            return Fingerprint.of(run.run.trace());
        }

        private void add(Node node, int parent, double start, double room) {
            int own = ++span;
            double length = room * (0.5 + random.nextDouble() / 2);
            String salt = Integer.toHexString(random.nextInt());
            run.start(
                    own,
                    parent,
                    start,
                    node.kind(),
                    node.name(),
                    "\"gen_ai.conversation.id\":\"" + salt + "\",\"gen_ai.request.seed\":" + random.nextInt()
                            + (node.model().isEmpty() ? "" : ",\"gen_ai.request.model\":\"" + node.model() + "\""));
            List<Node> below = new ArrayList<>(node.below());
            for (Node child : node.below()) {
                for (int again = random.nextInt(3); again > 0; again--) {
                    below.add(child);
                }
            }
            Collections.shuffle(below, random);
            for (Node child : below) {
                add(child, own, start + random.nextDouble() * length / 2, length / 2);
            }
            run.end(own, start + length);
        }
    }

    @Property(tries = 60)
    void shouldNotDependOnOrderRepetitionIdsTimesAndSalt(@ForAll long seed) {
        Random random = new Random(seed);
        Node top = top(random);

        Fingerprint first = Run.of(top, random);

        for (int i = 0; i < 4; i++) {
            assertThat(Run.of(top, random)).isEqualTo(first);
        }
    }

    @Property(tries = 60)
    void shouldDependOnTheNamesOfToolsAndModels(@ForAll long seed) {
        Random random = new Random(seed);
        Node top = top(random);
        Fingerprint first = Run.of(top, random);

        for (String name : List.of("tool0", "tool1", "model0", "model1", "agent2")) {
            if (top.has(name)) {
                assertThat(Run.of(top.renamed(name, "other"), random).id()).isNotEqualTo(first.id());
            }
        }
    }

    @Property(tries = 30)
    void shouldCountTheSameInAnyOrder(@ForAll long seed) {
        Random random = new Random(seed);
        List<Trace> traces = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Run run = new Run(random);
            run.run.trace(i + 1);
            run.add(top(random), 0, i, 1000);
            traces.addAll(run.run.traces());
        }
        Fingerprints forward = Agents.fingerprints(traces);
        Collections.shuffle(traces, random);
        Fingerprints halves = Fingerprints.ANALYSIS.merge(
                Agents.fingerprints(traces.subList(0, 5)), Agents.fingerprints(traces.subList(5, traces.size())));

        assertThat(halves.groups()).isEqualTo(forward.groups());
        assertThat(halves.traits()).isEqualTo(forward.traits());
        assertThat(halves.lengths()).isEqualTo(forward.lengths());
        assertThat(halves.workflows()).isEqualTo(forward.workflows());
    }
}
