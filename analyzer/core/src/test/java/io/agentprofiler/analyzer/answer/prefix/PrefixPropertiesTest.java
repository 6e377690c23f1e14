// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.prefix.prompt.PromptLog;
import io.agentprofiler.analyzer.answer.prefix.prompt.PromptRecord;
import io.agentprofiler.analyzer.answer.prefix.rule.CacheRules;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PrefixPropertiesTest {
    @Property(tries = 40)
    void shouldKeepTheSameCallsInAnyOrderWhenThereAreTooMany(@ForAll long seed) {
        Random random = new Random(seed);
        PrefixCalls made = new PrefixCalls();
        for (int i = 0; i < 20; i++) {
            made.call(random.nextInt(100_000), "a" + (1 + random.nextInt(4)) + "b" + (1 + random.nextInt(4)));
        }
        Analysis<PromptLog> question = PromptLog.question(
                PriceList.bundled(), CacheRules.bundled(), 1 + random.nextInt(20), random.nextInt(80));
        List<Trace> traces = new ArrayList<>(made.run.traces());
        PromptLog inOrder = question.empty();
        for (Trace trace : traces) {
            inOrder = question.merge(inOrder, question.of(trace));
        }
        Collections.shuffle(traces, random);
        PromptLog left = question.empty();
        PromptLog right = question.empty();
        for (Trace trace : traces) {
            if (random.nextBoolean()) {
                left = question.merge(left, question.of(trace));
            } else {
                right = question.merge(right, question.of(trace));
            }
        }
        PromptLog halves = question.merge(left, right);

        assertThat(halves.dropped()).isEqualTo(inOrder.dropped());
        assertThat(halves.inOrder().stream().map(PromptRecord::span).toList())
                .isEqualTo(inOrder.inOrder().stream().map(PromptRecord::span).toList());
        assertThat(halves.dropped() + halves.inOrder().size()).isEqualTo(20);
    }

    @Property(tries = 40)
    void shouldNeitherDependOnTheOrderOfTracesNorExceedTheInput(@ForAll long seed) {
        Random random = new Random(seed);
        PrefixCalls made = new PrefixCalls();
        String[] parts = {"a", "b", "c"};
        for (int i = 0; i < 15; i++) {
            StringBuilder prompt = new StringBuilder();
            for (int part = 0; part <= random.nextInt(4); part++) {
                prompt.append(parts[random.nextInt(3)]).append(1 + random.nextInt(60));
            }
            made.call(random.nextInt(900_000), prompt.toString());
        }
        List<Trace> traces = new ArrayList<>(made.run.traces());
        String rule = new ArrayList<>(CacheRules.bundled().ids())
                .get(random.nextInt(CacheRules.bundled().ids().size()));
        PrefixResult inOrder = PrefixCalls.answer(traces, rule);
        Collections.shuffle(traces, random);
        PrefixResult shuffled = PrefixCalls.answer(traces, rule);

        assertThat(shuffled.breaks()).isEqualTo(inOrder.breaks());
        assertThat(shuffled.stable()).isEqualTo(inOrder.stable());
        ModelResult one = inOrder.models().get(0);
        ModelResult other = shuffled.models().get(0);
        assertThat(other.achievable()).isEqualTo(one.achievable());
        assertThat(other.achievableCost()).isEqualTo(one.achievableCost());
        assertThat(one.achievable()).isBetween(0L, one.seen());
        assertThat(one.seen()).isLessThanOrEqualTo(one.input());
        assertThat(one.seen())
                .isEqualTo(one.achievable()
                        + one.parallel()
                        + one.expired()
                        + one.noEntry()
                        + one.tooShort()
                        + one.rounding());
    }

    /** Whatever a server reports, as much could be read as was. */
    @Property(tries = 100)
    void shouldNeverCallLessAchievableThanWasRead(@ForAll long seed) {
        Random random = new Random(seed);
        PrefixCalls calls = new PrefixCalls();
        long read = 0;
        for (int i = 0; i < 12; i++) {
            int blocks = 1 + random.nextInt(200);
            int cached = random.nextInt(blocks * 16 + 1);
            read += cached;
            calls.call(
                    i * 5000,
                    (char) ('a' + random.nextInt(2)) + "" + blocks,
                    ",\"gen_ai.usage.cache_read.input_tokens\":" + cached);
        }
        ModelResult model = calls.with(random.nextBoolean() ? null : "vllm");

        assertThat(model.recorded()).isEqualTo(read);
        assertThat(model.achievable()).isBetween(read, model.input());
        assertThat(model.achievableCost()).isLessThanOrEqualTo(model.recordedCost());
        long lost = model.parallel() + model.expired() + model.noEntry() + model.tooShort() + model.rounding();
        assertThat(model.seen() - lost + model.beyond()).isEqualTo(model.achievable());
    }
}
