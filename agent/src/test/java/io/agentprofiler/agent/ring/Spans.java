// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.ring;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.rules.model.Match;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Makes rules, spans and settings, and offers them the way the engine does. */
public final class Spans {
    private static final AtomicLong IDS = new AtomicLong();

    /** A rule without content. */
    public static final Rule RULE = rule("step", Map.of());
    /** A rule with content. */
    public static final Rule CHAT = rule("chat", Map.of("gen_ai.input.messages", new NoValue()));

    private Spans() {}

    /** Returns an open root span. */
    public static Span root(Rule rule) {
        return span(rule, null, false);
    }

    /** Returns an open span below {@code parent}. */
    public static Span child(Span parent) {
        return span(RULE, parent, false);
    }

    public static Span provisional(Span parent) {
        return span(RULE, parent, true);
    }

    public static Span span(Rule rule, Span parent, boolean provisional) {
        long id = IDS.incrementAndGet();
        long trace = parent == null ? id : parent.traceLow;
        Span span = new Span(rule, null, parent, 7, trace, id, System.nanoTime(), provisional);
        span.workflow = parent == null ? null : parent.workflow;
        return span;
    }

    /** Offers a start with one argument. */
    public static boolean start(SpanEvents ring, Span span, Object arg) {
        return ring.start(span, Thread.currentThread(), null, arg, null, null, null, null, null, null, null);
    }

    /** Offers a normal end with a result. */
    public static void end(SpanEvents ring, Span span, Object result) {
        span.end();
        ring.end(
                span,
                System.nanoTime(),
                SpanEnd.Status.OK,
                Thread.currentThread(),
                -1,
                -1,
                span.rule,
                null,
                result,
                null);
    }

    /** Returns settings, from names without prefix and values in turn. */
    public static Settings settings(String... namesAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.setProperty("agentprofiler." + namesAndValues[i], namesAndValues[i + 1]);
        }
        return Settings.parse(properties, problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    public static Rule rule(String id, Map<String, Value> content) {
        Rule.RuleDraft rule = new Rule.RuleDraft();
        rule.file = "test";
        rule.id = id;
        rule.kind = SpanKind.LLM;
        rule.operation = id;
        rule.match = new Match(Match.By.CLASS, "com.acme.Some", List.of(), List.of());
        rule.content = content;
        return rule.build();
    }

    private static final class NoValue implements Value {
        @Override
        public Object evaluate(PathRoots roots, Function<String, Object> attributes) {
            return null;
        }

        @Override
        public Roots roots() {
            return Roots.NONE;
        }
    }
}
