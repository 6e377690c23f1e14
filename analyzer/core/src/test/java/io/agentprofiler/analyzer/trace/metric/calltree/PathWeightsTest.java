// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric.calltree;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PathWeightsTest {
    private static final Analysis<PathWeights> SELF = PathWeights.question(Span::selfNanos);

    private static String text(PathWeights node) {
        StringBuilder text = new StringBuilder(
                node.kind() + " " + node.name() + " " + node.spans() + " " + node.own() + " " + node.subtree() + "(");
        node.children().forEach(child -> text.append(text(child)));
        return text + ")";
    }

    private static PathWeights of(Analysis<PathWeights> question, List<Trace> traces) {
        PathWeights sum = question.empty();
        for (Trace trace : traces) {
            sum = question.merge(sum, question.of(trace));
        }
        return sum;
    }

    @Test
    void shouldSumAlongThePath() {
        List<Trace> traces = TestRun.run("r")
                .trace(1)
                .start(1, 0, 0, "agent", "a")
                .span(2, 1, 0, 6, "tool", "t")
                .span(3, 1, 2, 8, "tool", "t")
                .span(4, 1, 8, 9, "llm", "m")
                .end(1, 10)
                .trace(2)
                .span(5, 0, 20, 23, "agent", "a")
                .traces();

        assertThat(text(of(SELF, traces)))
                .isEqualTo("null  0 0 17000000(AGENT a 2 4000000 17000000"
                        + "(TOOL t 2 12000000 12000000()LLM m 1 1000000 1000000()))");
    }

    @Test
    void shouldTakeWhatIsNotKnownForNothing() {
        PathWeights none = of(
                PathWeights.question(span -> span.kind() == SpanKind.LLM ? 7 : Unknown.LONG),
                TestRun.run("r")
                        .start(1, 0, 0, "agent", "a")
                        .span(2, 1, 0, 6, "llm", "m")
                        .end(1, 9)
                        .traces());

        assertThat(text(none)).isEqualTo("null  0 0 7(AGENT a 1 0 7(LLM m 1 7 7()))");
    }

    @Property(tries = 200)
    void shouldSumToAllSelfTimeInAnyOrder(@ForAll long seed) {
        Random random = new Random(seed);
        TestRun run = TestRun.run("r");
        for (int id = 1; id <= 30; id++) {
            int start = random.nextInt(100);
            run.trace(1 + random.nextInt(5))
                    .span(id, random.nextInt(id), start, start + random.nextInt(50), "tool", "t" + random.nextInt(3));
        }
        List<Trace> traces = new ArrayList<>(run.traces());
        String expected = text(of(SELF, traces));
        long self = traces.stream()
                .flatMap(trace -> trace.spans().stream())
                .mapToLong(Span::selfNanos)
                .sum();
        Collections.shuffle(traces, random);

        PathWeights shuffled = of(SELF, traces);

        assertThat(text(shuffled)).isEqualTo(expected);
        assertThat(shuffled.subtree()).isEqualTo(self);
    }
}
