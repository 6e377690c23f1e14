// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.diff.program.Difference.Certainty;
import io.agentprofiler.analyzer.answer.diff.program.ProgramChange.Verdict;
import io.agentprofiler.analyzer.answer.fingerprint.Agents;
import io.agentprofiler.analyzer.answer.fingerprint.Trait.Facet;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ProgramComparisonTest {
    private static final String LLM = "agent answer > llm";

    private static ProgramChange change(int workflows, Consumer<Agents> after) {
        Agents first = new Agents().workflows(workflows);
        Agents second = new Agents().from(1000);
        after.accept(second);
        return ProgramComparison.of(
                first.fingerprints(), second.workflows(workflows).fingerprints());
    }

    private static Difference only(ProgramChange change) {
        assertThat(change.differences()).hasSize(1);
        return change.differences().get(0);
    }

    @Test
    void shouldKnowASlowerProgramThatLoopsMoreOften() {
        ProgramChange change = change(4, agents -> {
            agents.slowness = 3;
            agents.turns = 5;
            agents.salt = "qqqq";
        });

        assertThat(change).isEqualTo(new ProgramChange(List.of(), 1, 0, 0));
        assertThat(change.verdict()).isEqualTo(Verdict.SAME);
    }

    @Test
    void shouldTellWhatTheProgramDecidesFromASingleWorkflow() {
        assertThat(only(change(1, agents -> agents.model = "gpt-2")))
                .isEqualTo(new Difference(
                        Facet.MODEL, LLM, List.of("gpt"), List.of("gpt-2"), 1, 1, Double.NaN, Certainty.REAL));
        Difference parameters = only(change(1, agents -> agents.parameters = ""));
        assertThat(parameters.before()).containsExactly("temperature=0.2");
        assertThat(parameters.after()).containsExactly("none");
        Difference prompt = only(change(1, agents -> agents.instructions = 52));
        assertThat(prompt.facet()).isEqualTo(Facet.PROMPT);
        assertThat(prompt.before()).containsExactly("instructions of 40 bytes");
        assertThat(prompt.after()).containsExactly("instructions of 52 bytes");
        assertThat(change(1, agents -> agents.instructions = 52).verdict()).isEqualTo(Verdict.OTHER);
    }

    @Test
    void shouldClaimNothingOfInstructionsOfManyLengths() {
        Agents first = new Agents().workflow();
        first.instructions = 41;
        Agents second = new Agents().from(1000);
        second.instructions = 60;

        assertThat(ProgramComparison.of(
                                first.workflow().fingerprints(),
                                second.workflows(2).fingerprints())
                        .differences())
                .isEmpty();
    }

    @Test
    void shouldTellToolsFromChance() {
        ProgramChange change = change(4, agents -> agents.tools = List.of("find"));

        assertThat(change.verdict()).isEqualTo(Verdict.OTHER);
        assertThat(change.verdict(Facet.TOOL)).isEqualTo(Verdict.OTHER);
        assertThat(change.verdict(Facet.MODEL)).isEqualTo(Verdict.SAME);
        assertThat(change.of(Facet.TOOL)).extracting(Difference::isNew).containsExactlyInAnyOrder(true, false);
        // 2 * 4! 4! / 8!, the same for all four
        assertThat(change.differences()).allSatisfy(one -> assertThat(one.p()).isCloseTo(2 / 70.0, within(1e-12)));
    }

    @Test
    void shouldSayWhenThereAreTooFewWorkflows() {
        ProgramChange change = change(3, agents -> agents.tools = List.of("find"));

        assertThat(change.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(change.differences()).extracting(Difference::certainty).containsOnly(Certainty.TOO_FEW);
    }

    @Test
    void shouldTakeARareToolForChance() {
        Agents first = new Agents().workflows(20);
        Agents second = new Agents().from(1000).workflows(19);
        second.tools = List.of("search", "verify");

        ProgramChange change =
                ProgramComparison.of(first.fingerprints(), second.workflow().fingerprints());

        assertThat(change.verdict()).isEqualTo(Verdict.SAME);
        assertThat(change.differences()).extracting(Difference::certainty).containsOnly(Certainty.NOISE);
        assertThat(change.shared()).isEqualTo(1);
        assertThat(change.after()).isEqualTo(1);
    }
}
