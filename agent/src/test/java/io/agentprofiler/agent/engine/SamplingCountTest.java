// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.agent.ring.EventRing;
import io.agentprofiler.agent.stats.PipelineCounters;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workflows that are not recorded are counted, so that nobody takes the others for all. */
class SamplingCountTest {
    @Test
    void shouldCountEveryWorkflowOnceAndNoCallBelowOne() throws RuleFileException {
        PipelineCounters.Sampling sampling = callTwiceNested(0.25, 100);
        assertThat(sampling.kept() + sampling.skipped()).isEqualTo(100);
        assertThat(sampling.kept()).isPositive();
        assertThat(sampling.skipped()).isGreaterThan(sampling.kept());
    }

    @Test
    void shouldCountWhereNoneIsRecorded() throws RuleFileException {
        assertThat(callTwiceNested(0, 100)).isEqualTo(new PipelineCounters.Sampling(0, 100, 0));
    }

    @Test
    void shouldCountNothingWhereAllAreRecorded() throws RuleFileException {
        assertThat(callTwiceNested(1, 100)).isEqualTo(PipelineCounters.Sampling.NONE);
    }

    private static PipelineCounters.Sampling callTwiceNested(double rate, int workflows) throws RuleFileException {
        PipelineCounters counters = new PipelineCounters();
        EventRing ring = EventRing.unread(1024, counters);
        List<Rule> rules = TraceSpec.parse("trace", "com.acme.Some#outer;com.acme.Some#inner")
                .rules();
        RuleStates states = new RuleStates(rules, (index, reason) -> {});
        Engine engine = new Engine(states, List.of(), null, ring, FlightSpans.OFF, rate, false);
        JoinPoint outer = engine.joinPoint(0, "com.acme.Some", "outer", "void", new String[0][]);
        JoinPoint inner = engine.joinPoint(1, "com.acme.Some", "inner", "void", new String[0][]);
        for (int i = 0; i < workflows; i++) {
            Object above = enter(outer);
            inner.exit(enter(inner), null, null);
            outer.exit(above, null, null);
        }
        return counters.snapshot().sampling();
    }

    private static Object enter(JoinPoint point) {
        return point.enter(null, null, null, null, null, null, null, null, null);
    }
}
