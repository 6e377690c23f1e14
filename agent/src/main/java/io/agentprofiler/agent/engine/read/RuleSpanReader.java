// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import io.agentprofiler.agent.content.ContentPolicy;
import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.site.CapturePlan;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.site.RuleStates;
import io.agentprofiler.agent.engine.tracer.CodeAttributes;
import io.agentprofiler.agent.engine.tracer.OtherTracers;
import io.agentprofiler.agent.event.ReadGuard;
import io.agentprofiler.agent.event.ShortAttributes;
import io.agentprofiler.agent.event.SpanEnd;
import io.agentprofiler.agent.event.SpanReader;
import io.agentprofiler.agent.event.SpanStart;
import io.agentprofiler.agent.log.AgentLog;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.path.object.Throwables;
import io.agentprofiler.rules.path.root.PathRoots;
import io.agentprofiler.rules.path.root.Roots;
import io.agentprofiler.rules.value.TextValue;
import io.agentprofiler.rules.value.normal.SmallMap;
import io.agentprofiler.shared.schema.Attributes;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads names and attributes by the rules, on the ring's consumer.
 *
 * <p><b>Threading:</b> consumer thread only.
 */
public final class RuleSpanReader implements SpanReader {
    private static final String USAGE = "gen_ai.usage.";

    /** What a reading that hangs is called where it is no single value of the rule. */
    private static final String CONTENT = "content";

    private static final String FAILURE = "error";

    private static final int USUAL_CONTENT = 4;

    private final RuleStates states;
    private final ContentPolicy content;
    private final ReadGuard guard;
    private final Map<Rule, RuleReading> readings = new IdentityHashMap<>();
    private final ConsumedCall consumed = new ConsumedCall();
    private final KnownValues knownValues = new KnownValues();
    private final SmallMap contentRead = new SmallMap(USUAL_CONTENT);
    private final SpanNames names = new SpanNames();
    private final ReusedContainers containers = new ReusedContainers();

    /**
     * Creates a reader.
     *
     * @param states the states of all rules
     * @param content what is kept of payload
     */
    public RuleSpanReader(RuleStates states, ContentPolicy content) {
        this(states, content, new ReadGuard());
    }

    private RuleSpanReader(RuleStates states, ContentPolicy content, ReadGuard guard) {
        this.states = states;
        this.content = content;
        this.guard = guard;
    }

    @Override
    public SpanReader guardedBy(ReadGuard other) {
        return new RuleSpanReader(states, content.copy(), other);
    }

    @Override
    public void started(Rule rule) {
        states.of(rule).countSpan();
    }

    @Override
    public void giveUp(Rule rule, String value) {
        states.of(rule).giveUp(value);
    }

    @Override
    public String threadName(String name) {
        return content.keepsText() ? content.text(name) : null;
    }

    @Override
    public boolean rehearse(SpanStart start, SpanEnd end) {
        RuleState state = Rehearsal.rule(states);
        if (state == null) {
            return false;
        }
        Rule rule = state.rule();
        Span span = Rehearsal.span(rule);
        start.span = span;
        start.name = rule.kind().word();
        end.span = span;
        end.name = start.name;
        end.status = SpanEnd.Status.OK;
        PathRoots call = new Rehearsal();
        reading(rule);
        consumed.begin(call, state, span);
        known(span, start.attributes);
        ContentPolicy apart = content.copy();
        if (apart.keepsAnything()) {
            apart.keep(Rehearsal.prompt(), start.attributes);
            apart.keep(Rehearsal.answer(), end.attributes);
        }
        Rehearsal.figures(end.attributes);
        letGo();
        return true;
    }

    @Override
    public void readStart(PathRoots call, boolean payload, SpanStart into) {
        Span span = into.span;
        Rule rule = span.rule;
        RuleReading reading = reading(rule);
        RuleState state = reading.state;
        ConsumedCall roots = roots(call, state, span);
        KnownValues known = known(span, into.attributes);
        readAll(state, reading.start, roots, known, into.attributes);
        if (span.tracerContext != null) {
            OtherTracers.read(span.tracerContext, into.attributes);
            span.tracerContext = null;
        }
        if (span.calledFrom != null) {
            CodeAttributes.read(span.calledFrom, into.attributes);
            span.calledFrom = null;
        }
        into.attributes.putIfAbsent(Attributes.OPERATION_NAME, rule.kind().genAiOperation());
        if (span.handedOver) {
            into.attributes.put(Attributes.HANDED_OVER, true);
        }
        Object name = reading.spanName == null ? null : read(state, "name", reading.spanName, roots, known);
        into.name = name == null
                ? KnownValues.simpleName(span.site.className()) + "." + span.site.method()
                : name.toString();
        if (content.keepsText() && rule.name() instanceof TextValue template && template.readsText()) {
            into.name = content.text(into.name);
        }
        readContent(reading.contentAtStart, rule, state, roots, known, payload, into.attributes);
        letGo();
    }

