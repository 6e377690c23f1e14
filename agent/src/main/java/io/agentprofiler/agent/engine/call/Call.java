// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.call;

import io.agentprofiler.agent.context.Span;
import io.agentprofiler.agent.engine.site.JoinPoint;
import io.agentprofiler.agent.engine.site.RuleState;
import io.agentprofiler.rules.path.root.PathRoots;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One call on the application's thread, as a path sees it. Made only for paths that are more than a plain argument.
 */
public final class Call implements PathRoots {
    /** Of each class the annotations of its methods' parameters, by their names: to ask for them copies all of them. */
    private static final ClassValue<Map<Method, String[][]>> ANNOTATIONS = new ClassValue<>() {
        @Override
        protected Map<Method, String[][]> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final RuleState state;
    private final String[][] parameterAnnotations;
    private final Object self;
    private final Object[] args;
    private final Object result;
    private final boolean mayCall;
    /** The span whose end the call is read for; {@code null} where it is read before that. */
    private final Span span;

    /** Makes the roots of a call that is read on a thread of the agent's. */
    public Call(RuleState state, String[][] parameterAnnotations, Object self, Object[] args, Object result) {
        this(state, parameterAnnotations, self, args, result, true, null);
    }

    /** Makes the roots of a call that is read for the end of a span, and may read what was kept for that. */
    public Call(
            RuleState state, String[][] parameterAnnotations, Object self, Object[] args, Object result, Span span) {
        this(state, parameterAnnotations, self, args, result, true, span);
    }

    /**
     * Makes a call's roots.
     *
     * @param mayCall whether paths may call methods of the application's objects: not on its own threads
     */
    public Call(
            RuleState state,
            String[][] parameterAnnotations,
            Object self,
            Object[] args,
            Object result,
            boolean mayCall) {
        this(state, parameterAnnotations, self, args, result, mayCall, null);
    }

    private Call(
            RuleState state,
            String[][] parameterAnnotations,
            Object self,
            Object[] args,
            Object result,
            boolean mayCall,
            Span span) {
        this.state = state;
        this.parameterAnnotations = parameterAnnotations;
        this.self = self;
        this.args = args;
        this.result = result;
        this.mayCall = mayCall;
        this.span = span;
    }

    @Override
    public Object self() {
        return self;
    }

    @Override
    public Object arg(int index) {
        return index < args.length ? args[index] : null;
    }

    @Override
    public Map<String, Object> allArgs() {
        return args(this);
    }

    @Override
    public Object result() {
        return result;
    }

    @Override
    public Throwable thrown() {
        return null;
    }

    @Override
    public Object kept(String name) {
        return span == null ? null : KeptList.of(span, name);
    }

    @Override
    public Object annotatedArg(String annotationType) {
        return annotatedArg(this, parameterAnnotations, annotationType);
    }

    @Override
    public void unresolved(String path, Class<?> on, String step) {
        state.unresolved(path);
    }

    @Override
    public void notRead(String path, String step, String why) {
        state.notRead(path, why);
    }

    @Override
    public Object call(String path, MethodHandle method, Object on) throws Throwable {
        if (!mayCall && on.getClass().getClassLoader() != null) {
            state.notRead(path, "it is read on the application's thread, where the agent calls no methods");
            return null;
        }
        return PathRoots.super.call(path, method, on);
    }

    @Override
    public void failed(String path, Throwable failure) {
        state.accessorFailed(path);
    }

    /** Returns the arguments of a call by their names. */
    public static Map<String, Object> args(PathRoots call) {
        Map<String, Object> args = new LinkedHashMap<>();
        for (int i = 0; i < JoinPoint.MAX_ARGS; i++) {
            Object argument = call.arg(i);
            if (argument != null) {
                args.put("arg" + i, argument);
            }
        }
        return args;
    }

    /**
     * Finds the argument with an annotation: by the join point's own parameters, else, where the arguments hold a
     * {@link Method} followed by its argument array as an invocation handler's do, by that method's.
     */
    public static Object annotatedArg(PathRoots call, String[][] parameterAnnotations, String annotationType) {
        for (int i = 0; i < parameterAnnotations.length; i++) {
            for (String annotation : parameterAnnotations[i]) {
                if (annotation.equals(annotationType)) {
                    return call.arg(i);
                }
            }
        }
        for (int i = 0; i + 1 < JoinPoint.MAX_ARGS; i++) {
            if (call.arg(i) instanceof Method method && call.arg(i + 1) instanceof Object[] reflected) {
                return annotatedArg(method, reflected, annotationType);
            }
        }
        return null;
    }

    private static Object annotatedArg(Method method, Object[] args, String annotationType) {
        String[][] annotations =
                ANNOTATIONS.get(method.getDeclaringClass()).computeIfAbsent(method, Call::annotationsOf);
        for (int i = 0; i < annotations.length && i < args.length; i++) {
            for (String annotation : annotations[i]) {
                if (annotation.equals(annotationType)) {
                    return args[i];
                }
            }
        }
        return null;
    }

    private static String[][] annotationsOf(Method method) {
        Annotation[][] annotations = method.getParameterAnnotations();
        String[][] names = new String[annotations.length][];
        for (int i = 0; i < names.length; i++) {
            names[i] = new String[annotations[i].length];
            for (int j = 0; j < names[i].length; j++) {
                names[i][j] = annotations[i][j].annotationType().getName();
            }
        }
        return names;
    }
}
