// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.rule.time;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static io.agentprofiler.analyzer.answer.finding.RuleRun.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Evidence;
import io.agentprofiler.analyzer.answer.finding.Finding.Measured;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.answer.finding.Saving;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.finding.rule.time.SlowCalls.SlowMemory;
import io.agentprofiler.analyzer.answer.finding.rule.time.SlowCalls.SlowRetrieval;
import io.agentprofiler.analyzer.answer.finding.rule.time.SlowCalls.SlowTool;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.function.IntUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** Tools, retrievals and memory that take long, always or now and then. */
class SlowCallsTest {
    private static final long MILLI = 1_000_000;

    /** So many calls of one operation, one a second, in a workflow of so many milliseconds. */
    private static TestRun calls(String kind, int count, IntUnaryOperator millis, double wall) {
        TestRun run = agent();
        for (int i = 0; i < count; i++) {
            run.span(100 + i, 1, 1000 * i, 1000 * i + millis.applyAsInt(i), kind, "x");
        }
        return run.end(1, wall);
    }

    @Test
    void shouldFindASlowToolByTheThresholdSet() {
        TestRun run = calls("tool", 3, i -> 600, 3000);

        assertThat(found(new SlowTool(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.saving()).isEqualTo(Saving.upTo(1800 * MILLI));
            // there is no other to compare it with
            assertThat(finding.impact()).isEqualTo(Impact.MEDIUM);
            assertThat(finding.text().title())
                    .isEqualTo("tool x takes 600 ms (median, n=3); workflows wait for it 60.0 % of their time");
            assertThat(finding.seen().measured())
                    .isEqualTo(new Measured(FindingRules.threshold("slow-tool-ms"), 600, 200));
        });
        assertThat(found(new SlowTool(), Thresholds.STANDARD.with(FindingRules.threshold("slow-tool-ms"), 601), run))
                .isEmpty();
    }

    @Test
    void shouldSayLittleOfFewCalls() {
        assertThat(found(new SlowTool(), calls("tool", 2, i -> 600, 2000)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.impact()).isEqualTo(Impact.LOW));
    }

    @Test
    void shouldSayLittleOfASlowToolThatIsASmallPartOfTheRun() {
        assertThat(found(new SlowTool(), calls("tool", 3, i -> 600, 60_000)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.impact()).isEqualTo(Impact.LOW));
    }

