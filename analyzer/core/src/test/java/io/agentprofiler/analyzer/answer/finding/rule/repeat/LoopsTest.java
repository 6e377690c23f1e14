// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.repeat;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Confidence;
import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.Loops.Loop;
import io.agentprofiler.analyzer.answer.finding.rule.repeat.Loops.SimilarLoop;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loops over the same and over similar arguments. */
class LoopsTest {
    private static final long MILLI = 1_000_000;

    private final TestRun run = TestRun.bare().start(1, 0, 0, "agent", "A", "\"gen_ai.agent.name\":\"A\"");

    private int calls;

    /** A tool call of 40 ms, and the model call of 60 ms after it. */
    private void turn(String arguments, String answer) {
        double at = 100.0 * calls++;
        call(at, arguments, answer);
        run.start(200 + calls, 1, at + 40, "llm", "l", "")
                .end(200 + calls, at + 100, "\"gen_ai.usage.input_tokens\":7");
    }

    private void call(double at, String arguments, String answer) {
        int id = 1000 + (int) at;
        run.start(id, 1, at, "tool", "find", "\"gen_ai.tool.name\":\"find\"," + arguments)
                .end(
                        id,
                        at + 40,
                        answer == null
                                ? ""
                                : "\"agentprofiler.content.tool.call.result\":{\"chars\":1,\"hash\":\"" + answer
                                        + "\"}");
    }

    private static String sketch(String hash, String words) {
        return "\"agentprofiler.content.tool.call.arguments\":{\"chars\":9,\"hash\":\"" + hash + "\",\"words\":\""
                + words + "\"}";
    }

    private static String text(String arguments) {
        return "\"gen_ai.tool.call.arguments\":\"" + arguments + "\"";
    }

    private List<Finding> loops() {
        return loops(Thresholds.STANDARD);
    }

    private List<Finding> loops(Thresholds thresholds) {
        run.end(1, 100 * calls);
        return found(List.of(new Loop(), new SimilarLoop()), thresholds, JvmEvents.NONE, run.traces());
    }

