// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.own;

import java.lang.reflect.Method;
import net.bytebuddy.implementation.bind.annotation.Origin;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.implementation.bind.annotation.This;

/**
 * The behaviour of each method of an application type: takes a moment, and prints a line if the caller is not the program.
 */
public final class Watched {
    private static final String WATCHER = "io.agentprofiler.";

    /** Makes the results of methods. */
    static volatile OwnObjects objects;

    private Watched() {}

    /** Is called in place of a method. */
    @RuntimeType
    public static Object called(@This Object self, @Origin Method method) throws InterruptedException {
        Thread.sleep(1);
        boolean watched = StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(WATCHER)));
        if (watched) {
            System.out.println("not called by the program: " + method);
        }
        return switch (method.getName()) {
            case "equals" ->
                method.getParameterCount() == 1 ? (Object) false : objects.of(method.getGenericReturnType());
            case "hashCode" -> method.getParameterCount() == 0 ? (Object) 7 : objects.of(method.getGenericReturnType());
            case "toString" -> method.getParameterCount() == 0 ? "own" : objects.of(method.getGenericReturnType());
            default -> objects.of(method.getGenericReturnType());
        };
    }
}
