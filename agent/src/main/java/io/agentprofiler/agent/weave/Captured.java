// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a parameter of {@link RuleAdvice} that carries an object of the call: the instance, an argument or the result.
 * Where a rule does not need the object, {@code null} is passed; a primitive is boxed only where it is needed.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
@interface Captured {
    /** The instance. */
    int SELF = -1;

    /** The result. */
    int RESULT = -2;

    /** The continuation of a function that can be suspended: its last argument, which no rule reads. */
    int CONTINUATION = -3;

    /** Number of an argument, {@link #SELF}, {@link #RESULT} or {@link #CONTINUATION}. */
    int value();
}