    @Override
    public ShortAttributes readShort(Rule rule, Span span, PathRoots call, boolean end) {
        return ShortReader.read(
                rule, span, call, attributes -> new KnownValues().begin(span, attributes), content, end);
    }

    @Override
    public void readEnd(Rule rule, PathRoots call, boolean payload, SpanEnd into) {
        Span span = into.span;
        RuleReading reading = reading(rule);
        RuleState state = reading.state;
        ConsumedCall roots = roots(call, state, span);
        KnownValues known = known(span, into.attributes);
        readAll(state, reading.end, roots, known, into.attributes);
        for (Span.Note note = span.notes; note != null; note = note.next()) {
            RuleReading noted = reading(note.rule());
            readAll(noted.state, noted.end, note.call(), known, into.attributes);
        }
        if (span.wrapper) {
            into.attributes.keySet().removeIf(name -> name.startsWith(USAGE));
            into.attributes.put(Attributes.WRAPPER, true);
        }
        if (span.replayed) {
            into.attributes.put(Attributes.REPLAYED, true);
        }
        readContent(reading.contentAtEnd, rule, state, roots, known, payload, into.attributes);
        for (Span.Note note = span.notes; note != null; note = note.next()) {
            RuleReading noted = reading(note.rule());
            readContent(noted.contentAtEnd, note.rule(), noted.state, note.call(), known, payload, into.attributes);
        }
        guard.reads(rule, FAILURE);
        if (state.isGivenUp(FAILURE)) {
            failWithoutReading(roots, into);
        } else {
            readFailure(state, rule, roots, known, into);
        }
        letGo();
    }

    private ConsumedCall roots(PathRoots call, RuleState state, Span span) {
        consumed.begin(call, state, span);
        return consumed;
    }

    private KnownValues known(Span span, Map<String, Object> attributes) {
        return knownValues.begin(span, attributes);
    }

    private void letGo() {
        consumed.end();
        knownValues.end();
    }

    private RuleReading reading(Rule rule) {
        RuleReading known = readings.get(rule);
        if (known == null) {
            known = new RuleReading(rule, states.of(rule), writableName(rule), content);
            readings.put(rule, known);
        }
        return known;
    }

    private static void failWithoutReading(PathRoots roots, SpanEnd into) {
        if (into.status == SpanEnd.Status.ERROR) {
            into.errorType = typeOf(roots.thrown());
            into.attributes.put(Attributes.ERROR_TYPE, into.errorType == null ? "_OTHER" : into.errorType);
        }
    }

    /** Returns a rule's template for names, without what may be text of the application where text is not written. */
    private Value writableName(Rule rule) {
        if (content.keepsText() || !(rule.name() instanceof TextValue template) || !template.readsText()) {
            return rule.name();
        }
        AgentLog.info(
                "names of spans of " + rule.qualifiedId() + " are written without the paths in \"" + template.template()
                        + "\", whose text may be content; name an attribute there that is listed under \"metadata\" of"
                        + " the rule file, or set agentprofiler.content=full");
        return template.withoutText();
    }

    private void readFailure(
            RuleState state, Rule rule, PathRoots roots, Function<String, Object> known, SpanEnd into) {
        Throwable thrown = roots.thrown();
        Rule.Failed failed = rule.failed();
        if (into.status != SpanEnd.Status.CANCELLED
                && failed != null
                && failed.says(into.failedWhen != null ? into.failedWhen : readPath(state, failed, roots))) {
            into.status = SpanEnd.Status.ERROR;
            Object type = failed.type() == null ? null : read(state, "failed.type", failed.type(), roots, known);
            Object message =
                    failed.message() == null ? null : read(state, "failed.message", failed.message(), roots, known);
            into.errorType = type != null ? content.failureType(type.toString()) : typeOf(thrown);
            into.errorMessage = content.failureMessage(
                    message != null ? message.toString() : Throwables.message(thrown), into.attributes);
        } else if (into.status == SpanEnd.Status.ERROR) {
            into.errorType = typeOf(thrown);
            into.errorMessage = content.failureMessage(Throwables.message(thrown), into.attributes);
        }
        if (into.status == SpanEnd.Status.ERROR) {
            into.attributes.put(Attributes.ERROR_TYPE, into.errorType == null ? "_OTHER" : into.errorType);
        }
    }

    private Object readPath(RuleState state, Rule.Failed failed, PathRoots roots) {
        try {
            return failed.when().read(roots);
        } catch (RuntimeException | LinkageError e) {
            state.accessorFailed(failed.when().toString());
            return null;
        }
    }

