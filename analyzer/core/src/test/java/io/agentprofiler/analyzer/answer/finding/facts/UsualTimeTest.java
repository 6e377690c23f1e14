// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.finding.facts;

import static io.agentprofiler.analyzer.answer.finding.RuleRun.agent;
import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.trace.Trace;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lengths of calls beside what is usual. */
class UsualTimeTest {
    @Test
    void shouldHoldLengthsOfCallsAgainstWhatIsUsual() {
        Trace trace = agent().span(2, 1, 0, 6000, "llm", "l")
                .span(3, 2, 0, 6000, "http", "POST")
                .span(4, 1, 6000, 6005, "tool", "t")
                .span(5, 4, 6000, 6003, "http", "GET")
                .span(6, 1, 6010, 6020, "memory", "m")
                .span(7, 1, 6020, 6020.5, "prompt", "p")
                .start(8, 1, 6030, "tool", "has no end", "")
                .end(1, 7000)
                .trace();
        Findings findings = Findings.standard().of(trace);

        // the model's own request is none of its own
        assertThat(findings.times().keySet()).containsExactly(UsualTime.values());
        findings.times().forEach((sort, lengths) -> assertThat(lengths.count()).isEqualTo(1));
        assertThat(findings.times().entrySet())
                .filteredOn(time -> time.getKey().isUnusual(time.getValue().percentile(50)))
                .extracting(Map.Entry::getKey)
                .containsExactly(UsualTime.MODEL, UsualTime.TOOL, UsualTime.REQUEST, UsualTime.PROMPT);
    }
}
