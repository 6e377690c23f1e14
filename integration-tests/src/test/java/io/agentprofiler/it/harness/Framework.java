// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

/** A framework version the programs run on; its jars were resolved by the build. */
public enum Framework {
    /** The oldest supported one. */
    V1_0("langchain4j-1.0.0", 100),
    /** Concurrent tools; the first agentic core. */
    V1_5("langchain4j-1.5.0", 105),
    /** The planner-based agentic core; stream handles. */
    V1_11("langchain4j-1.11.0", 111),
    /** The newest whose modules can all be had. */
    NEWEST("langchain4j-1.19.0", 119);

    private final String id;
    private final int minor;

    Framework(String id, int minor) {
        this.id = id;
        this.minor = minor;
    }

    /** Returns whether this is version 1.{@code other} or later. */
    public boolean isAtLeast(int other) {
        return minor >= 100 + other;
    }

    /** Returns the jars, separated as the JVM wants them. */
    public String classPath() {
        return Artifacts.classPath(id);
    }

    @Override
    public String toString() {
        return id;
    }
}
