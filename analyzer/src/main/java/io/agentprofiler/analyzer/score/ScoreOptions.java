// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.score;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.input.Reasons;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Scores that are not in the recording. */
public final class ScoreOptions {
    @Option(
            names = "--scores",
            paramLabel = "FILE",
            description = "Scores of workflows, CSV or JSON with workflow_id, metric and value, to show quality beside"
                    + " run time and tokens.")
    private Path file;

    /** Returns the scores; none where no file was named. */
    public List<Score> read() throws CommandException {
        if (file == null) {
            return List.of();
        }
        try {
            return ScoreFile.read(file);
        } catch (ScoreFile.BadScoresException e) {
            throw new CommandException(e.getMessage());
        } catch (IOException e) {
            throw new CommandException(file + ": cannot be read: " + Reasons.of(e));
        }
    }
}
