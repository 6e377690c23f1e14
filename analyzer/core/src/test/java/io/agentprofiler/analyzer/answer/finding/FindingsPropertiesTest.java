// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.finding.FindingDocument.KindShare;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds of the findings of any workflows. */
class FindingsPropertiesTest {
    private static final int TRIES = 60;
    private static final String[] WORDS = {"oslo", "rome", "lima", "weather", "tomorrow", "ticket7", "hotel", "price"};
    /** Low limits, so that there is something to find. */
    private static final Thresholds EAGER = Thresholds.STANDARD
            .with(FindingRules.threshold("loop-calls"), 2)
            .with(FindingRules.threshold("similar-arguments"), 0.5)
            .with(FindingRules.threshold("failures-in-a-row"), 2)
            .with(FindingRules.threshold("failure-rate"), 0.3)
            .with(FindingRules.threshold("slow-model-ms"), 1)
            .with(FindingRules.threshold("slow-tool-ms"), 1)
            .with(FindingRules.threshold("calls-per-workflow"), 2)
            .with(FindingRules.threshold("context-share"), 0.1);

    private static final Findings.FindingsQuestion QUESTION = new Findings.FindingsQuestion(EAGER, PriceList.bundled());

    private static List<Trace> traces(long seed) {
        return traces(seed, 0, 0);
    }

    /**
     * Returns workflows, of whose spans one in so many has no end.
     *
     * @param lastEvent when the run's last event was, which is all that is known of their ends
     */
    private static List<Trace> traces(long seed, int unfinished, double lastEvent) {
        Random random = new Random(seed);
        TestRun run = TestRun.run("r");
        if (unfinished > 0) {
            run.trace(99).span(1, 0, lastEvent - 1, lastEvent, "memory", "last event");
        }
        for (int number = 1; number <= 6; number++) {
            double at = 10_000 * number;
            run.trace(number)
                    .start(1, 0, at, "agent", "A", "\"gen_ai.conversation.id\":\"c" + random.nextInt(2) + "\"");
            int calls = random.nextInt(12);
            for (int id = 2; id < 2 + calls; id++) {
                double length = random.nextInt(60);
                call(run, random, id, at, at + length);
                at += length + random.nextInt(3);
            }
            run.end(1, at + random.nextInt(20));
        }
        return unfinished == 0 ? run.traces() : without(run, unfinished, seed).traces();
    }

    private static TestRun without(TestRun run, int oneIn, long seed) {
        Random random = new Random(seed + 1);
        List<String> lines = new ArrayList<>(run.lines());
        List<String> last = List.copyOf(lines.subList(0, 3));
        lines.removeIf(line -> line.contains("SPAN_END") && random.nextInt(oneIn) == 0 && !last.contains(line));
        return TestRun.bare().lines(lines);
    }

    private static void call(TestRun run, Random random, int id, double from, double to) {
        String status = random.nextInt(5) == 0 ? "error" : "ok";
        if (random.nextBoolean()) {
            String question = words(random);
            // some answers ask for tools
            String answer = words(random) + (random.nextBoolean() ? " t0 t0 t0 t1 t1 t1" : "");
            run.start(
                            id,
                            1,
                            from,
                            "llm",
                            "l",
                            "\"gen_ai.provider.name\":\"openai\",\"gen_ai.request.model\":\"gpt-4\",\"gen_ai.input.messages\":\""
                                    + question
                                    + "\",\"agentprofiler.content.input.messages\":{\"chars\":" + question.length()
                                    + ",\"hash\":\"h" + random.nextInt(3) + "\"}")
                    .end(
                            id,
                            to,
                            status,
                            ",\"attributes\":{\"gen_ai.usage.input_tokens\":" + (500 + random.nextInt(6000))
                                    + ",\"gen_ai.usage.output_tokens\":9,\"gen_ai.output.messages\":\"" + answer
                                    + "\"}");
        } else {
            run.start(
                            id,
                            1,
                            from,
                            "tool",
                            "t",
                            "\"gen_ai.tool.name\":\"t" + random.nextInt(2) + "\",\"gen_ai.tool.call.arguments\":\""
                                    + words(random)
                                    + "\",\"agentprofiler.content.tool.call.arguments\":{\"chars\":9,\"hash\":\"h"
                                    + random.nextInt(3) + "\"}")
                    .end(
                            id,
                            to,
                            status,
                            ",\"attributes\":{\"agentprofiler.content.tool.call.result\":{\"chars\":1,\"hash\":\"r"
                                    + random.nextInt(2) + "\"}}");
        }
    }

