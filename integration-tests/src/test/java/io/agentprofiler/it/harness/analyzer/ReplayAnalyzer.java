// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harness.analyzer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The shipped analyzer, which answers model calls from a recording without waiting. Closing kills it. */
public final class ReplayAnalyzer implements AutoCloseable {
    private static final Pattern ADDRESS =
            Pattern.compile("OpenAI: +(http://127\\.0\\.0\\.1:\\d+/v1)[\\s\\S]*How it goes");

    private final AnalyzerProcess process;

    private ReplayAnalyzer(AnalyzerProcess process) {
        this.process = process;
    }

    /**
     * Starts it on a recording.
     *
     * @param log where what it prints goes
     */
    public static ReplayAnalyzer start(Path recording, Path log) throws IOException {
        return start(List.of("--speed", "0", "--format", "markdown"), recording, log);
    }

    /** The same with options of its own. */
    public static ReplayAnalyzer start(List<String> options, Path recording, Path log) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("replay", "serve"));
        arguments.addAll(options);
        arguments.add(recording.toString());
        return new ReplayAnalyzer(AnalyzerProcess.start(List.of(), arguments, log, ADDRESS));
    }

    /** Returns what clients of OpenAI take as their base URL. */
    public String baseUrl() {
        return process.found(1);
    }

    /** Returns what it has printed so far. */
    public String printed() {
        return process.printed();
    }

    /** Sends SIGTERM, waits for the end and returns the exit code. */
    public int stop() throws InterruptedException {
        return process.stop();
    }

    @Override
    public void close() {
        process.close();
    }
}
