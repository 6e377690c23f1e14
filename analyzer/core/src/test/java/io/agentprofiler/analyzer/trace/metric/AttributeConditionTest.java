// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttributeConditionTest {
    private static final Trace TRACE = TestRun.bare()
            .start(1, 0, 0, "agent", "Support", "\"acme.tags\":[\"beta\",\"eu=1\"]")
            .start(2, 1, 1, "llm", "chat", "\"acme.tenant\":\"acme\"")
            .end(2, 2)
            .end(1, 3)
            .trace();

    @ParameterizedTest
    @CsvSource({
        "acme.tenant=acme, true",
        "acme.tenant=ac*, true",
        "acme.tenant=a?me, true",
        "acme.tenant=acm, false",
        "acme.tenant!=acme, false",
        "acme.tenant!=other, true",
        "acme.tenant, true",
        "acme.tenant!=*, false",
        "acme.tags=beta, true",
        "acme.tags=eu=1, true",
        "acme.team, false",
        "acme.team!=x, true",
        "workflow=Sup*, true",
        "workflow=chat, false"
    })
    void shouldTellWhetherAWorkflowIsMeant(String condition, boolean meant) {
        assertThat(AttributeCondition.of(condition).test(TRACE)).isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"a=b, a=b", "a!=b*, a!=b*", "a, a", "a=*, a", "a!=*, a!=*"})
    void shouldSayWhatIsAsked(String condition, String text) {
        assertThat(AttributeCondition.of(condition)).hasToString(text);
    }

    @Test
    void shouldRefuseAConditionOfNothing() {
        assertThatThrownBy(() -> AttributeCondition.of("=acme")).hasMessage("expected the name of an attribute");
    }
}