    private static String words(Random random) {
        return random.ints(1 + random.nextInt(3), 0, WORDS.length)
                .mapToObj(word -> WORDS[word])
                .collect(Collectors.joining(" "));
    }

    private static Findings seen(List<Trace> traces) {
        Findings findings = QUESTION.empty();
        traces.forEach(trace -> QUESTION.merge(findings, QUESTION.of(trace)));
        return findings;
    }

    private static CriticalTotals totals(List<Trace> traces) {
        CriticalTotals totals = CriticalTotals.ANALYSIS.empty();
        traces.forEach(trace -> CriticalTotals.ANALYSIS.merge(totals, CriticalTotals.ANALYSIS.of(trace)));
        return totals;
    }

    @Property(tries = TRIES)
    void shouldNotDependOnTheOrderOfMerging(@ForAll long seed) {
        List<Trace> traces = new ArrayList<>(traces(seed));
        CriticalTotals totals = totals(traces);
        List<Finding> expected = seen(traces).ranked(totals, EAGER);

        Collections.shuffle(traces, new Random(seed));
        Findings left = seen(traces.subList(0, 2));
        Findings right = seen(traces.subList(2, traces.size()));

        assertThat(QUESTION.merge(right, left).ranked(totals, EAGER)).isEqualTo(expected);
    }

    @Property(tries = TRIES)
    void shouldSaveNoMoreThanThereIsAndShowItsSpans(@ForAll long seed) {
        List<Trace> traces = traces(seed);
        CriticalTotals totals = totals(traces);
        Set<Long> spans = traces.stream()
                .flatMap(trace -> trace.spans().stream())
                .map(Span::id)
                .collect(Collectors.toSet());

        for (Finding finding : seen(traces).ranked(totals, EAGER)) {
            assertThat(finding.saving().nanos()).isBetween(0L, totals.wallNanos());
            assertThat(finding.shares().timeShare()).isBetween(0.0, 1.0);
            assertThat(finding.seen().workflows()).isBetween(1L, 6L);
            assertThat(finding.seen().evidence())
                    .isNotEmpty()
                    .hasSizeLessThanOrEqualTo(5)
                    .allMatch(span -> spans.contains(span.span()));
            assertThat(finding.impact() == Impact.HIGH
                            && !finding.saving().isClaimed()
                            && finding.rule() != "failing-calls")
                    .as("high impact without a saving: " + finding)
                    .isFalse();
            if (finding.seen().measured() != null) {
                assertThat(finding.seen().measured().value())
                        .as(finding.text().title())
                        .isGreaterThanOrEqualTo(finding.seen().measured().limit());
            }
        }
    }

    @Property(tries = TRIES)
    void shouldClaimNothingOfSpansWithoutAnEnd(@ForAll long seed) {
        for (int oneIn : new int[] {2, 4, 12}) {
            List<Trace> soon = traces(seed, oneIn, 70_000);
            List<Trace> late = traces(seed, oneIn, 7_000_000);

            List<Finding> expected = seen(soon).ranked(totals(soon), EAGER);
            assertThat(seen(late).ranked(totals(late), EAGER)).isEqualTo(expected);
            assertThat(totals(late).measuredNanos()).isEqualTo(totals(soon).measuredNanos());
            assertThat(expected)
                    .allSatisfy(finding -> assertThat(finding.saving().mostNanos())
                            .isLessThanOrEqualTo(totals(soon).measuredNanos()));
        }
    }

    @Property(tries = TRIES)
    void shouldShareOutAllOfTheTime(@ForAll long seed) {
        CriticalTotals totals = totals(traces(seed));
        double shares =
                KindShare.of(totals).stream().mapToDouble(KindShare::share).sum();

        long rest = totals.idleNanos() + totals.unfinishedNanos();
        assertThat(shares + rest / (double) Math.max(1, totals.wallNanos()))
                .isCloseTo(totals.wallNanos() == 0 ? 0 : 1, within(1e-9));
    }

    @Property(tries = 1)
    void shouldMakeFindingsOfManyRules() {
        Set<String> rules = new TreeSet<>();
        for (long seed = 0; seed < 40; seed++) {
            List<Trace> traces = traces(seed);
            seen(traces).ranked(totals(traces), EAGER).forEach(finding -> rules.add(finding.rule()));
        }
        // else the properties say little
        assertThat(rules)
                .contains(
                        "loop",
                        "similar-loop",
                        "repeated-calls",
                        "repeated-failures",
                        "sequential-tools",
                        "sequential-calls",
                        "large-context",
                        "growing-context",
                        "slow-tool",
                        "prompt-cost");
    }
}
