// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

import io.agentprofiler.agent.context.propagation.PropagationStep;
import java.util.Set;

/**
 * A place in a JDK class that is told to the agent.
 *
 * @param type internal name of the class
 * @param methods names of the methods; every overload that has a body
 * @param arguments how many arguments the method has, -1 for any number
 * @param place where in the method
 * @param called name of the method whose call is meant, for {@link Place#CALL}, or of the field, for {@link Place#STORE} and
 *     {@link Place#READ}; else {@code null}
 * @param step what is told
 * @param operands with which objects; where a field is exchanged, with that and {@code this}, and {@code null}
 * @param since the first JDK that has the place; 17 stands for all supported ones
 */
record PropagationSite(
        String type,
        Set<String> methods,
        int arguments,
        Place place,
        String called,
        PropagationStep step,
        Operands operands,
        int since) {

    /** Names the site in the log. */
    @Override
    public String toString() {
        return type.replace('/', '.') + "#" + String.join("|", methods) + (called == null ? "" : " at " + called);
    }
}
