// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import static io.agentprofiler.analyzer.answer.prefix.PromptRun.answer;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.instructions;
import static io.agentprofiler.analyzer.answer.prefix.PromptRun.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.prefix.PromptRun.Part;
import io.agentprofiler.analyzer.answer.prefix.cache.Servers;
import io.agentprofiler.analyzer.answer.prefix.prompt.HashChain;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptPart;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptText;
import io.agentprofiler.analyzer.answer.prefix.prompt.RecordedParts;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CachePropertiesTest {
    private static PromptRun conversations(Random random) {
        PromptRun run = random.nextInt(4) == 0 ? new PromptRun().withoutEnds() : new PromptRun();
        List<List<Part>> prompts = new ArrayList<>();
        List<Part> answers = new ArrayList<>();
        double t = 0;
        for (int i = 0; i < 12; i++) {
            List<Part> prompt = new ArrayList<>();
            if (i > 0 && random.nextInt(4) > 0) {
                int before = random.nextInt(i);
                prompt.addAll(prompts.get(before));
                if (random.nextInt(3) > 0) {
                    prompt.add(random.nextInt(4) > 0 ? answers.get(before) : answer("edited", 7));
                }
            } else if (random.nextBoolean()) {
                prompt.add(instructions("i" + random.nextInt(2), 500 + random.nextInt(1000)));
            }
            for (int more = random.nextInt(30); more >= 0; more--) {
                prompt.add(user("u" + random.nextInt(3), 1 + random.nextInt(60)));
            }
            Part answer = answer("a" + random.nextInt(3), 1 + random.nextInt(300));
            t += random.nextInt(5) == 0 ? 400_000 : random.nextInt(3000);
            run.workflow(1 + random.nextInt(3)).answered(t, answer, prompt.toArray(Part[]::new));
            prompts.add(prompt);
            answers.add(answer);
        }
        return run;
    }

    private static ModelResult with(List<Trace> traces, String rule) {
        return PrefixResult.of(
                        PromptRun.log(traces, CacheRules.bundled().only(rule).orElseThrow()), Servers.ONE)
                .models()
                .get(0);
    }

    @Property(tries = 100)
    void shouldPutEveryPromptTogetherAgain(@ForAll long seed) {
        List<Trace> traces = conversations(new Random(seed)).traces();
        Map<Long, PromptRecord> records = new HashMap<>();
        for (PromptRecord record : PromptRun.log(traces, CacheRules.bundled()).inOrder()) {
            records.put(record.span(), record);
        }

        for (Trace trace : traces) {
            for (Span span : trace.spans()) {
                PromptText text = PromptText.of(span.attributes());
                List<PromptPart> ends = RecordedParts.of(span.attributes());
                PromptRecord record = records.remove(span.id());
                assertThat(record.chain())
                        .isEqualTo(HashChain.of(span.attributes(), text, null).chain());
                assertThat(record.parts()).isEqualTo(ends.isEmpty() ? text.parts() : ends);
                // of each record that is gone through, a block or a field is taken
                assertThat(record.reach())
                        .isLessThanOrEqualTo(
                                1 + record.chain().length + record.parts().size());
            }
        }
        assertThat(records).isEmpty();
    }

    @Test
    void shouldTakeABeginningThatAllCallsShareFromTheFirst() {
        PromptRun run = new PromptRun();
        for (int i = 0; i < 100; i++) {
            run.call(i * 2000, instructions("same", 500), user("u" + i, 100));
        }

        assertThat(PromptRun.log(run.traces(), CacheRules.bundled()).inOrder())
                .extracting(PromptRecord::reach)
                .startsWith(1, 3)
                .allMatch(records -> records <= 3);
    }

    @Property(tries = 40)
    void shouldAccountForEveryTokenThatWasSentBefore(@ForAll long seed) {
        Random random = new Random(seed);
        List<Trace> traces = conversations(random).traces();
        for (String rule : CacheRules.bundled().ids()) {
            ModelResult result = with(traces, rule);

            assertThat(result.assumed()).as(rule).isBetween(0L, result.achievable());
            assertThat(result.achievable()).as(rule).isLessThanOrEqualTo(result.seen());
            assertThat(result.seen()).as(rule).isLessThanOrEqualTo(result.input());
            List<Long> lost = List.of(
                    result.parallel(), result.expired(), result.noEntry(), result.tooShort(), result.rounding());
            assertThat(lost).as(rule).allMatch(tokens -> tokens >= 0);
            assertThat(result.achievable()
                            + lost.stream().mapToLong(Long::longValue).sum())
                    .as(rule)
                    .isEqualTo(result.seen());
            assertThat(result.written()).as(rule).isBetween(0L, result.input() - result.achievable());
        }
    }

    @Property(tries = 40)
    void shouldKeepTheFirstCallsWhateverTheOrderOfTraces(@ForAll long seed) {
        Random random = new Random(seed);
        PromptRun run = new PromptRun();
        for (int i = 0; i < 30; i++) {
            run.workflow(i + 1).call(i * 2000, user("u" + i, 20));
        }
        List<Trace> traces = new ArrayList<>(run.traces());
        Collections.shuffle(traces, random);
        Analysis<PromptLog> question = PromptLog.question(PriceList.bundled(), CacheRules.bundled(), 9, 1000);
        List<PromptLog> logs = new ArrayList<>();
        traces.forEach(trace -> logs.add(question.of(trace)));
        while (logs.size() > 1) {
            PromptLog more = logs.remove(random.nextInt(logs.size()));
            question.merge(logs.get(random.nextInt(logs.size())), more);
        }

        assertThat(logs.get(0).dropped()).isEqualTo(21);
        assertThat(logs.get(0).inOrder())
                .extracting(PromptRecord::span)
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Property(tries = 15)
    void shouldNotDependOnTheOrderOfTraces(@ForAll long seed) {
        Random random = new Random(seed);
        PromptRun run = conversations(random);
        List<String> ids = new ArrayList<>(CacheRules.bundled().ids());
        String rule = ids.get(random.nextInt(ids.size()));
        List<Trace> traces = new ArrayList<>(run.traces());
        ModelResult one = with(traces, rule);
        Collections.shuffle(traces, random);
        ModelResult other = with(traces, rule);

        assertThat(other.achievable()).isEqualTo(one.achievable());
        assertThat(other.assumed()).isEqualTo(one.assumed());
        assertThat(other.seen()).isEqualTo(one.seen());
        assertThat(other.written()).isEqualTo(one.written());
    }

    @Property(tries = 15)
    void shouldServeNoLessWhenAnswersAreKept(@ForAll long seed) {
        PromptRun run = conversations(new Random(seed));
        String rule = "{\"id\":\"v\",\"provider\":{\"equals\":\"v\"},\"entries\":\"blocks\",\"unit\":16,"
                + "\"computes_last_token\":true,\"keeps_output\":%s}";

        assertThat(run.with(rule.formatted(true)).achievable())
                .isBetween(
                        run.with(rule.formatted(false)).achievable(),
                        run.with("sglang").achievable());
    }
}
