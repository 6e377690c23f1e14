// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Framework;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Measures our agent beside others and prints a table each, with ratios taken in the same run.
 *
 * <p>Arguments: the directory with the other agents' jars, then {@code calls}, {@code start-up} or {@code all}, then the
 * number of rounds.
 */
public final class Benchmarks {
    private Benchmarks() {}

    /** Measures; arguments as in the class comment. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path agents = Path.of(args[0]).toAbsolutePath();
        String what = args[1];
        int rounds = Integer.parseInt(args[2]);
        Path work = Files.createTempDirectory("agent-profiler-bench");
        Probes probes = new Probes(agents, Artifacts.agentJar(), work);
        if (!what.equals("start-up")) {
            new CallCost(work).run(probes.forCalls(), rounds);
        }
        if (!what.equals("calls")) {
            String classPath = String.join(
                    File.pathSeparator,
                    Artifacts.programs().toString(),
                    Path.of("target/test-classes").toAbsolutePath().toString(),
                    Framework.NEWEST.classPath());
            new StartUp(classPath).run(probes.forStartUp(), rounds);
        }
        Directories.delete(work);
    }
}
