// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.model;

import java.util.List;

/**
 * Which methods a rule applies to. Exactly one of the three ways to name a class is set.
 *
 * @param by how {@code type} is meant
 * @param type a fully qualified class name, or a name prefix
 * @param except fully qualified names of classes that are left alone though they match
 * @param methods the signatures; a method matches when any of them does
 */
public record Match(By by, String type, List<String> except, List<MethodSignature> methods) {
    /** How a class is named. */
    public enum By {
        /** {@code class}: exactly this class. */
        CLASS,
        /** {@code subtypeOf}: this class or interface, its default methods included, and everything below it. */
        SUBTYPE,
        /** {@code prefix}: every class whose name starts so. */
        PREFIX
    }

    public Match {
        except = List.copyOf(except);
        methods = List.copyOf(methods);
    }
}
