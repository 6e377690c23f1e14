// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is said of all workflows together. */
class WhatIfTotalsTest {
    private static final Trace WORKFLOW =
            TestRun.bare().span(1, 0, 0, 300, "agent", "A").trace();

    private static Supposed drawn(long nanos, long... draws) {
        return new Supposed(nanos, 0, null, new TreeMap<>()).withDraws(draws);
    }

    @Test
    void shouldGiveTheMedianOfAllWorkflowsTogether() {
        // most draws of each are short, and yet one of two is long in most draws of both together
        WhatIf.Question one = new WhatIf.Question(supposing(drawn(100, 100, 100, 900)), 10);
        WhatIf.Question other = new WhatIf.Question(supposing(drawn(100, 900, 100, 100)), 10);
        WhatIf answer = one.empty();
        one.merge(answer, one.of(WORKFLOW));
        one.merge(answer, other.of(WORKFLOW));

        assertThat(answer.supposedNanos()).isEqualTo(1000);
        assertThat(answer.supposedNanos())
                .isBetween(answer.supposedRange().low(), answer.supposedRange().high());
        // one of which nothing is drawn counts as it is
        WhatIf.Question plain = new WhatIf.Question(supposing(new Supposed(7, 0, null, new TreeMap<>())), 10);
        one.merge(answer, plain.of(WORKFLOW));
        assertThat(answer.supposedNanos()).isEqualTo(1007);
    }

    @Test
    void shouldNotWrapAroundAtTimesThatAreTooLong() {
        long years = 9_000_000_000_000_000_000L;
        Trace longest = TestRun.bare()
                .line("{\"event\":\"SPAN_START\",\"trace\":\"" + TestRun.traceId(1) + "\",\"span\":\""
                        + TestRun.spanId(1) + "\",\"t\":1,\"kind\":\"agent\",\"name\":\"A\",\"attributes\":{}}")
                .line("{\"event\":\"SPAN_END\",\"trace\":\"" + TestRun.traceId(1) + "\",\"span\":\"" + TestRun.spanId(1)
                        + "\",\"t\":" + years + ",\"status\":\"ok\"}")
                .trace();
        Supposed supposed = new Supposed(years, 0, null, new TreeMap<>())
                .withFirstChunk(new Supposed.FirstChunk(years, years))
                .withVariants(List.of(new Variant(1, years, 0, null)));
        WhatIf.Question plain = new WhatIf.Question(supposing(supposed), 10);
        WhatIf.Question drawn = new WhatIf.Question(supposing(drawn(years, years, years)), 10);
        WhatIf answer = plain.empty();
        for (int i = 0; i < 3; i++) {
            plain.merge(answer, plain.of(longest));
        }

        assertThat(answer.nanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(answer.supposedNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(answer.firstChunk()).isEqualTo(new Supposed.FirstChunk(Long.MAX_VALUE, Long.MAX_VALUE));
        assertThat(answer.variants().get(0).nanos()).isEqualTo(Long.MAX_VALUE);
        answer = plain.empty();
        for (int i = 0; i < 3; i++) {
            plain.merge(answer, drawn.of(longest));
        }
        assertThat(answer.supposedNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(answer.supposedRange()).isEqualTo(new Range(Long.MAX_VALUE, Long.MAX_VALUE));
    }

    private static Supposition supposing(Supposed supposed) {
        return new Supposition() {
            @Override
            public Supposed of(Trace trace) {
                return supposed;
            }

            @Override
            public List<String> assumptions() {
                return List.of();
            }
        };
    }
}
