// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanEnd.Status;
import io.agentprofiler.agent.ring.SpanEvents;
import io.agentprofiler.rules.model.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes down what the engine sends, a line an event: {@code start a}, {@code end a ok}. */
public final class RecordedEvents implements SpanEvents {
    public final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    public final List<Span> started = Collections.synchronizedList(new ArrayList<>());
    public final List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
    /** Thrown in place of taking a start or an end; mostly {@code null}. */
    public Error failing;

    /** When each of the ended spans did. */
    public final List<Long> endNanos = Collections.synchronizedList(new ArrayList<>());

    public final List<Object> results = Collections.synchronizedList(new ArrayList<>());

    @Override
    public boolean start(
            Span span,
            Thread thread,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        fail();
        started.add(span);
        lines.add("start " + span.rule.id() + parent(span.parent));
        return true;
    }

    private void fail() {
        if (failing != null) {
            throw failing;
        }
    }

    private static String parent(Span parent) {
        if (parent == null) {
            return "";
        }
        return " under " + (parent.rule == null ? "the caller's " + Long.toHexString(parent.id) : parent.rule.id());
    }

    @Override
    public void chunk(Span span, long nanos, int index, String type, int chars) {
        lines.add("chunk " + span.rule.id() + " " + index + " " + type + " " + chars);
    }

    @Override
    public void end(
            Span span,
            long nanos,
            Status status,
            Thread thread,
            long cpuNanos,
            long allocatedBytes,
            Rule rule,
            Object[] held,
            Object result,
            Throwable failure) {
        fail();
        lines.add("end " + span.rule.id() + " " + status.word());
        endNanos.add(nanos);
        results.add(result);
        thrown.add(failure);
    }

    @Override
    public void abandoned(Span span) {
        lines.add("abandoned " + span.rule.id());
    }
}
