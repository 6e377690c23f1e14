// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.joinpoint;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.context.ThreadContext;
import io.agentprofiler.agent.engine.call.CallReader;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.agent.engine.span.SpanLifecycle;
import java.util.function.BinaryOperator;

/**
 * A method that returns a lambda. Each call of the lambda is a span, the call of the method is not.
 *
 * <p><b>Threading:</b> immutable; application threads.
 */
public final class LambdaJoinPoint extends RuleJoinPoint {
    /** Handle of a call whose object is not needed, or of a static method. */
    private static final Object NO_OWNER = new Object();

    private final BinaryOperator<Object> lambdas;

    /**
     * Creates a join point.
     *
     * @param lambdas returns what stands for a lambda, whose method was called on an object; itself if nothing can. A type of the JDK's,
     *     since the verifier would load one of ours in each JVM
     */
    public LambdaJoinPoint(
            RuleState state,
            Span.Site site,
            SpanLifecycle lifecycle,
            CallReader reader,
            BinaryOperator<Object> lambdas) {
        super(state, site, lifecycle, reader);
        this.lambdas = lambdas;
    }

    @Override
    Object enterCall(
            ThreadContext context,
            Object self,
            Object a0,
            Object a1,
            Object a2,
            Object a3,
            Object a4,
            Object a5,
            Object a6,
            Object a7) {
        boolean outside = context.current == null && !state.rule().root();
        if (outside || context.current == Span.UNSAMPLED || lifecycle.isStopped()) {
            return null;
        }
        return self == null ? NO_OWNER : self;
    }

    @Override
    Object exitCall(ThreadContext context, Object handle, Object result, Throwable thrown) {
        return result == null ? null : lambdas.apply(result, handle == NO_OWNER ? null : handle);
    }
}
