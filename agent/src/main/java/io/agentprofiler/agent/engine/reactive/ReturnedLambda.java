// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.reactive;

import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.ReplayPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.function.Function;

/**
 * A lambda or method reference that a method returned: each call of it is a call of {@code join}.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class ReturnedLambda implements InvocationHandler {
    private final Object delegate;
    private final Object owner;
    private final JoinPoint join;
    private final RuleState state;
    /** {@code null} where every call is made. */
    private final ReplayPoint replay;

    private ReturnedLambda(Object delegate, Object owner, JoinPoint join, RuleState state, ReplayPoint replay) {
        this.delegate = delegate;
        this.owner = owner;
        this.join = join;
        this.state = state;
        this.replay = replay;
    }

    /**
     * Wraps a lambda so that its calls are spans. Returns {@code given} unchanged if it is no lambda, or if its interface cannot be
     * implemented here.
     *
     * @param declared name of the type that the method is declared to return
     * @param owner the object whose method returned it
     * @param replay returns what may answer calls of a method, or {@code null}
     */
    public static Object of(
            JoinPoint join,
            RuleState state,
            Function<Method, ReplayPoint> replay,
            String declared,
            Object given,
            Object owner) {
        LambdaStandIns.Made made = LambdaStandIns.of(given, declared);
        return made == null
                ? given
                : made.with(new ReturnedLambda(given, owner, join, state, replay.apply(made.called())));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return LambdaStandIns.asObject(delegate, method, args);
        }
        Object[] a = new Object[JoinPoint.MAX_ARGS];
        if (args != null) {
            System.arraycopy(args, 0, a, 0, Math.min(args.length, a.length));
        }
        Object handle = state.isOff() ? null : join.enter(owner, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
        Object result = null;
        Throwable thrown = null;
        try {
            Object[] answer = replay == null
                    ? null
                    : replay.answer(handle, owner, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
            result = answer == null ? Proxies.call(delegate, method, args) : answer[0];
        } catch (Throwable failure) {
            thrown = failure;
            throw failure;
        } finally {
            if (state.isOff()) {
                join.cutOff(handle);
            } else {
                join.exit(handle, result, thrown);
            }
        }
        return result;
    }
}
