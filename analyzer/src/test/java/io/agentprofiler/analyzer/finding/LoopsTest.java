// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.cost.price.PriceList;
import io.agentprofiler.analyzer.critical.CriticalTotals;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
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
        Findings.Question question = new Findings.Question(thresholds, PriceList.bundled());
        Trace trace = run.trace();
        return question.of(trace).ranked(CriticalTotals.ANALYSIS.of(trace), thresholds).stream()
                .filter(finding -> finding.rule() == Rule.LOOP || finding.rule() == Rule.SIMILAR_LOOP)
                .toList();
    }

    @Test
    void shouldDoubtALoopOverSimilarArgumentsWhoseResultsDiffer() {
        // 4 of the 5 words are the same in both
        for (int page = 1; page <= 3; page++) {
            turn(sketch("h" + page, "000a000b000c000d" + "010" + page), "r" + page);
        }

        assertThat(loops(Thresholds.STANDARD.with(Threshold.SIMILAR_ARGUMENTS, 4 / 6.0)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.rule()).isEqualTo(Rule.SIMILAR_LOOP);
                    assertThat(finding.grade()).isEqualTo(Grade.WEAK);
                    assertThat(finding.title())
                            .isEqualTo("tool find was called 3 times in a row with similar arguments");
                    assertThat(finding.savedNanos()).isZero();
                    assertThat(finding.savedTokens()).isZero();
                    assertThat(finding.evidence()).extracting(Evidence::span).containsExactlyInAnyOrder(1100L, 1200L);
                });
        assertThat(loops()).isEmpty();
    }

    @Test
    void shouldBeSureOfALoopOverSimilarArgumentsThatAlwaysReturnsTheSame() {
        for (int i = 1; i <= 4; i++) {
            turn(text("where is the blue floor lamp with a foot of wood, try " + i), "nothing");
        }

        assertThat(loops()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.SIMILAR_LOOP);
            assertThat(finding.grade()).isEqualTo(Grade.STRONG);
            assertThat(finding.title())
                    .isEqualTo(
                            "tool find was called 4 times in a row with similar arguments, and returned the same each time");
            // three further tool calls and the three model calls before them
            assertThat(finding.savedNanos()).isEqualTo(300 * MILLI);
            assertThat(finding.savedTokens()).isEqualTo(21);
        });
    }

    @Test
    void shouldTellTheSameFromSimilarOnesInOneRow() {
        turn(sketch("h1", "000a000b000c000d"), "r");
        turn(sketch("h2", "000a000b000c000d"), "r");
        turn(sketch("h2", "000a000b000c000d"), "r");
        turn(sketch("h2", "000a000b000c000d"), "r");

        assertThat(loops()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.LOOP);
            assertThat(finding.title()).isEqualTo("tool find was called 3 times in a row with the same arguments");
            assertThat(finding.savedNanos()).isEqualTo(200 * MILLI);
        });
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
            assertThat(finding.savedNanos()).isEqualTo(80 * MILLI);
            assertThat(finding.savedTokens()).isEqualTo(14);
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

    @Test
    void shouldEstimateSimilarityFromTheSmallestHashes() {
        // of 40 words the 32 smallest are known: 0 to 31, and 0 to 47 without the odd ones below 32
        ArgumentWords one = hashes(IntStream.range(0, 32));
        ArgumentWords other = hashes(IntStream.range(0, 48).filter(i -> i >= 32 || i % 2 == 0));

        assertThat(one.similarity(other)).isEqualTo(16 / 32.0);
        assertThat(other.similarity(one)).isEqualTo(16 / 32.0);
        assertThat(one.similarity(one)).isEqualTo(1);
        assertThat(hashes(IntStream.range(0, 3)).similarity(hashes(IntStream.range(1, 4))))
                .isCloseTo(0.5, within(1e-12));
        assertThat(hashes(IntStream.empty()).similarity(hashes(IntStream.empty())))
                .isEqualTo(1);
        // hashes say nothing of words
        assertThat(one.similarity(new ArgumentWords(one.words(), false))).isZero();
    }

    private static ArgumentWords hashes(IntStream numbers) {
        TreeSet<String> hashes = new TreeSet<>();
        numbers.forEach(number -> hashes.add(String.format("%04x", number)));
        return new ArgumentWords(hashes, true);
    }
}
