// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.shape.Streamed;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

/**
 * A lambda or method reference that a method was given: each call of it brings an element of a span that another call opened.
 *
 * <p><b>Threading:</b> any thread; calls come serially, as a stream's elements do.
 */
public final class GivenCallback implements InvocationHandler {
    private final Object delegate;
    private final Span span;
    /** {@code null} where nothing is recorded. */
    private final Streamed streamed;

    private GivenCallback(Object delegate, Span span, Streamed streamed) {
        this.delegate = delegate;
        this.span = span;
        this.streamed = streamed;
    }

    /**
     * Returns a callback that stands for {@code given} and tells {@code span} of what it is called with; {@code given} itself where
     * that is no lambda, or of an interface that cannot be implemented here.
     *
     * @param declared name of the type the method is declared to take
     * @param span the span, or {@link Span#UNSAMPLED}
     */
    public static Object of(
            SpanLifecycle lifecycle, RuleState state, CallReader reader, String declared, Object given, Span span) {
        LambdaStandIns.Made made = LambdaStandIns.of(given, declared);
        if (made == null || made.called().getParameterCount() == 0) {
            return given;
        }
        Streamed streamed = span == Span.UNSAMPLED ? null : Streamed.partOf(lifecycle, span, state, reader);
        return made.with(new GivenCallback(given, span, streamed));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return LambdaStandIns.asObject(delegate, method, args);
        }
        ThreadContext context = ThreadContext.get();
        Span before = context.current;
        if (streamed != null) {
            streamed.element(args[0]);
            streamed.enterHandler();
        }
        context.current = span == Span.UNSAMPLED ? span : SpanLifecycle.living(span.parent);
        try {
            return Proxies.call(delegate, method, args);
        } finally {
            context.current = before;
            if (streamed != null) {
                streamed.leaveHandler();
            }
        }
    }
}