    @Test
    void shouldCompareWithOtherTools() {
        TestRun run = agent().span(2, 1, 0, 600, "tool", "slow")
                .span(3, 1, 600, 640, "tool", "fast")
                .span(4, 1, 700, 720, "tool", "faster")
                .end(1, 1000);

        assertThat(found(new SlowTool(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("tool slow");
            assertThat(finding.saving()).isEqualTo(Saving.upTo(570 * MILLI));
            assertThat(finding.text().title()).contains("; others of its kind take 30.0 ms;");
        });
    }

    @Test
    void shouldSayLittleOfAToolThatIsNoSlowerThanOthers() {
        TestRun run = agent().span(2, 1, 0, 400, "tool", "one")
                .span(3, 1, 400, 700, "tool", "other")
                .end(1, 1000);

        assertThat(found(new SlowTool(), run))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.impact()).isEqualTo(Impact.LOW));
    }

    @Test
    void shouldSayNothingOfAToolThatIsFasterThanOthersUsuallyAre() {
        TestRun run = agent().span(2, 1, 0, 200, "tool", "usual")
                .span(3, 1, 0, 100, "tool", "fast")
                .span(4, 1, 200, 500, "tool", "slow")
                .end(1, 500);

        // the others' median is 200 ms, though none of them takes that
        assertThat(found(new SlowTool(), run))
                .singleElement()
                .satisfies(finding -> assertThat(finding.subject()).isEqualTo("tool slow"));
    }

    @Test
    void shouldFindSlowRetrievalsAndMemory() {
        assertThat(found(new SlowRetrieval(), calls("retrieval", 5, i -> 220, 4000 + 300)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving()).isEqualTo(Saving.upTo(1100 * MILLI)));
        assertThat(found(new SlowRetrieval(), calls("rerank", 1, i -> 110, 300)))
                .hasSize(1);
        assertThat(found(new SlowRetrieval(), calls("retrieval", 5, i -> 90, 4300)))
                .isEmpty();
        assertThat(found(new SlowMemory(), calls("memory", 1, i -> 60, 200)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.saving()).isEqualTo(Saving.upTo(60 * MILLI)));
        assertThat(found(new SlowTool(), calls("memory", 1, i -> 600, 1000))).isEmpty();
    }

    @Test
    void shouldNotBlameARetrieverForTheEmbeddingItAsksFor() {
        TestRun run = agent().start(2, 1, 0, "retrieval", "r")
                .span(3, 2, 10, 510, "embedding", "e")
                .end(2, 520)
                .end(1, 600);

        assertThat(found(new SlowRetrieval(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("embedding (unknown model)");
            // a retriever is no embedding model
            assertThat(finding.text().title()).doesNotContain("others of its kind");
            assertThat(finding.saving()).isEqualTo(Saving.upTo(500 * MILLI));
        });
    }

    @Test
    void shouldCompareRetrieversWithRetrieversOnly() {
        TestRun run = agent().span(2, 1, 0, 171, "embedding", "e")
                .span(3, 1, 171, 171.2, "retrieval", "index")
                .span(4, 1, 172, 422, "rerank", "r")
                .end(1, 1000);

        assertThat(found(new SlowRetrieval(), run))
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.text().title()).doesNotContain("others of its kind"));
    }

    /** Lengths as log-normal times have them: each call does more or less work. */
    private static IntUnaryOperator logNormal(double median, double sigma, int count) {
        NormalDistribution normal = NormalDistribution.of(0, sigma);
        return i ->
                (int) Math.round(median * Math.exp(normal.inverseCumulativeProbability((i * 7 % count + 0.5) / count)));
    }

    @Test
    void shouldSayLittleOfAToolThatDoesDifferentWorkEachTime() {
        for (double sigma : new double[] {0.6, 1, 1.3}) {
            assertThat(found(new SlowTool(), calls("tool", 40, logNormal(300, sigma, 40), 40_000)))
                    .as("sigma %s", sigma)
                    .allSatisfy(finding -> {
                        assertThat(finding.text().title()).doesNotContain("slow occasionally");
                        if (sigma >= 1) {
                            assertThat(finding.impact()).isEqualTo(Impact.LOW);
                        }
                    });
        }
    }

    @Test
    void shouldNameCallsThatAreSlowNowAndThen() {
        TestRun run = calls("tool", 40, i -> i % 10 == 9 ? 900 : 30, 40_000);

        assertThat(found(new SlowTool(), run)).singleElement().satisfies(finding -> {
            assertThat(finding.text().title())
                    .isEqualTo("tool x is slow occasionally: 4 of 40 calls took 900 ms (median), the others 30.0 ms");
            assertThat(finding.saving()).isEqualTo(Saving.time(4 * 870 * MILLI));
            assertThat(finding.seen().occurrences()).isEqualTo(4);
            assertThat(finding.seen().measured()).isEqualTo(new Measured(FindingRules.threshold("tail-times"), 30, 5));
            assertThat(finding.seen().evidence()).extracting(Evidence::span).containsExactly(109L, 119L, 129L, 139L);
        });
    }

    @Test
    void shouldTakeACacheThatFillsForNoTail() {
        // three questions are asked again and again; their first answers are kept
        assertThat(found(new SlowTool(), calls("tool", 40, i -> i < 3 ? 900 : 1, 40_000)))
                .isEmpty();
    }

    @Test
    void shouldCallOneSlowCallNoTail() {
        assertThat(found(new SlowTool(), calls("tool", 40, i -> i == 30 ? 900 : 30, 40_000)))
                .isEmpty();
        // a third of all is no tail either
        assertThat(found(new SlowTool(), calls("tool", 40, i -> i % 3 == 2 ? 900 : 30, 40_000)))
                .isEmpty();
    }
}
