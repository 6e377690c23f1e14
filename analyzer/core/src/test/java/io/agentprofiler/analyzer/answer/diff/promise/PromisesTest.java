// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.agentprofiler.analyzer.answer.critical.CriticalTotals;
import io.agentprofiler.analyzer.answer.diff.Comparison;
import io.agentprofiler.analyzer.answer.diff.Diff;
import io.agentprofiler.analyzer.answer.diff.Runs;
import io.agentprofiler.analyzer.answer.diff.promise.Brought.PromiseVerdict;
import io.agentprofiler.analyzer.answer.diff.promise.Promise.PromisedShare;
import io.agentprofiler.analyzer.answer.diff.promise.Promises.PromiseOutcome;
import io.agentprofiler.analyzer.answer.diff.promise.Promises.PromiseState;
import io.agentprofiler.analyzer.answer.finding.Impact;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.text.JsonFileException;
import io.agentprofiler.analyzer.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of findings whose workflows took 200 ms, of them 100 in a tool, and later less. */
class PromisesTest {
    private static final Promise SLOW_TOOL = promise("slow-tool", Impact.HIGH, 0.4, 0.4);

    @TempDir
    private Path directory;

    private static Promise promise(String rule, Impact impact, double least, double most) {
        return new Promise(rule, "tool search", impact, rule, most == 0 ? null : new PromisedShare(least, most), null);
    }

    /** Ten workflows of a model call of 100 ms, a few ms more or less, and a tool. */
    private static Runs run(int from, double noise, double tool) {
        Runs run = new Runs().from(from);
        for (int i = 0; i < 10; i++) {
            run.workflow(100 + noise * (i % 5 - 2), 100, tool);
        }
        return run;
    }

    private static Promises judged(List<Promise> before, List<Promise> after, double noise, double tool) {
        Runs first = run(0, noise, 100);
        Runs second = run(1000, noise, tool);
        Diff diff = Comparison.of(first.side(), second.side(), 400);
        return Promises.of("before", before, after, List.of(waits(first), waits(second)), diff);
    }

    private static CriticalTotals waits(Runs run) {
        CriticalTotals totals = CriticalTotals.WAITED.empty();
        for (Trace trace : run.traces()) {
            totals = CriticalTotals.WAITED.addTrace(totals, trace);
        }
        return totals;
    }

    @Test
    void shouldTellWhatIsGoneStillThereAndNew() {
        Promise loop = promise("loop", Impact.MEDIUM, 0, 0.1);
        Promise weaker = promise("loop", Impact.MEDIUM, 0, 0.05);
        Promise slow = promise("retries", Impact.HIGH, 0.2, 0.2);
        Promise lower = promise("slow-tool", Impact.LOW, 0, 0.01);
        Promises promises = judged(
                List.of(SLOW_TOOL, loop), List.of(lower, weaker, slow, promise("gc-pauses", Impact.LOW, 0, 0)), 1, 20);

        assertThat(promises.outcomes())
                .extracting(PromiseOutcome::promise, PromiseOutcome::state, PromiseOutcome::now)
                .containsExactly(
                        tuple(SLOW_TOOL, PromiseState.GONE, lower),
                        tuple(loop, PromiseState.STILL_THERE, weaker),
                        tuple(slow, PromiseState.NEW, slow));
        // of 200 ms, 80 less are waited for the tool
        assertThat(promises.outcomes().get(0).waitedLess()).isCloseTo(0.4, within(1e-9));
        assertThat(promises.time().findings()).isEqualTo(1);
        assertThat(promises.cost()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // what was promised, how long the tool takes now, and what is said: 200 ms less what the tool takes
                // less
                "0.40 | 0.40 | 20  | KEPT          | promised 40.0 % of the run time, measured 40.0 %: kept",
                "0.35 | 0.45 | 20  | KEPT          | promised 35.0 to 45.0 % of the run time, measured 40.0 %: kept",
                "0    | 0.45 | 20  | KEPT          | promised up to 45.0 % of the run time, measured 40.0 %: kept",
                "0.48 | 0.48 | 20  | KEPT          | promised 48.0 % of the run time, measured 40.0 %: kept",
                "0.20 | 0.20 | 20  | MORE          | promised 20.0 % of the run time, measured 40.0 %: more than promised",
                "0.40 | 0.40 | 60  | LESS          | promised 40.0 % of the run time, measured 20.0 %: less than promised",
                "0.40 | 0.40 | 100 | NO_DIFFERENCE | promised 40.0 % of the run time, made no difference: 0.0 %",
                "0.40 | 0.40 | 99  | NO_DIFFERENCE | promised 40.0 % of the run time, made no difference: 0.5 %",
                "0.40 | 0.40 | 160 | WORSE         | promised 40.0 % of the run time, but it takes 30.0 % longer",
            })
    void shouldHoldWhatWasMeasuredAgainstThePromise(
            double least, double most, double tool, PromiseVerdict verdict, String words) {
        Brought brought = judged(List.of(promise("slow-tool", Impact.HIGH, least, most)), List.of(), 0, tool)
                .time();

        assertThat(brought.verdict()).isEqualTo(verdict);
        assertThat(brought.words()).isEqualTo(words);
        assertThat(brought.needed()).isEqualTo(Unknown.LONG);
    }

