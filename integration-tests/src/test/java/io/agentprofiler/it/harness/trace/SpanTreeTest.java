// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness.trace;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpanTreeTest {
    @Test
    void shouldCompareWholeTrees() {
        SpanTree tree = SpanTree.of(
                List.of(span("2", "1", "llm chat", 20), span("1", null, "agent a", 10), span("3", "1", "tool t", 30)));

        tree.assertEquals("tree", """
                agent a
                  llm chat
                  tool t
                """.stripIndent());
        assertThatThrownBy(() -> tree.assertEquals("tree", "agent a\n  llm chat\n"))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> tree.assertEquals("tree", "agent a\n  tool t\n  llm chat\n"))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldAcceptAnyOrderWhereAllowed() {
        SpanTree tree = SpanTree.of(List.of(
                span("1", null, "agent a", 10),
                span("2", "1", "tool y", 20),
                span("3", "1", "tool x", 21),
                span("4", "3", "llm below x", 22),
                span("5", "1", "llm last", 30)));

        tree.assertEquals("tree", """
                agent a
                  | tool x
                    llm below x
                  | tool y
                  llm last
                """);
        assertThatThrownBy(() -> tree.assertEquals("tree", """
                        agent a
                          | tool x
                          | tool y
                            llm below x
                          llm last
                        """)).isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldShowTokensChunksStatusAndError() {
        SpanNode span = span("1", null, "llm chat", 10);
        span.inputTokens = 0;
        span.outputTokens = 5;
        span.chunks = 3;
        span.status = "error";
        span.errorType = "java.io.IOException";

        SpanTree.of(List.of(span)).assertEquals("tree", "llm chat in=0 out=5 chunks=3 !error java.io.IOException");
    }

    @Test
    void shouldRefuseASpanWhoseParentIsMissing() {
        assertThatThrownBy(() -> SpanTree.of(List.of(span("2", "1", "llm chat", 20))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no span has the id 1");
    }

    private static SpanNode span(String id, String parent, String kindAndName, long start) {
        SpanNode span = new SpanNode();
        span.id = id;
        span.traceId = "t";
        span.parentId = parent;
        span.kind = kindAndName.substring(0, kindAndName.indexOf(' '));
        span.name = kindAndName.substring(kindAndName.indexOf(' ') + 1);
        span.status = "ok";
        span.start = start;
        return span;
    }
}
