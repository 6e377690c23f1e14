// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Framework;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares our agent with others and prints a table for each benchmark, with ratios from the same run.
 *
 * <p>Arguments: the directory with the other agents' jars, then {@code calls}, {@code start-up}, {@code weaver}, {@code app}
 * or {@code all}, then the number of rounds. {@code start-up} and {@code app} take a program too, {@code app:spring-ai} for
 * example.
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
        String[] part = what.split(":", 2);
        if (part[0].equals("all") || part[0].equals("calls")) {
            new CallCost(work, Probes.OURS + ", both sinks").run(probes.forCalls(), rounds);
        }
        if (part[0].equals("all") || part[0].equals("weaver")) {
            Path advice = AdviceJar.write(work);
            new CallCost(work, Probes.OURS + ", not sampled").run(probes.forWeaverCalls(advice), rounds);
            new StartUp(new StartUp.Program(
                            "one traced call", "com.example.nested.OneCall", System.getProperty("java.class.path")))
                    .run(probes.forWeaver(advice, Probes.NESTED), rounds);
            new StartUp(startUpPrograms().get(0)).run(probes.forWeaver(advice, Probes.LANGCHAIN4J), rounds);
        }
        if (part[0].equals("all") || part[0].equals("start-up")) {
            for (StartUp.Program program : startUpPrograms()) {
                if (part.length == 1 || part[1].equals(program.name())) {
                    new StartUp(program).run(probes.forStartUp(), rounds);
                }
            }
        }
        if (part[0].equals("all") || part[0].equals("app")) {
            new WholeApp(work).run(probes, rounds, part.length > 1 ? part[1] : "");
        }
        Directories.delete(work);
    }

    private static List<StartUp.Program> startUpPrograms() {
        String tests = Path.of("target/test-classes").toAbsolutePath().toString();
        return List.of(
                new StartUp.Program(
                        "langchain4j",
                        "com.example.agents.model.LocalAnswer",
                        String.join(
                                File.pathSeparator,
                                Artifacts.programs().toString(),
                                tests,
                                Framework.NEWEST.classPath())),
                new StartUp.Program(
                        "spring-ai",
                        "com.example.answer.SpringAiAnswer",
                        String.join(File.pathSeparator, tests, Artifacts.classPath("spring-ai-2.0"))));
    }
}