    @Test
    void shouldDoubtALoopOverSimilarArgumentsWhoseResultsDiffer() {
        // 4 of the 5 words are the same in both
        for (int page = 1; page <= 3; page++) {
            turn(sketch("h" + page, "000a000b000c000d" + "010" + page), "r" + page);
        }

        assertThat(loops(Thresholds.STANDARD.with(FindingRules.threshold("similar-arguments"), 4 / 6.0)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.rule()).isEqualTo("similar-loop");
                    assertThat(finding.confidence()).isEqualTo(Confidence.WEAK);
                    assertThat(finding.text().title())
                            .isEqualTo("tool find was called 3 times in a row with similar arguments");
                    assertThat(finding.saving()).isEqualTo(Saving.upTo(200 * MILLI));
                    assertThat(finding.impact()).isEqualTo(Impact.LOW);
                    assertThat(finding.seen().evidence())
                            .extracting(Evidence::span)
                            .containsExactlyInAnyOrder(1100L, 1200L);
                });
        assertThat(loops()).isEmpty();
    }

    @Test
    void shouldBeSureOfALoopOverSimilarArgumentsThatAlwaysReturnsTheSame() {
        for (int i = 1; i <= 4; i++) {
            turn(text("where is the blue floor lamp with a foot of wood, try " + i), "nothing");
        }

        assertThat(loops()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("similar-loop");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.text().title())
                    .isEqualTo(
                            "tool find was called 4 times in a row with similar arguments, and returned the same each time");
            // three further tool calls and the three model calls before them
            assertThat(finding.saving().nanos()).isEqualTo(300 * MILLI);
            assertThat(finding.saving().tokens()).isEqualTo(21);
        });
    }

    @Test
    void shouldReportOneLoopOverTheSameAndSimilarArgumentsAsAWhole() {
        turn(sketch("h1", "000a000b000c000d"), "r");
        turn(sketch("h2", "000a000b000c000d"), "r");
        turn(sketch("h2", "000a000b000c000d"), "r");
        turn(sketch("h2", "000a000b000c000d"), "r");

        assertThat(loops()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("similar-loop");
            assertThat(finding.text().title())
                    .isEqualTo(
                            "tool find was called 4 times in a row with similar arguments, and returned the same each time");
            assertThat(finding.saving().nanos()).isEqualTo(300 * MILLI);
        });
    }

    @Test
    void shouldTellTheSameFromSimilarOnesInOneRow() {
        turn(sketch("h1", "000a000b000c000d"), "r1");
        turn(sketch("h2", "000a000b000c000d"), "r");
        turn(sketch("h2", "000a000b000c000d"), "r");
        turn(sketch("h2", "000a000b000c000d"), "r");

        assertThat(loops()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("loop");
            assertThat(finding.text().title())
                    .isEqualTo("tool find was called 3 times in a row with the same arguments");
            assertThat(finding.saving().nanos()).isEqualTo(200 * MILLI);
        });
    }

    @Test
    void shouldGoOnAfterARewordingThatIsNotSimilarEnough() {
        String[] asked = {
            "where is the blue floor lamp with a foot of wood",
            "where is the blue floor lamp with a foot of oak",
            "where is the blue floor lamp with one foot of wood",
            "where do you keep the blue lamp with a wooden foot",
            "where is the blue floor lamp with a foot of wood please",
            "is there the blue floor lamp with a foot of wood",
            "where is that blue floor lamp with a foot of wood",
            "where do you keep this blue lamp with a wooden foot"
        };
        for (String question : asked) {
            turn(text(question), "nothing");
        }

        assertThat(loops()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("similar-loop");
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.text().title())
                    .isEqualTo(
                            "tool find was called 8 times in a row with similar arguments, and returned the same each time");
            // of 800 ms the first call, and the last answer
            assertThat(finding.saving().nanos()).isEqualTo(700 * MILLI);
        });
    }

    @Test
    void shouldKeepTheTurnOfARewordingThatFoundSomethingElse() {
        String asked = "where is the blue floor lamp with a foot of wood";
        turn(text(asked), "nothing");
        turn(text(asked + " please"), "nothing");
        turn(text("show me lamps"), "three lamps");
        turn(text(asked + " now"), "nothing");

        assertThat(loops()).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.STRONG);
            assertThat(finding.seen().occurrences()).isEqualTo(1);
            assertThat(finding.saving().nanos()).isEqualTo(200 * MILLI);
        });
    }

    @Test
    void shouldSupposeALoopOfRewordingsThatAskNothingNew() {
        String[] asked = {
            "red lamp for the kitchen",
            "red lamps for the kitchen",
            "red lamp for a kitchen",
            "kitchen lighting in a red colour",
            "red lamp for the kitchen table",
            "red lamps for a kitchen",
            "red lamp kitchen",
            "red lamp for the kitchen wall"
        };
        for (String question : asked) {
            turn(text("query " + question + " number 7"), "found for " + question);
        }

        assertThat(loops()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("similar-loop");
            assertThat(finding.confidence()).isEqualTo(Confidence.MEASURED);
            assertThat(finding.text().title())
                    .isEqualTo(
                            "tool find was called 7 times in a row with similar arguments, some of them without a new word");
            // but the first, and the one that is worded otherwise
            assertThat(finding.saving()).isEqualTo(Saving.upTo(600 * MILLI));
            assertThat(finding.impact()).isEqualTo(Impact.HIGH);
        });
    }

    @Test
    void shouldLeavePagesOfALongQuestionAtCannotTell() {
        for (int page = 1; page <= 5; page++) {
            turn(text("city all hotels of the town oslo page " + page), "page " + page);
        }

        assertThat(loops()).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.WEAK);
            assertThat(finding.impact()).isEqualTo(Impact.LOW);
        });
    }

    @Test
    void shouldNotTakeDifferentItemsForALoopBecauseTheirAnswersAreTheSame() {
        for (int item = 1; item <= 6; item++) {
            turn(text("item lamp " + item), "in stock");
        }

        assertThat(loops()).isEmpty();
    }

    @Test
    void shouldNotTakeSimilarCallsWithoutAModelBetweenForALoop() {
        for (int i = 0; i < 4; i++) {
            call(50 * i, sketch("h" + i, "000a000b000c000d000e"), "r");
        }
        calls = 2;

        assertThat(loops()).isEmpty();
    }

    @Test
    void shouldNotTakeAModelCallInAToolForOneBetweenTools() {
        for (int i = 0; i < 3; i++) {
            int id = 10 * i + 10;
            run.start(
                            id,
                            1,
                            50 * i,
                            "tool",
                            "find",
                            "\"gen_ai.tool.name\":\"find\"," + sketch("h" + i, "000a000b000c000d000e"))
                    .span(id + 1, id, 50 * i + 5, 50 * i + 35, "llm", "asked by the tool")
                    .end(id, 50 * i + 40, "\"agentprofiler.content.tool.call.result\":{\"chars\":1,\"hash\":\"r\"}");
        }
        calls = 2;

        assertThat(loops()).isEmpty();
    }

    @Test
    void shouldNotSaveWhatTheFirstCallOfALoopAskedAModel() {
        for (int i = 0; i < 3; i++) {
            int id = 10 * i + 10;
            run.start(id, 1, 50 * i, "tool", "find", "\"gen_ai.tool.name\":\"find\"," + sketch("h", "000a"))
                    .start(id + 1, id, 50 * i + 5, "llm", "asked by the tool")
                    .end(id + 1, 50 * i + 35, "\"gen_ai.usage.input_tokens\":7")
                    .end(id, 50 * i + 40);
        }
        calls = 2;

        assertThat(loops()).singleElement().satisfies(finding -> {
            assertThat(finding.saving().nanos()).isEqualTo(80 * MILLI);
            assertThat(finding.saving().tokens()).isEqualTo(14);
        });
    }

    @Test
    void shouldNotTakeDifferentArgumentsOrUnrecordedOnesForSimilar() {
        turn(text("oslo"), "r");
        turn(text("rome"), "r");
        turn(text("lima"), "r");
        turn("\"x\":1", "r");
        turn("\"x\":1", "r");
        turn("\"x\":1", "r");

        assertThat(loops()).isEmpty();
    }
}
