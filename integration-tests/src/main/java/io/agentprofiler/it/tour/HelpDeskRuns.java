// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.tour;

import com.example.helpdesk.HelpDesk;
import io.agentprofiler.it.demo.Shell;
import io.agentprofiler.it.openai.OpenAiServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The two runs of the tour: a day of each release of the help desk, with the profiler attached. */
public final class HelpDeskRuns {
    /** The release that works. */
    public static final String BEFORE = "2.0";

    /** The release with faults. */
    public static final String AFTER = "2.1";

    private final Path root;
    private final Path dir;
    private final Shell shell;

    /**
     * Makes the runs.
     *
     * @param root root of the project, where the jars were built
     * @param dir where the recordings and the customers' ratings go; emptied
     * @param shell runs the programs
     */
    public HelpDeskRuns(Path root, Path dir, Shell shell) {
        this.root = root;
        this.dir = dir;
        this.shell = shell;
    }

    /** Returns the directory of both runs; the newer one is that of release 2.1. */
    public Path profile() {
        return dir.resolve("profile");
    }

    /** Returns the customers' ratings of a release. */
    public Path ratings(String release) {
        return dir.resolve("ratings-" + release + ".csv");
    }

    /** Runs both releases in sequence. */
    public void record() throws IOException, InterruptedException {
        Shell.makeEmpty(dir);
        for (String release : List.of(BEFORE, AFTER)) {
            try (OpenAiServer server = HelpDeskModel.start()) {
                record(release, server.baseUrl());
            }
        }
    }

    private void record(String release, String baseUrl) throws IOException, InterruptedException {
        List<String> shown = new ArrayList<>(List.of(
                Shell.java(),
                "-javaagent:" + shell.built("agent/target/agent-profiler.jar"),
                "-Dagentprofiler.service=helpdesk",
                "-Dagentprofiler.dir=" + shell.relative(profile()),
                "-Dagentprofiler.content=full",
                "-Dagentprofiler.rules="
                        + shell.built(
                                "integration-tests/target/classes/io/agentprofiler/it/tour/helpdesk-rules.json")));
        List<String> command = new ArrayList<>(shown);
        // a short run: the second compiler and parallel collectors would only cost it time
        command.addAll(1, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.add("-Dhelpdesk.baseUrl=" + baseUrl);
        command.add("-cp");
        command.add(root.resolve("integration-tests/target/classes")
                + File.pathSeparator
                + Files.readString(root.resolve(
                                shell.built("integration-tests/target/frameworks/langchain4j-1.19.0.classpath")))
                        .trim());
        List<String> program = List.of(HelpDesk.class.getName(), release, shell.relative(ratings(release)));
        command.addAll(program);
        shown.add("-cp ... " + String.join(" ", program));
        shell.step("A day of the help desk, release " + release, shown, command);
    }
}
