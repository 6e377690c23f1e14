// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.ResourceMeter;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.parse.TraceSpec;
import io.agentprofiler.rules.parse.json.RuleFileException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpanCostTest {
    @Test
    void shouldMeasureAndLeaveNoSpanBehind() throws RuleFileException {
        List<Rule> rules = TraceSpec.parse("trace", "com.acme.Some#call").rules();
        long nanos = SpanCost.measure(ResourceMeter.NONE, List.of(report(500)), rules);
        assertThat(nanos).isPositive();
        assertThat(ThreadContext.get().current).isNull();
    }

    @Test
    void shouldSayNothingOfARunWithoutSpans() throws RuleFileException {
        List<Rule> rules = TraceSpec.parse("trace", "com.acme.Some#call").rules();
        assertThat(SpanCost.measure(ResourceMeter.NONE, List.of(report(0)), rules))
                .isEqualTo(-1);
    }

    private static RuleState.RuleReport report(long spans) {
        return new RuleState.RuleReport("trace/call", spans, 0, Map.of(), Map.of(), Map.of(), Map.of(), null);
    }
}
