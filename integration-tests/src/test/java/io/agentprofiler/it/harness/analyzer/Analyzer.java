// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness.analyzer;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Jdk;
import io.agentprofiler.it.harness.ProcessResult;
import java.nio.file.Path;
import java.util.Arrays;

/** The shipped analyzer, run as a separate process. Its output goes to files, not to a terminal. */
public final class Analyzer {
    private Analyzer() {}

    /**
     * Runs a command.
     *
     * @param dir where it runs, and leaves what it printed
     * @param arguments command, options and inputs
     */
    public static ProcessResult run(Jdk jdk, Path dir, Object... arguments) {
        return AgentProcess.of("io.agentprofiler.analyzer.cli.Main", dir)
                .jdk(jdk)
                .withoutAgent()
                .classPath(Artifacts.analyzerJar().toString())
                .args(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new))
                .run();
    }
}
