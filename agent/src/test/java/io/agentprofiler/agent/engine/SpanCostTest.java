// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.ResourceMeter;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.RuleFileException;
import org.junit.jupiter.api.Test;

class SpanCostTest {
    @Test
    void shouldMeasureAndLeaveNoSpanBehind() throws RuleFileException {
        long nanos = SpanCost.measure(ResourceMeter.NONE, states(500));
        assertThat(nanos).isPositive();
        assertThat(ThreadContext.get().current).isNull();
    }

    @Test
    void shouldSayNothingOfARunWithoutSpans() throws RuleFileException {
        assertThat(SpanCost.measure(ResourceMeter.NONE, states(0))).isEqualTo(-1);
    }

    private static RuleStates states(int spans) throws RuleFileException {
        RuleStates states =
                new RuleStates(TraceSpec.parse("trace", "com.acme.Some#call").rules(), (index, reason) -> {});
        for (int i = 0; i < spans; i++) {
            states.get(0).countSpan();
        }
        return states;
    }
}
