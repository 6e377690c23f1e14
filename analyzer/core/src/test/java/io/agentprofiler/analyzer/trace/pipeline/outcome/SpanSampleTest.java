// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.pipeline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.read.event.SpanEvent;
import io.agentprofiler.analyzer.testing.TestRun;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpanSampleTest {
    @Test
    void shouldTellASpanThatBothOfTwoSmallRunsHold() {
        SpanSample one = sample(TestRun.bare().span(1, 0, 0, 1, "llm", "a").span(2, 0, 1, 2, "llm", "b"));
        SpanSample other = sample(TestRun.bare().span(2, 0, 1, 2, "llm", "b").span(3, 0, 2, 3, "llm", "c"));
        SpanSample third = sample(TestRun.bare().span(1, 0, 0, 1, "llm", "a").span(3, 0, 2, 3, "llm", "c"));
        SpanSample apart = sample(TestRun.bare().trace(2).span(2, 0, 1, 2, "llm", "b"));

        assertThat(one.sharesWith(other)).isTrue();
        assertThat(other.sharesWith(third)).isTrue();
        assertThat(one.sharesWith(apart)).as("of another trace").isFalse();
        assertThat(new SpanSample().sharesWith(new SpanSample())).isFalse();
    }

    @Test
    void shouldTellThatLongRunsOverlap() {
        int[] ids = new Random(7).ints(20_000, 1, Integer.MAX_VALUE).distinct().toArray();
        SpanSample first = new SpanSample();
        SpanSample second = new SpanSample();
        SpanSample rest = new SpanSample();
        TestRun run = TestRun.bare();
        for (int id : ids) {
            run.start(id, 0, 0, "llm", "a");
        }
        List<SpanEvent> spans = run.events();
        assertThat(spans).hasSameSizeAs(ids);
        spans.subList(0, ids.length * 6 / 10).forEach(first::add);
        spans.subList(ids.length * 5 / 10, ids.length).forEach(second::add);
        spans.subList(ids.length * 6 / 10, ids.length).forEach(rest::add);

        assertThat(first.sharesWith(second)).isTrue();
        assertThat(first.sharesWith(rest)).isFalse();
    }

    private static SpanSample sample(TestRun run) {
        SpanSample sample = new SpanSample();
        run.events().forEach(sample::add);
        return sample;
    }
}
