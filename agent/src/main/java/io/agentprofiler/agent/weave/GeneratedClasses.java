// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave;

/**
 * Recognises classes made at run time to stand in front of another: each call of theirs is also a call of the real
 * object, which is the one to see.
 *
 * <p><b>Threading:</b> any.
 */
final class GeneratedClasses {
    private GeneratedClasses() {}

    /** Answers whether a class is a JDK proxy or a subclass proxy of one of the usual libraries. */
    static boolean isProxy(String internalName) {
        return internalName.startsWith("$Proxy", internalName.lastIndexOf('/') + 1)
                || internalName.contains("$$")
                || internalName.contains("$ByteBuddy$");
    }
}
