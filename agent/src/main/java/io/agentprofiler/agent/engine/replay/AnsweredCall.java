// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.Call;
import io.agentprofiler.agent.engine.site.ReplayPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.replay.Data;
import io.agentprofiler.agent.replay.Question;
import io.agentprofiler.agent.replay.RecordedAnswers.RecordedAnswer;
import io.agentprofiler.agent.replay.Replay;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Shape;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.value.ConditionalValue;
import io.agentprofiler.rules.value.DataValue;
import io.agentprofiler.rules.value.TextValue;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A method whose calls a recording may answer. A call that is no operation of its own, because it is a part of another or because its
 * rule leaves it alone, is always made.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class AnsweredCall implements ReplayPoint {
    private static final String UNREAD = "it could not be read: ";

    private final Replay replay;
    private final RuleState state;
    private final Rule rule;
    private final Span.Site site;
    private final Class<?> returns;
    private final boolean later;
    /** Makes a publisher that asks for its value when it is subscribed to; {@code null} where the method returns none. */
    private final Function<Supplier<CompletableFuture<Object>>, Object> publisher;

    private final Set<String> read;
    private final Results results;
    /** Why results of the method are never made; {@code null} where they are. */
    private final String unsupported;

    private AnsweredCall(
            Replay replay,
            RuleState state,
            Span.Site site,
            ReturnType declared,
            Class<?> returns,
            Function<Supplier<CompletableFuture<Object>>, Object> publisher,
            Results results,
            String unsupported) {
        this.replay = replay;
        this.later = declared.later();
        this.publisher = publisher;
        this.state = state;
        this.rule = state.rule();
        this.site = site;
        this.returns = returns;
        this.results = results;
        this.unsupported = unsupported;
        this.read = new LinkedHashSet<>();
        if (rule.name() instanceof TextValue template) {
            read.addAll(template.attributes());
        }
        read.addAll(rule.replay().by());
        read.addAll(rule.replay().except().keySet());
    }

    /**
     * Prepares the calls of one method. The program itself is no call that could be left out.
     *
     * @param deferred makes what the method returns, where that is a publisher of one value; {@code null} where it is none
     */
    public static AnsweredCall of(
            Replay replay,
            RuleState state,
            Span.Site site,
            Class<?> declaring,
            MethodType type,
            Function<Supplier<CompletableFuture<Object>>, Object> deferred) {
        Rule rule = state.rule();
        Class<?> returns = type.returnType();
        Function<Supplier<CompletableFuture<Object>>, Object> publisher =
                rule.shape() == Shape.PUBLISHER || rule.shape() == Shape.AUTO ? deferred : null;
        ReturnType declared = ReturnType.of(declaring, site.method(), type, publisher != null);
        try {
            if (rule.replay().never() != null) {
                throw new UnsupportedException(rule.replay().never());
            }
            if (returns == void.class && site.method().equals("main")) {
                throw new UnsupportedException("it is the program");
            }
            if (rule.shape() == Shape.PUBLISHER && publisher == null) {
                throw new UnsupportedException("results that come in parts are not made again");
            }
            Results results = Results.of(
                    rule.replay().result(),
                    attribute -> isData(rule.content().get(attribute)),
                    declared.value(),
                    declaring);
            return new AnsweredCall(replay, state, site, declared, returns, publisher, results, null);
        } catch (UnsupportedException e) {
            return new AnsweredCall(replay, state, site, declared, returns, publisher, null, e.getMessage());
        }
    }

    /** Answers whether a value is data of an object as it is, without what a rule adds or names otherwise. */
    private static boolean isData(Value value) {
        if (value instanceof ConditionalValue either) {
            return (either.then() == null || isData(either.then()))
                    && (either.otherwise() == null || isData(either.otherwise()));
        }
        return value instanceof DataValue data
                && data.classes().isEmpty()
                && data.names().isEmpty();
    }

    @Override
    public Object[] answer(
            Object handle,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        Span span = handle instanceof Span opened ? opened : null;
        if (span == null && ThreadContext.get().current != Span.UNSAMPLED) {
            return null;
        }
        long began = replay.pace().begin();
        Map<String, Object> attributes = new HashMap<>();
        String name = null;
        String unread = null;
        try {
            Call call = new Call(
                    state,
                    site.parameterAnnotations(),
                    self,
                    new Object[] {a0, a1, a2, a3, a4, a5, a6, a7},
                    null,
                    false);
            name = read(call, attributes);
        } catch (RuntimeException | LinkageError e) {
            unread = e.getClass().getName();
        }
        if (rule.replay().isExcepted(attributes)) {
            return null;
        }
        return answer(span, name, attributes, unread, began);
    }

    private Object[] answer(Span span, String name, Map<String, Object> attributes, String unread, long began) {
        if (unsupported != null) {
            replay.made(rule, name, unsupported);
            return null;
        }
        List<Object> values = new ArrayList<>();
        for (String attribute : rule.replay().by()) {
            values.add(attributes.get(attribute));
        }
        if (publisher != null) {
            return published(name, values, unread);
        }
        if (unread != null) {
            replay.missed(rule, name, UNREAD + unread);
            return null;
        }
        RecordedAnswer recorded = replay.ask(rule, name, values, !results.isNothing());
        if (recorded == null) {
            return null;
        }
        Object result;
        try {
            Object made = results.make(recorded.values());
            result = later ? replay.pace().later(made, began, recorded.nanos()) : made;
            if (!Results.isA(returns, result)) {
                throw new UnsupportedException("its result is not recorded");
            }
        } catch (UnsupportedException e) {
            replay.missed(rule, name, e.getMessage());
            return null;
        }
        replay.answered(rule, name);
        if (span != null) {
            span.replayed = true;
        }
        if (!later) {
            replay.pace().await(began, recorded.nanos());
        }
        return new Object[] {result};
    }

    /**
     * Answers with a publisher. Nothing is taken from the recording before it is subscribed to, as the call was no operation before that
     * either; what nobody subscribes to is not missed.
     */
    private Object[] published(String name, List<Object> values, String unread) {
        String why = unread != null ? UNREAD + unread : replay.refuses() ? null : whyNot(name, values);
        if (replay.isMade(rule, name, values)) {
            return null;
        }
        if (why != null && !replay.refuses()) {
            replay.missed(rule, name, why);
            return null;
        }
        return new Object[] {publisher.apply(() -> subscribed(name, values, why))};
    }

    /** Returns why not all subscriptions could be answered, which could not be made any more; {@code null} where all can be. */
    private String whyNot(String name, List<Object> values) {
        List<RecordedAnswer> known = replay.known(rule, name, values);
        for (RecordedAnswer each : known) {
            try {
                if (each.why() == null && (results.isNothing() || each.withoutResult() == null)) {
                    results.make(each.values());
                    continue;
                }
            } catch (UnsupportedException e) {
                return e.getMessage();
            }
            return each.why() == null ? each.withoutResult() : each.why();
        }
        return known.isEmpty() ? "no equal call was recorded" : null;
    }

    /** Answers one subscription, whose span is the current one. */
    private CompletableFuture<Object> subscribed(String name, List<Object> values, String why) {
        long began = replay.pace().begin();
        if (why != null) {
            replay.missed(rule, name, why);
        }
        RecordedAnswer recorded = replay.ask(rule, name, values, !results.isNothing());
        Object made;
        try {
            made = results.make(recorded.values());
        } catch (UnsupportedException e) {
            replay.missed(rule, name, e.getMessage());
            throw new IllegalStateException(e.getMessage(), e);
        }
        replay.answered(rule, name);
        Span span = ThreadContext.get().current;
        if (span != null && span.rule == rule) {
            span.replayed = true;
        }
        return replay.pace().later(made, began, recorded.nanos());
    }

    /** Reads what is compared; returns the span's name. */
    private String read(Call call, Map<String, Object> into) {
        for (String attribute : read) {
            Value value = rule.start().containsKey(attribute)
                    ? rule.start().get(attribute)
                    : rule.content().get(attribute);
            Object data = value == null ? null : Data.copy(value.evaluate(call, known -> known(known, into)));
            if (data != null) {
                into.put(attribute, data);
            }
        }
        if (!Question.isCompared(rule.name())) {
            return null;
        }
        Object name = rule.name() == null ? null : rule.name().evaluate(call, known -> known(known, into));
        return name == null ? simpleName() + "." + site.method() : name.toString();
    }

    private Object known(String name, Map<String, Object> attributes) {
        return switch (name) {
            case "class" -> simpleName();
            case "method" -> site.method();
            default -> attributes.get(name);
        };
    }

    private String simpleName() {
        String name = site.className();
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }
}
