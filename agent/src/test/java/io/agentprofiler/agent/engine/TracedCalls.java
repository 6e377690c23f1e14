// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.span.FlightSpans;
import io.agentprofiler.rules.model.Role;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/** Calls methods as woven code would, and tells what became of them, a line an event. */
public final class TracedCalls {
    public final RecordedEvents events = new RecordedEvents();
    public final List<String> disabled = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();
    private final RuleStates states;
    public final Engine engine;

    /** Records the share {@code sample} of workflows by these rules. */
    public TracedCalls(double sample, RuleFixture... rules) {
        for (RuleFixture rule : rules) {
            this.rules.add(rule.build());
        }
        states = new RuleStates(this.rules, (index, reason) -> disabled.add(index + " " + reason));
        engine = new Engine(
                states, RuleFixture.reactive(), RuleFixture.coroutines(), events, FlightSpans.OFF, sample, true);
    }

    /** Records every workflow; the operations a, b and c are reactive, {@code sync} is a plain call. */
    public static TracedCalls reactive() {
        return reactive(1);
    }

    /** The same, of which the share {@code sample} is recorded. */
    public static TracedCalls reactive(double sample) {
        return new TracedCalls(
                sample,
                RuleFixture.rule("a").shape(Shape.AUTO),
                RuleFixture.rule("b").shape(Shape.PUBLISHER),
                RuleFixture.rule("c").shape(Shape.PUBLISHER),
                RuleFixture.rule("sync"),
                RuleFixture.rule("task").role(Role.TASK, "task"),
                RuleFixture.rule("open").role(Role.OPEN, "model", "this"),
                RuleFixture.rule("chunks")
                        .role(Role.CHUNK, "model", "this")
                        .from(0)
                        .chunk("text", "return"),
                RuleFixture.rule("elements")
                        .role(Role.ELEMENTS, "model", "this")
                        .from(0)
                        .chunk("text", "return"));
    }

    /** Calls {@code body} as the method of rule {@code id} that is declared to return {@code declared}. */
    public <T> T call(String id, Class<?> declared, Callable<? extends T> body) {
        JoinPoint point = null;
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i).id().equals(id)) {
                point = engine.joinPoint(i, "com.acme.Some", id, declared.getName(), new String[0][]);
            }
        }
        Object handle = point.enter(this, null, null, null, null, null, null, null, null);
        Object result;
        try {
            result = body.call();
        } catch (Exception e) {
            point.exit(handle, null, e);
            throw new AssertionError(e);
        }
        Object returned = point.exit(handle, result, null);
        @SuppressWarnings("unchecked")
        T replaced = (T) (returned != null && declared.isInstance(returned) ? returned : result);
        return replaced;
    }

    /**
     * Gives {@code body} a publisher of the span that {@code open} opened, as the method of rule {@code id} that is declared to
     * take {@code declared}.
     */
    public <T> void give(String id, Class<T> declared, T publisher, Consumer<T> body) {
        JoinPoint point = null;
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i).id().equals(id)) {
                point = engine.joinPoint(i, "com.acme.Some", id, declared.getName(), new String[0][]);
            }
        }
        Object handle = point.enter(this, publisher, null, null, null, null, null, null, null);
        Object instead = handle == null ? null : point.argument(handle);
        try {
            body.accept(instead == null ? publisher : declared.cast(instead));
        } finally {
            point.exit(handle, null, null);
        }
    }

    /** A plain call that is a span of its own. */
    public <T> T sync(T value) {
        return call("sync", Object.class, () -> value);
    }

    /** The id of the rule whose span is current here, {@code none} outside of any. */
    public static String current() {
        Span current = ThreadContext.get().current;
        return current == null ? "none" : current == Span.UNSAMPLED ? "unsampled" : current.rule.id();
    }

    /** What was recorded, without the spans that were taken back. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        synchronized (events.lines) {
            int start = 0;
            for (String line : events.lines) {
                boolean suppressed =
                        line.startsWith("start ") && events.started.get(start++).state() == Span.SUPPRESSED;
                if (!suppressed) {
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    /**
     * Waits until garbage is collected that the application has left, {@code dropped} with it. Spans
     * that can end no more are given up then.
     */
    public void collect(WeakReference<?> dropped) {
        Awaitility.await().until(() -> {
            System.gc();
            return dropped.refersTo(null);
        });
        engine.sweep();
    }
}
