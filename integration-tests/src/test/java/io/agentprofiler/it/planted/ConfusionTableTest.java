// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConfusionTableTest {
    private static final Saving NOT_SAID = new Saving(Double.NaN, Double.NaN);

    private final Outcome first = new Outcome(
            planted("slow-tool", "search", "slow-tool"),
            run(1_000, finding("slow-tool", "tool search", "high", 1_180), finding("cold-start", "tool a", "low", 1)),
            run(400),
            List.of(new Promised(
                    "slow-tool", "tool search", "gone", List.of("made no difference", "less than promised"))));
    private final Outcome third = new Outcome(
            planted("lock", "", "lock-waits"),
            run(
                    1_000,
                    finding("slow-tool", "tool pay", "high", 500),
                    finding("sequential-calls", "llm m", "medium", 100),
                    finding("lock-waits", "lock Object", "medium", 100)),
            run(500, finding("cold-start", "tool pay", "medium", 20)),
            List.of(new Promised("lock-waits", "lock Object", "still there", List.of("kept"))));
    private final Outcome missed =
            new Outcome(planted("late-first-token", "gpt", "late-first-token"), run(1_000), run(500), List.of());
    private final Outcome quiet = control(finding("cold-start", "llm m", "low", 3));
    private final Outcome loud = control(finding("repeated-calls", "tool a", "medium", 30));

    @Test
    void shouldCountPlacesAndFalseClaims() {
        ConfusionTable table = new ConfusionTable(List.of(first, third, missed, quiet, loud));

        assertThat(table.namedWithin(1)).isEqualTo(1);
        assertThat(table.namedWithin(2)).isEqualTo(1);
        assertThat(table.namedWithin(3)).isEqualTo(2);
        assertThat(table.recall()).isEqualTo(2.0 / 3);
        // right: slow-tool, lock-waits; beside the point: slow-tool and sequential-calls of the lock, one of its twin,
        // one of a control
        assertThat(table.precision()).isEqualTo(2.0 / 6);
        assertThat(third.falseClaims()).extracting(Finding::rule).containsExactly("sequential-calls");
        assertThat(loud.falseClaims()).extracting(Finding::rule).containsExactly("repeated-calls");
        assertThat(table.falseClaims()).isEqualTo(2);
        assertThat(table.healthyToldToChange()).isEqualTo(2);
        assertThat(first.grade()).isEqualTo(Grade.CLOSE);
        assertThat(third.grade()).isEqualTo(Grade.WRONG);
    }

    @Test
    void shouldMeasureWithTheFirstWorkflowOnlyWhereItIsTheCause() {
        Outcome outcome = new Outcome(planted("cold-start", "", "cold-start"), first.run(), first.twin(), List.of());

        assertThat(first.savedNanos()).isEqualTo(1_200);
        assertThat(outcome.savedNanos()).isEqualTo(600);
    }

    @Test
    void shouldCountNoClaimThatIsTrue() {
        PlantedCase planted = planted("lock", "", "lock-waits").alsoTrue("sequential-calls");

        assertThat(new Outcome(planted, third.run(), third.twin(), List.of()).falseClaims())
                .isEmpty();
    }

    @Test
    void shouldCountTheRightFindingOfAHealthyTwinAsFalse() {
        Outcome outcome = new Outcome(
                planted("same-call", "", "repeated-calls"),
                run(1_000),
                run(500, finding("repeated-calls", "tool a", "high", 100)),
                List.of());

        assertThat(outcome.falseClaims()).hasSize(1);
    }

    @Test
    void shouldWriteWhichFindingCameFirst() {
        assertThat(new ConfusionTable(List.of(first, third, missed, quiet, loud)).markdown())
                .isEqualTo("""
                        | planted cause | cases | right | finding that came first |
                        |---|---|---|---|
                        | slow tool | 1 | 1 | `slow-tool` |
                        | lock | 1 | 0 | `slow-tool` |
                        | late first token | 1 | 0 | nothing |
                        | none | 2 | 1 | `repeated-calls` 1, nothing 1 |
                        """);
    }

    @Test
    void shouldPrintARowForEachCaseAndTheFiguresOfAll() {
        assertThat(new ConfusionTable(List.of(first)).toString().lines().map(String::strip))
                .contains(
                        "langchain4j-slow-tool                                  1             59 %           60 %  within 20 %"
                                + " less than promised      0       0     0  high slow-tool: title")
                .contains("The first finding names the cause in 1 of 1 cases (100 %), one of the first three in 1.")
                .contains("Savings of these: 1 within 20 %.")
                .contains("What diff says of these promises: 1 less than promised.");
    }

    @Test
    void shouldCountFindingsThatAreStillThere() {
        ConfusionTable table = new ConfusionTable(List.of(first, third, missed, quiet));

        assertThat(table.stillThere()).isEqualTo(1);
        assertThat(table.totals()).contains("What diff says of these promises: 1 less than promised, 1 still there.");
        assertThat(missed.promise()).isEqualTo("-");
    }

    @Test
    void shouldHoldCasesOfEveryKind() {
        List<PlantedCase> all = PlantedCases.all();

        assertThat(all).extracting(PlantedCase::id).doesNotHaveDuplicates();
        assertThat(all.stream().filter(PlantedCase::isControl)).hasSizeGreaterThanOrEqualTo(6);
        assertThat(all.stream().filter(planted -> !planted.isControl())).hasSizeGreaterThanOrEqualTo(30);
        assertThat(all).extracting(PlantedCase::program).contains(Program.values());
        assertThat(all).extracting(planted -> planted.setting().content()).contains("hash", "full");
        assertThat(all).extracting(planted -> planted.setting().recorded()).contains(true, false);
        assertThat(all).extracting(planted -> planted.setting().mocked()).contains(true, false);
    }

    private static PlantedCase planted(String cause, String subject, String rule) {
        return PlantedCase.of(Program.LANGCHAIN4J, cause, subject, rule);
    }

    private static Outcome control(Finding finding) {
        Run run = run(1_000, finding);
        return new Outcome(PlantedCase.control(Program.SPRING_AI, "healthy"), run, run, List.of());
    }

    /** Makes a run of two workflows, of which the first took long. */
    private static Run run(long nanos, Finding... findings) {
        return new Run(List.of(findings), 2 * nanos, List.of(9_999L, nanos), 0);
    }

    private static Finding finding(String rule, String subject, String impact, long nanos) {
        return new Finding(rule, subject, impact, "title", new Saving(nanos, nanos), NOT_SAID);
    }
}
