// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

import java.lang.invoke.MethodType;
import java.util.Map;

/** Finds types by the names that call sites carry: those of {@link Class#forName(String)}, and of primitive types. */
final class TypeNames {
    private static final Map<String, String> PRIMITIVES = Map.of(
            "void", "V",
            "boolean", "Z",
            "byte", "B",
            "char", "C",
            "short", "S",
            "int", "I",
            "long", "J",
            "float", "F",
            "double", "D");

    private TypeNames() {}

    /** Returns the type of a name, as a class of {@code loader} sees it. */
    static Class<?> type(String name, ClassLoader loader) throws ClassNotFoundException {
        String primitive = PRIMITIVES.get(name);
        return primitive == null
                ? Class.forName(name, false, loader)
                : MethodType.fromMethodDescriptorString("()" + primitive, null).returnType();
    }
}
