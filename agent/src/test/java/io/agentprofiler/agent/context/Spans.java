// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context;

import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Makes spans for tests. */
public final class Spans {
    private static final AtomicLong IDS = new AtomicLong();

    private Spans() {}

    /** Returns an open root span. */
    public static Span open() {
        return open(null);
    }

    /** Returns an open span. */
    public static Span open(Span parent) {
        return open(rule(List.of()), parent);
    }

    private static Span open(Rule rule, Span parent) {
        long id = IDS.incrementAndGet();
        long trace = parent == null ? id : parent.traceLow;
        return new Span(rule, null, parent, 1, trace, id, System.nanoTime(), false);
    }

    /**
     * Returns an open root span whose call is over; once its work was started and nothing runs under it any more, it tells
     * {@code quiet}.
     */
    public static Span endingWithItsActivity(Consumer<Span> quiet) {
        Span span = open(rule(List.of("some.Stream")), null);
        span.awaitStart(quiet);
        return span;
    }

    private static Rule rule(List<String> unstarted) {
        Rule.RuleDraft rule = new Rule.RuleDraft();
        rule.file = "test";
        rule.id = "stream";
        rule.kind = SpanKind.AGENT;
        rule.operation = "stream";
        rule.unstarted = unstarted;
        rule.versions = null;
        return rule.build();
    }
}
