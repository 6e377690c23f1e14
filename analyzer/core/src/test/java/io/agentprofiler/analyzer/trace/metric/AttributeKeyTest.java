// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.trace.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import org.junit.jupiter.api.Test;

class AttributeKeyTest {
    private static final AttributeKey TENANT = AttributeKey.of("acme.tenant");

    private static Trace trace(String outer, String inner) {
        return TestRun.bare()
                .start(1, 0, 0, "agent", "Support", outer)
                .start(2, 1, 1, "llm", "chat", inner)
                .end(2, 2)
                .end(1, 3)
                .trace();
    }

    private static String tenant(String value) {
        return "\"acme.tenant\":" + value;
    }

    @Test
    void shouldTakeTheClosestValue() {
        Span inherits = trace(tenant("\"a\""), "").spans().get(1);
        Span says = trace(tenant("\"a\""), tenant("\"b\"")).spans().get(1);
        Span without = trace("", "").spans().get(1);

        assertThat(TENANT.closest(inherits)).isEqualTo("a");
        assertThat(TENANT.closest(says)).isEqualTo("b");
        assertThat(TENANT.closest(without)).isEqualTo("(none)");
    }

    @Test
    void shouldGiveAWorkflowTheValueOfAllItsSpans() {
        assertThat(TENANT.of(trace("", tenant("\"a\"")))).isEqualTo("a");
        assertThat(TENANT.of(trace(tenant("\"a\""), tenant("\"a\"")))).isEqualTo("a");
        assertThat(TENANT.of(trace(tenant("\"a\""), tenant("\"b\"")))).isEqualTo("(several)");
        assertThat(TENANT.of(trace("", ""))).isEqualTo("(none)");
    }

    @Test
    void shouldReadEveryTypeOfValue() {
        assertThat(TENANT.of(trace(tenant("7"), ""))).isEqualTo("7");
        assertThat(TENANT.of(trace(tenant("true"), ""))).isEqualTo("true");
        assertThat(TENANT.of(trace(tenant("[\"a\",\"b\"]"), ""))).isEqualTo("(several)");
        assertThat(TENANT.own(trace(tenant("[\"a\",\"b\"]"), "").root())).containsExactly("a", "b");
    }

    @Test
    void shouldKnowShortWords() {
        Trace trace = trace("\"gen_ai.conversation.id\":\"c1\"", "");

        assertThat(AttributeKey.of("conversation").of(trace)).isEqualTo("c1");
        assertThat(AttributeKey.of("workflow").of(trace)).isEqualTo("Support");
        assertThatThrownBy(() -> AttributeKey.of(" ")).hasMessage("expected the name of an attribute");
    }
}