    @Test
    void shouldGiveTheIntervalWhereThereIsOne() {
        Brought brought = judged(List.of(SLOW_TOOL), List.of(), 5, 20).time();

        assertThat(brought.verdict()).isEqualTo(PromiseVerdict.KEPT);
        assertThat(brought.low()).isLessThan(0.4).isGreaterThan(0.3);
        assertThat(brought.high()).isGreaterThan(0.4).isLessThan(0.5);
        assertThat(brought.words())
                .matches("promised 40\\.0 % of the run time, measured 40\\.0 % \\(3\\d\\.\\d to 4\\d\\.\\d %\\): kept");
    }

    /** A difference of 2 % among workflows that differ by 40: noise, and the promise is ruled out or not. */
    @Test
    void shouldCallNoiseWhatIsNoise() {
        Brought none = judged(List.of(SLOW_TOOL), List.of(), 10, 96).time();
        assertThat(none.verdict()).isEqualTo(PromiseVerdict.NO_DIFFERENCE);
        assertThat(none.words()).isEqualTo("promised 40.0 % of the run time, made no difference: 2.0 % within noise");

        Brought open = judged(List.of(promise("slow-tool", Impact.HIGH, 0.05, 0.05)), List.of(), 20, 94)
                .time();
        assertThat(open.verdict()).isEqualTo(PromiseVerdict.CANNOT_TELL);
        assertThat(open.needed()).isGreaterThan(10);
        assertThat(open.words())
                .startsWith("promised 5.0 % of the run time, measured 3.0 % (")
                .endsWith("): cannot tell, the interval is too wide; about " + open.needed()
                        + " workflows a side would tell");
    }

    /** A range that begins at 0 is ruled out by noise only where noise leaves no room for its middle. */
    @Test
    void shouldNotRuleOutARangeThatNoiseLeavesOpen() {
        assertThat(judged(List.of(promise("slow-tool", Impact.HIGH, 0, 0.1)), List.of(), 20, 94)
                        .time()
                        .verdict())
                .isEqualTo(PromiseVerdict.CANNOT_TELL);
        assertThat(judged(List.of(promise("slow-tool", Impact.HIGH, 0, 0.8)), List.of(), 10, 96)
                        .time()
                        .words())
                .isEqualTo("promised up to 80.0 % of the run time, made no difference: 2.0 % within noise");
    }

    /** What changed is due to all that is gone; findings of low impact count where there are no others. */
    @Test
    void shouldAddUpWhatIsGone() {
        Promise loop = promise("loop", Impact.MEDIUM, 0.05, 0.15);
        Promise low = promise("cold-start", Impact.LOW, 0.01, 0.01);

        Brought both = judged(List.of(SLOW_TOOL, loop, low), List.of(), 0, 20).time();
        assertThat(both.findings()).isEqualTo(2);
        assertThat(both.promised().least()).isCloseTo(0.45, within(1e-12));
        assertThat(both.promised().most()).isCloseTo(0.55, within(1e-12));
        assertThat(judged(List.of(low), List.of(), 0, 20).time().findings()).isEqualTo(1);
        assertThat(judged(List.of(SLOW_TOOL), List.of(SLOW_TOOL), 0, 20).time()).isNull();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("findings.json"), text);
    }

    @Test
    void shouldReadFindingsOfAReport() throws IOException, JsonFileException {
        Path file = file("""
                {"format":"agent-profiler-findings/1","workflows":3,"measured_ns":1000,"findings":[
                 {"rule":"slow-tool","subject":"tool search","impact":"high","title":"slow","cost_share":0.0,"saves_ns":400},
                 {"rule":"loop","subject":"tool a","impact":"medium","title":"loops","cost_share":0.5,
                  "saves_at_least_ns":0,"saves_at_most_ns":100,"saves_at_least_usd":0.01,"saves_at_most_usd":0.04},
                 {"rule":"costly-model","subject":"llm m","impact":"low","title":"dear","cost_share":0.25,"saves_usd":0.5},
                 {"rule":"failing-calls","subject":"tool b","impact":"low","title":"fails"}]}
                """);

        assertThat(Promise.read(file))
                .containsExactly(
                        new Promise("slow-tool", "tool search", Impact.HIGH, "slow", new PromisedShare(0.4, 0.4), null),
                        new Promise(
                                "loop",
                                "tool a",
                                Impact.MEDIUM,
                                "loops",
                                new PromisedShare(0, 0.1),
                                new PromisedShare(0.125, 0.5)),
                        new Promise("costly-model", "llm m", Impact.LOW, "dear", null, new PromisedShare(0.25, 0.25)),
                        new Promise("failing-calls", "tool b", Impact.LOW, "fails", null, null));
    }

    @Test
    void shouldRefuseOtherFiles() {
        for (String text : List.of(
                "{}",
                "{\"format\":\"agent-profiler-diff/1\"}",
                "{\"format\":\"agent-profiler-findings/1\"}",
                "{\"format\":\"agent-profiler-findings/1\",\"findings\":[{\"impact\":\"huge\"}]}",
                "no JSON")) {
            assertThatExceptionOfType(JsonFileException.class)
                    .as(text)
                    .isThrownBy(() -> Promise.read(file(text)))
                    .withMessageContaining("findings.json");
        }
    }
}
