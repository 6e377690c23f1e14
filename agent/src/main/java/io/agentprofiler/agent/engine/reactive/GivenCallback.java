// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.shape.Streamed;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/**
 * A lambda or method reference that a method was given: each call of it brings an element of a span that another call opened.
 *
 * <p>Only these are replaced. Nobody can name their class, and the language promises nothing of their identity. An object of a class
 * that has a name is what its caller gave; rules match that class.
 *
 * <p><b>Threading:</b> any thread; calls come serially, as a stream's elements do.
 */
public final class GivenCallback implements InvocationHandler {
    private static final StandInOfInterface STAND_INS = new StandInOfInterface();

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
            SpanLifecycle lifecycle, RuleState state, CallReader reader, String declared, Object given, Span span)
            throws ReflectiveOperationException {
        Class<?>[] interfaces = given.getClass().getInterfaces();
        if (!given.getClass().isHidden()
                || interfaces.length != 1
                || !interfaces[0].getName().equals(declared)) {
            return given;
        }
        Constructor<?> standIn = STAND_INS.get(interfaces[0]).orNull;
        if (standIn == null) {
            return given;
        }
        Streamed streamed = span == Span.UNSAMPLED ? null : Streamed.partOf(lifecycle, span, state, reader);
        return standIn.newInstance(new GivenCallback(given, span, streamed));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return Proxies.call(delegate, method, args);
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

    /** The class that stands for lambdas of an interface, kept with that interface. */
    private static final class StandInOfInterface extends ClassValue<Made> {
        @Override
        protected Made computeValue(Class<?> type) {
            List<Method> called = Arrays.stream(type.getMethods())
                    .filter(method -> Modifier.isAbstract(method.getModifiers()))
                    .toList();
            boolean usable = called.size() == 1
                    && called.get(0).getParameterCount() > 0
                    && Modifier.isPublic(type.getModifiers())
                    && type.getModule().isExported(type.getPackageName());
            try {
                return new Made(
                        usable
                                ? StandIns.make(
                                        type.getSimpleName(),
                                        Object.class,
                                        List.of(),
                                        List.of(type),
                                        List.of(called.get(0), Object.class.getMethod("toString")))
                                : null);
            } catch (ReflectiveOperationException | LinkageError e) {
                return new Made(null);
            }
        }
    }

    private record Made(Constructor<?> orNull) {}
}