    private void readContent(
            RuleReading.Attribute[] values,
            Rule rule,
            RuleState state,
            PathRoots roots,
            Function<String, Object> known,
            boolean payload,
            Map<String, Object> into) {
        if (!payload || values.length == 0 || !content.keepsAnything() || state.isGivenUp(CONTENT)) {
            return;
        }
        // Whatever an earlier fault may have left in them.
        contentRead.clear();
        containers.takeBack();
        consumed.reuse(containers);
        for (RuleReading.Attribute attribute : values) {
            Object value = read(state, attribute.name(), attribute.value(), roots, known);
            if (value != null) {
                contentRead.put(attribute.name(), value);
            }
        }
        consumed.reuse(null);
        guard.reads(rule, CONTENT);
        content.keep(contentRead, into);
        contentRead.clear();
        containers.takeBack();
    }

    private void readAll(
            RuleState state,
            RuleReading.Attribute[] values,
            PathRoots roots,
            Function<String, Object> known,
            Map<String, Object> into) {
        for (RuleReading.Attribute attribute : values) {
            Object value = read(state, attribute.name(), attribute.value(), roots, known);
            if (value != null) {
                content.attribute(attribute.name(), attribute.kind(), value, attribute.fromRule(), into);
            }
        }
    }

    /** Reads one value; what an accessor of the application throws, or hangs in, costs this value only. */
    private Object read(RuleState state, String name, Value value, PathRoots roots, Function<String, Object> known) {
        if (state.isGivenUp(name)) {
            return null;
        }
        guard.reads(state.rule(), name);
        try {
            return value instanceof TextValue template
                    ? names.of(template, roots, known)
                    : value.evaluate(roots, known);
        } catch (RuntimeException | LinkageError e) {
            state.accessorFailed(name);
            return null;
        }
    }

    private static String typeOf(Throwable thrown) {
        return thrown == null ? null : thrown.getClass().getName();
    }

    /**
     * What span names may use besides paths: the attributes already read, the class and the method. Reused for every span.
     *
     * <p><b>Threading:</b> one thread.
     */
    private static final class KnownValues implements Function<String, Object> {
        private Span span;
        private Map<String, Object> attributes;

        /** Tells of a span from now on. */
        KnownValues begin(Span next, Map<String, Object> read) {
            span = next;
            attributes = read;
            return this;
        }

        /** Lets go of the span. */
        void end() {
            span = null;
            attributes = null;
        }

        @Override
        public Object apply(String name) {
            return switch (name) {
                case "class" -> simpleName(span.site.className());
                case "method" -> span.site.method();
                default -> attributes.get(name);
            };
        }

        /** Returns a class name without package and enclosing classes. */
        static String simpleName(String className) {
            return className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
        }
    }

    /**
     * What a rule reads at which moment, worked out once and not once a call.
     *
     * <p><b>Threading:</b> immutable; nobody writes to the arrays.
     */
    private static final class RuleReading {
        /**
         * A value and the attribute it becomes.
         *
         * @param kind what kind of attribute the content policy takes it for
         * @param fromRule whether the rule file says the value itself, so that it is no text of the application
         */
        record Attribute(String name, int kind, Value value, boolean fromRule) {}

        final RuleState state;
        /** The name of spans as it may be written; {@code null} for none. */
        final Value spanName;

        final Attribute[] start;
        final Attribute[] end;
        final Attribute[] contentAtStart;
        final Attribute[] contentAtEnd;

        RuleReading(Rule rule, RuleState state, Value spanName, ContentPolicy policy) {
            this.state = state;
            this.spanName = spanName;
            this.start = attributes(rule.start(), policy);
            this.end = attributes(rule.end(), policy);
            List<Attribute> first = new ArrayList<>();
            List<Attribute> last = new ArrayList<>();
            for (Map.Entry<String, Value> content : rule.content().entrySet()) {
                if (content.getKey().startsWith(Attributes.FOR_REPLAY) && !policy.keepsText()) {
                    continue;
                }
                Roots roots = content.getValue().roots();
                (CapturePlan.readAtEnd(rule, roots) ? last : first)
                        .add(new Attribute(
                                content.getKey(),
                                policy.kindOf(content.getKey()),
                                content.getValue(),
                                roots.equals(Roots.NONE)));
            }
            this.contentAtStart = first.toArray(Attribute[]::new);
            this.contentAtEnd = last.toArray(Attribute[]::new);
        }

        private static Attribute[] attributes(Map<String, Value> values, ContentPolicy policy) {
            List<Attribute> attributes = new ArrayList<>(values.size());
            for (Map.Entry<String, Value> each : values.entrySet()) {
                boolean fromRule = each.getValue().roots().equals(Roots.NONE);
                attributes.add(new Attribute(each.getKey(), policy.kindOf(each.getKey()), each.getValue(), fromRule));
            }
            return attributes.toArray(Attribute[]::new);
        }
    }
}
