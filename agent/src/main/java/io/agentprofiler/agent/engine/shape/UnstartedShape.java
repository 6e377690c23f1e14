// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.shape;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import io.agentprofiler.rules.model.Rule;
import java.util.List;

/**
 * Keeps a span open whose call returned an operation that is not started yet, and binds it to that object; other results
 * end the span as they would without. The span is provisional until work begins in the call or by a later one, so that an
 * operation which is never started leaves nothing.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class UnstartedShape implements ResultShape {
    private final Rule rule;
    private final SpanLifecycle lifecycle;
    private final ResultShape other;
    private final UnstartedTypes types;
    private final boolean prepares;

    /**
     * Creates a shape.
     *
     * @param returnType what the method is declared to return
     * @param other what to do with other results
     */
    public UnstartedShape(Rule rule, String returnType, SpanLifecycle lifecycle, ResultShape other) {
        this.rule = rule;
        this.lifecycle = lifecycle;
        this.other = other;
        this.types = new UnstartedTypes(rule.unstarted());
        this.prepares = returnType.indexOf('.') >= 0 && !returnType.equals(String.class.getName());
    }

    @Override
    public boolean readsResult() {
        return true;
    }

    @Override
    public boolean replacesResult() {
        return other.replacesResult();
    }

    @Override
    public boolean onlyPrepares() {
        return prepares || other.onlyPrepares();
    }

    @Override
    public boolean keepsArguments() {
        return prepares || other.keepsArguments();
    }

    @Override
    public Object unsampled(Object result) throws Throwable {
        return other.unsampled(result);
    }

    @Override
    public Object end(Span span, Object result) throws Throwable {
        if (result == null || !types.get(result.getClass())) {
            if (!other.keepsArguments()) {
                lifecycle.lateStarts().isNoPreparation(span);
            }
            return other.end(span, result);
        }
        lifecycle.leaveUnstarted(span);
        lifecycle.bind(result, rule.operation(), span, true);
        return result;
    }

    /** Whether a class is, by name, a subtype of one of the types; worked out once a class, kept with the class. */
    private static final class UnstartedTypes extends ClassValue<Boolean> {
        private final List<String> names;

        UnstartedTypes(List<String> names) {
            this.names = names;
        }

        @Override
        protected Boolean computeValue(Class<?> type) {
            return TypeHierarchy.isAny(type, names);
        }
    }
}
