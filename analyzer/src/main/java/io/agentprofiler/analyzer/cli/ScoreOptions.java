// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.cli;

import io.agentprofiler.analyzer.read.Reasons;
import io.agentprofiler.analyzer.scores.Score;
import io.agentprofiler.analyzer.scores.ScoreFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Scores that are not in the recording. */
final class ScoreOptions {
    @Option(
            names = "--scores",
            paramLabel = "FILE",
            description = "Scores of workflows, CSV or JSON with workflow_id, metric and value, to show quality beside"
                    + " run time and tokens.")
    private Path file;

    /** Returns the scores; none where no file was named. */
    List<Score> read() throws CommandException {
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
