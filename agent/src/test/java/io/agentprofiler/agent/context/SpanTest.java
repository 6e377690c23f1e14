// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpanTest {
    private static Span written(Span parent) {
        Span span = Spans.open(parent);
        span.startWritten = true;
        return span;
    }

    private static void end(Span span) {
        span.end();
        span.release();
    }

    @Test
    void shouldNotKeepAChainOfEndedAncestorsAlive() {
        Span root = written(null);
        end(root);
        Span step = root;
        for (int i = 0; i < 100; i++) {
            step = written(step);
            end(step);
        }

        assertThat(step.parent).isNull();
    }

    @Test
    void shouldStillFindTheAncestorThatIsOpen() {
        Span open = written(null);
        Span ended = written(open);
        Span last = written(ended);
        end(ended);
        end(last);

        assertThat(last.parent).isSameAs(open);
        assertThat(ended.parent).isSameAs(open);
    }

    @Test
    void shouldKeepAnAncestorWhoseStartIsStillToBeWritten() {
        Span root = written(null);
        Span waiting = Spans.open(root);
        waiting.end();
        Span last = written(waiting);
        end(last);

        assertThat(last.parent).isSameAs(waiting);
    }

    @Test
    void shouldNotKeepTheThread() {
        Span span = written(null);
        span.startThread = Thread.currentThread();
        end(span);

        assertThat(span.startThread).isNull();
    }
}
