// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import com.example.planted.Workload;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs cases: each program in a JVM of its own with the agent, then the shipped analyzer in this one on what it left.
 *
 * <p><b>Threading:</b> several cases may be run at a time; each has a model server and a directory of its own. Programs run side
 * by side, as they mostly wait, but while they start and are analyzed, one processor is left to the others.
 */
public final class CaseRun implements AutoCloseable {
    /** The file that says that a recording is whole. */
    private static final String DONE = "recorded";

    private static final long LIMIT_SECONDS = 300;
    private static final Set<String> OPTIONS = Set.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS");

    private final Path module;
    private final Path out;
    private final boolean keep;
    private final ShippedAnalyzer analyzer;
    /** For what needs a processor all the time, JVMs that start and analyses: one processor is left to the programs that are measured. */
    private final Semaphore turns =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() - 1), true);

    /**
     * Makes a run.
     *
     * @param root root of the project, where the jars were built
     * @param out where each case gets a directory
     * @param keep whether to analyze existing recordings instead of making new ones
     * @throws IOException if the analyzer's jar is not there, or another one than this expects
     */
    public CaseRun(Path root, Path out, boolean keep) throws IOException {
        this.module = root.resolve("integration-tests").toAbsolutePath().normalize();
        this.out = out;
        this.keep = keep;
        this.analyzer = new ShippedAnalyzer(module.resolveSibling("analyzer/target/analyzer.jar"), turns);
    }

    @Override
    public void close() throws IOException {
        analyzer.close();
    }

    /** Runs a case, and its fixed twin unless it is a control. */
    public Outcome run(PlantedCase planted) throws IOException, InterruptedException {
        Path dir = out.resolve(planted.id());
        Path before = dir.resolve(Workload.PLANTED);
        Run run = run(planted, Workload.PLANTED, before);
        if (planted.isControl()) {
            return new Outcome(planted, run, run, List.of());
        }
        Path after = dir.resolve(Workload.FIXED);
        Run twin = run(planted, Workload.FIXED, after);
        return new Outcome(planted, run, twin, promises(before, after, dir.resolve("diff.json")));
    }

    /** Asks what became of the findings. The report's are given, as only reports read flight recordings. */
    private List<Promised> promises(Path before, Path after, Path answer) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("diff", profile(before).toString(), profile(after).toString()));
        command.addAll(
                List.of("--promised", before.resolve("report/findings.json").toString()));
        command.addAll(List.of("--resamples", "200", "--format", "json"));
        analyzer.run(command, answer);
        return Promised.read(answer);
    }

    private Run run(PlantedCase planted, String variant, Path dir) throws IOException, InterruptedException {
        if (!keep || !Files.exists(dir.resolve(DONE))) {
            delete(dir);
            Files.createDirectories(dir);
            turns.acquire();
            try (PlannedServer server = PlannedServer.start(turns::release);
                    FarServer far = planted.setting().secure()
                            ? FarServer.start(
                                    keys(), URI.create(server.baseUrl()).getPort())
                            : null) {
                if (planted.setting().mocked()) {
                    // it asks no server, so nothing would say that it has started
                    server.asked();
                }
                start(program(planted, variant, dir, server, far), dir.resolve("program.txt"));
            }
            Files.createFile(dir.resolve(DONE));
        }
        Path report = dir.resolve("report");
        delete(report);
        List<String> command = new ArrayList<>(List.of("report"));
        if (planted.setting().recorded()) {
            command.addAll(List.of("--jfr", recording(dir).toString()));
        }
        command.addAll(List.of("--out", report.toString(), profile(dir).toString()));
        analyzer.run(command, dir.resolve("report.txt"));
        return Run.read(report);
    }

    private Path keys() throws IOException, InterruptedException {
        return FarServer.keys(out.resolve("localhost.p12"));
    }

    private List<String> program(PlantedCase planted, String variant, Path dir, PlannedServer server, FarServer far)
            throws IOException, InterruptedException {
        PlantedCase.Setting setting = planted.setting();
        List<String> command = new ArrayList<>();
        if (setting.heapMegabytes() > 0) {
            command.add("-Xmx" + setting.heapMegabytes() + "m");
        }
        command.add("-javaagent:" + module.resolveSibling("agent/target/agent-profiler.jar"));
        command.add("-Dagentprofiler.dir=" + profile(dir));
        command.add("-Dagentprofiler.content=" + setting.content());
        command.add("-Dagentprofiler.trace=" + Workload.class.getName() + "#ask");
        if (setting.recorded()) {
            command.add("-Dagentprofiler.jfr.file=" + recording(dir));
        }
        if (setting.polled()) {
            command.add("-Dagentprofiler.backends=" + server.backend());
            command.add("-Dagentprofiler.backends.interval=100ms");
        }
        if (far != null) {
            command.addAll(FarServer.trust(keys()));
            command.add("-Dagentprofiler.frameworks=all,http-clients");
        }
        command.add("-Dopenai.baseUrl=" + (far == null ? server.baseUrl() : far.baseUrl()));
        command.add("-D" + Workload.MOCKED + "=" + setting.mocked());
        command.add("-cp");
        command.add(module.resolve("target/classes")
                + File.pathSeparator
                + Files.readString(module.resolve(
                                "target/frameworks/" + planted.program().classPath() + ".classpath"))
                        .trim());
        command.add(planted.program().mainClass());
        command.addAll(List.of(planted.cause(), variant));
        command.addAll(List.of(String.valueOf(setting.workflows()), String.valueOf(setting.threads())));
        return command;
    }

    /** Runs a short JVM: the second compiler and parallel collectors would only cost it time. */
    private static void start(List<String> arguments, Path output) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        // what would add options, lines of the JVM's own, or a proxy between the program and its model server
        builder.environment()
                .keySet()
                .removeIf(name ->
                        OPTIONS.contains(name) || name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
        Process process = builder.start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("did not end in " + LIMIT_SECONDS + " s; it printed " + output);
            }
            if (process.exitValue() != 0) {
                throw new IOException("ended with exit code " + process.exitValue() + "; it printed " + output);
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static Path profile(Path dir) {
        return dir.resolve("profile");
    }

    private static Path recording(Path dir) {
        return dir.resolve("run.jfr");
    }

    private static void delete(Path dir) throws IOException {
        if (!Files.exists(dir)) {
            return;
        }
        try (Stream<Path> files = Files.walk(dir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
