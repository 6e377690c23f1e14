// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.replay;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What a method is declared to return.
 *
 * @param value its type; of a future or a publisher, what that brings
 * @param later whether it is a future
 */
record ReturnType(Type value, boolean later) {
    /**
     * Reads a method's declaration; where it cannot be read, nothing is known but the class. Classes that it names may be loaded,
     * not initialized.
     *
     * @param type its erased parameters and result
     * @param published whether it returns a publisher of one value
     */
    static ReturnType of(Class<?> declaring, String method, MethodType type, boolean published) {
        Class<?> returns = type.returnType();
        if (returns.getTypeParameters().length == 0) {
            return new ReturnType(published ? void.class : returns, false);
        }
        boolean later = returns == CompletableFuture.class || returns == CompletionStage.class;
        try {
            for (Method each : declaring.getDeclaredMethods()) {
                if (each.getName().equals(method)
                        && MethodType.methodType(each.getReturnType(), each.getParameterTypes())
                                .equals(type)) {
                    return of(each.getGenericReturnType(), later, published);
                }
            }
        } catch (TypeNotPresentException | LinkageError e) {
            // it names a class that is not there
            return new ReturnType(returns, false);
        }
        return new ReturnType(returns, false);
    }

    private static ReturnType of(Type declared, boolean later, boolean published) {
        return (later || published) && declared instanceof ParameterizedType future
                ? new ReturnType(future.getActualTypeArguments()[0], later)
                : new ReturnType(declared, false);
    }

    /** Returns a type's class. */
    static Class<?> erased(Type type) throws UnsupportedException {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        throw new UnsupportedException("results of type " + type.getTypeName() + " cannot be made again");
    }
}
