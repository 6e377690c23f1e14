// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.site;

import java.lang.invoke.MethodType;

/**
 * Where the weaver gets the join point of a call site it links.
 *
 * <p><b>Threading:</b> any thread; called once a call site.
 */
@FunctionalInterface
public interface JoinPoints {
    /**
     * Returns the join point of one rule at one method.
     *
     * @param ruleIndex position of the rule in the list the engine was made with
     * @param className name of the class that declares the method
     * @param methodName its name
     * @param returnType name of its declared (erased) return type
     * @param parameterAnnotations annotation type names of each parameter, for {@code arg@Type} paths; empty arrays where
     *     there are none
     */
    JoinPoint joinPoint(
            int ruleIndex, String className, String methodName, String returnType, String[][] parameterAnnotations);

    /** Returns the join point of one rule at a function that can be suspended; parameters as above. */
    default JoinPoint suspending(
            int ruleIndex, String className, String methodName, String returnType, String[][] parameterAnnotations) {
        return joinPoint(ruleIndex, className, methodName, returnType, parameterAnnotations);
    }

    /**
     * Returns what answers calls of a method from a recording, {@code null} where nothing does.
     *
     * @param ruleIndex position of the rule in the list the engine was made with
     * @param declaring the class that declares the method
     * @param methodName its name
     * @param type its declared (erased) parameters and result
     * @param parameterAnnotations as above
     */
    default ReplayPoint replayPoint(
            int ruleIndex, Class<?> declaring, String methodName, MethodType type, String[][] parameterAnnotations) {
        return null;
    }
}
