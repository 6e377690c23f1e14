// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import java.util.List;

/**
 * A method by name, parameter types and return type, written
 * {@code name(java.lang.String,int):java.lang.Object}.
 *
 * <p>A parameter list of {@code ..} matches any parameters, a return type of {@code *} (or none written) any result, a
 * name of {@code *} any method. Types are erased and fully qualified; arrays end in {@code []}, nested classes use
 * {@code $}.
 *
 * @param name method name, or {@code *}
 * @param parameters erased parameter type names, or {@code null} for any
 * @param returns erased return type name, or {@code null} for any
 */
public record MethodSignature(String name, List<String> parameters, String returns) {
    public MethodSignature {
        parameters = parameters == null ? null : List.copyOf(parameters);
    }
}
