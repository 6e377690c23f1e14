// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.sessions;

import io.agentprofiler.analyzer.formats.sessions.log.AgentLinks.Sidecar;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.tree.JsonRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The file that Claude Code writes beside an agent's log: {@code agent-ID.meta.json} says which tool started the agent. */
final class Sidecars {
    private static final Pattern LOG = Pattern.compile("(?:\\.jsonl)?(?:\\.gz)?\\z");
    private static final Pattern NAME = Pattern.compile("\\A(?:agent-)?(.*?)(?:\\.meta\\.json)?\\z");
    private static final String END = ".meta.json";
    private static final long MOST_BYTES = 1 << 20;

    private Sidecars() {}

    /** Returns what stands beside a log, {@code null} where nothing does that can be read. */
    static Sidecar beside(Path log) {
        Path file = log.resolveSibling(
                LOG.matcher(String.valueOf(log.getFileName())).replaceFirst("") + END);
        return read(file);
    }

    /** Returns the id of the agent that a file is about, by its name. */
    static String agent(Path file) {
        return NAME.matcher(String.valueOf(file.getFileName())).replaceFirst("$1");
    }

    /** Returns what a file says, {@code null} where it cannot be read. */
    static Sidecar read(Path file) {
        Sidecar[] found = new Sidecar[1];
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES) {
                JsonRecords.read(
                        TraceFile.of(file),
                        bytes -> {},
                        new Problems(file),
                        (record, line) -> found[0] = new Sidecar(
                                record.text("agentType"), record.text("toolUseId"), record.text("parentAgentId")));
            }
        } catch (IOException e) {
            // the log is read all the same
            return null;
        }
        return found[0];
    }
}
