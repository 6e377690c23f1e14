// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness;

import java.nio.file.Path;

/**
 * An installed JDK.
 *
 * @param feature its feature release, for example 17
 * @param home its directory
 */
public record Jdk(int feature, Path home) {
    /** Returns the path of its {@code java}. */
    public String java() {
        return home.resolve("bin/java").toString();
    }

    @Override
    public String toString() {
        return "JDK " + feature;
    }
}
