// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.coroutine.SuspendedCalls;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

/**
 * Stands between a traced flow and who collects it: passes every element on unchanged and records it. The collector's code runs
 * under the span's parent, also where it is suspended and goes on elsewhere.
 *
 * <p><b>Threading:</b> any thread; elements come serially.
 */
final class TracedCollector implements InvocationHandler {
    private final String emit;
    private final SuspendedCalls calls;
    private final Object delegate;
    private final Span span;
    private final Collected collected;

    /**
     * Creates a collector.
     *
     * @param delegate the application's
     * @param span the collection's
     */
    TracedCollector(ReactiveLibrary library, SuspendedCalls calls, Object delegate, Span span, Collected collected) {
        this.emit = library.type.signals().next();
        this.calls = calls;
        this.delegate = delegate;
        this.span = span;
        this.collected = collected;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        if (args == null || args.length != 2 || !method.getName().equals(emit)) {
            return Proxies.forward(proxy, delegate, method, args);
        }
        Object continuation = args[1];
        collected.given(args[0]);
        // allocates an entry of a table; the element may be taken on another thread before this call returns
        calls.handing(continuation, span);
        ThreadContext context = ThreadContext.get();
        Span before = context.current;
        context.current = SpanLifecycle.living(span.parent);
        Object result;
        try {
            result = Proxies.call(delegate, method, args);
        } catch (Throwable failure) {
            calls.handed(continuation);
            collected.taken(failure);
            throw failure;
        } finally {
            context.current = before;
        }
        if (!calls.isSuspended(result)) {
            calls.handed(continuation);
            collected.taken(null);
        }
        return result;
    }
}
