// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import java.util.List;
import java.util.Map;

/**
 * An agent, or none, as one JVM is started with it.
 *
 * @param name for the tables
 * @param options of the JVM
 * @param environment added to the JVM's environment
 */
record Probe(String name, List<String> options, Map<String, String> environment) {
    Probe(String name, String... options) {
        this(name, List.of(options), Map.of());
    }
}
