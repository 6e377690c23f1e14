// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.check;

import java.util.List;

/**
 * What a class file says of its class, as far as rules ask.
 *
 * @param name fully qualified, nested classes with {@code $}
 * @param flags access flags of the class
 * @param superName name of the superclass, {@code null} for {@code java.lang.Object}
 * @param interfaces names of the direct interfaces
 * @param signature generic signature, {@code null} when it has none
 * @param methods declared methods, constructors included
 */
record ClassFile(
        String name, int flags, String superName, List<String> interfaces, String signature, List<Method> methods) {
    private static final int ACC_STATIC = 0x0008;
    private static final int ACC_BRIDGE = 0x0040;
    private static final int ACC_ABSTRACT = 0x0400;

    /**
     * A declared method.
     *
     * @param name its name
     * @param flags its access flags
     * @param descriptor erased types as the class file writes them
     * @param signature generic signature, {@code null} when it has none
     */
    record Method(String name, int flags, String descriptor, String signature) {
        boolean isStatic() {
            return (flags & ACC_STATIC) != 0;
        }

        boolean isBridge() {
            return (flags & ACC_BRIDGE) != 0;
        }

        boolean isAbstract() {
            return (flags & ACC_ABSTRACT) != 0;
        }

        /** Returns the generic signature where there is one, else the descriptor. */
        String typed() {
            return signature != null ? signature : descriptor;
        }
    }
}
