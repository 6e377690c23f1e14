// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    private static Fingerprint of(Consumer<Agents> change) {
        Agents agents = new Agents();
        change.accept(agents);
        return Fingerprint.of(agents.workflow().run().trace());
    }

    private static Step step(String... path) {
        return new Step(List.of(path), "", "", "");
    }

    @Test
    void shouldBeTheStepsAndTheirHash() {
        Fingerprint fingerprint = of(agents -> {});

        assertThat(fingerprint.steps())
                .containsExactly(
                        step("agent answer"),
                        new Step(List.of("agent answer", "llm"), "gpt", "temperature=0.2", "2 tools, instructions"),
                        step("agent answer", "tool search"));
        assertThat(fingerprint.models()).containsExactly("gpt");
        assertThat(fingerprint.tools()).containsExactly("search");
        assertThat(fingerprint.depth()).isEqualTo(2);
        // changes only with the definition, and then so does its version
        assertThat(fingerprint.id()).isEqualTo("b85297cd9d2444be");
    }

    @Test
    void shouldDifferByWhatTheProgramDecides() {
        List<Consumer<Agents>> changes = List.of(
                agents -> {},
                agents -> agents.model = "gpt-2",
                agents -> agents.parameters = "\"gen_ai.request.temperature\":0.3",
                agents -> agents.parameters = "\"gen_ai.request.temperature\":0.2,\"gen_ai.request.max_tokens\":100",
                agents -> agents.parameters = "",
                agents -> agents.tools = List.of("find"),
                agents -> agents.tools = List.of("search", "find"),
                agents -> agents.tools = List.of());

        assertThat(changes.stream().map(FingerprintTest::of).map(Fingerprint::id))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldNotDependOnChanceSaltAndLengths() {
        String id = of(agents -> {}).id();

        assertThat(of(agents -> agents.salt = "zzzz").id()).isEqualTo(id);
        assertThat(of(agents -> agents.turns = 7).id()).isEqualTo(id);
        assertThat(of(agents -> agents.slowness = 9).id()).isEqualTo(id);
        assertThat(of(agents -> agents.instructions = 5000).id()).isEqualTo(id);
        assertThat(of(agents -> agents.tools = List.of("search", "search")).id())
                .isEqualTo(id);
        assertThat(of(agents -> agents.from(77)).id()).isEqualTo(id);
        assertThat(of(agents -> agents.parameters =
                                "\"gen_ai.request.seed\":4711,\"gen_ai.request.temperature\":0.20000000298023224")
                        .id())
                .isEqualTo(id);
    }

    @Test
    void shouldNotBeginAPromptWithToolsWhereNoneAreOffered() {
        assertThat(of(agents -> agents.offered = 0).steps())
                .contains(new Step(List.of("agent answer", "llm"), "gpt", "temperature=0.2", "instructions"));
    }

    @Test
    void shouldLeaveOutRequestsAndWrappers() {
        Trace trace = TestRun.bare()
                .start(1, 0, 0, "agent", "answer")
                .start(2, 1, 1, "llm", "chat", "\"agentprofiler.wrapper\":true")
                .start(3, 2, 2, "llm", "chat", "\"gen_ai.request.model\":\"gpt\"")
                .span(4, 3, 3, 4, "http", "POST")
                .end(3, 5)
                .end(2, 6)
                .end(1, 7)
                .trace();

        assertThat(Fingerprint.of(trace).steps())
                .containsExactly(step("agent answer"), new Step(List.of("agent answer", "llm"), "gpt", "none", ""));
    }

    @Test
    void shouldCountRecursionAsALoop() {
        Fingerprint once = recursive(1);

        assertThat(once.steps())
                .containsExactly(
                        step("agent planner"),
                        step("agent planner", "agent worker"),
                        step("agent planner", "tool end"));
        assertThat(recursive(40).id()).isEqualTo(once.id());
    }

    /** The planner calls the worker, the worker the planner, and so on. */
    private static Fingerprint recursive(int times) {
        TestRun run = TestRun.bare();
        int span = 0;
        for (int i = 0; i < times; i++) {
            run.start(++span, span - 1, span, "agent", "planner");
            run.start(++span, span - 1, span, "agent", "worker");
        }
        run.start(++span, span - 1, span, "agent", "planner").span(span + 1, span, span, span, "tool", "end");
        for (int open = span; open > 0; open--) {
            run.end(open, 2 * span - open + 1);
        }
        return Fingerprint.of(run.trace());
    }

    @Test
    void shouldNotTakeAPromptThatWasNotRecordedForAnother() {
        Agents agents = new Agents();
        TestRun run = TestRun.bare().start(1, 0, 0, "agent", "answer");
        run.start(2, 1, 1, "llm", "chat", agents.request()).end(2, 2);
        run.start(
                        3,
                        1,
                        3,
                        "llm",
                        "chat",
                        "\"gen_ai.request.model\":\"gpt\",\"gen_ai.request.temperature\":0.2,"
                                + "\"agentprofiler.request.tools\":2")
                .end(3, 4)
                .end(1, 5);

        assertThat(Fingerprint.of(run.trace()).steps())
                .extracting(Step::prompt)
                .containsExactly("", "2 tools, instructions");
    }

    @Test
    void shouldCountWorkflowsAndTraits() {
        Agents agents = new Agents().workflows(3);
        agents.tools = List.of("search", "verify");
        agents.instructions = 44;

        Fingerprints found = agents.workflow().fingerprints();

        assertThat(found.workflows()).isEqualTo(4);
        assertThat(found.others()).isZero();
        assertThat(found.groups())
                .extracting(Fingerprints.FingerprintGroup::workflows)
                .containsExactly(3L, 1L);
        assertThat(found.groups().get(0).name()).isEqualTo("answer");
        assertThat(found.groups().get(0).example())
                .isEqualTo(agents.traces().get(0).id());
        assertThat(found.groups().get(0).meanNanos()).isEqualTo((224 + 228 + 222) * 1e6 / 3);
        assertThat(found.traits())
                .containsEntry(new Trait(Trait.Facet.TOOL, "", "search"), 4L)
                .containsEntry(new Trait(Trait.Facet.TOOL, "", "verify"), 1L)
                .containsEntry(new Trait(Trait.Facet.MODEL, "agent answer > llm", "gpt"), 4L);
        assertThat(found.lengths())
                .containsOnlyKeys(new Step(List.of("agent answer", "llm"), "", "", "2 tools, instructions"))
                .containsValue(new PromptLengths(30, 30, 40, 44));
    }
}
