// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.score;

import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.read.InputFiles.Inputs;
import io.agentprofiler.analyzer.read.Reasons;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Scores that are not in the recording. */
public final class ScoreOptions {
    @Option(
            names = "--scores",
            paramLabel = "FILE",
            description = "Scores of workflows, CSV or JSON with workflow_id, metric and value, or what an evaluator of"
                    + " NeMo Agent Toolkit wrote, to show quality beside run time and tokens. May be given several"
                    + " times.")
    private List<Path> files = new ArrayList<>();

    /** Returns the files that were named. */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /** Returns the scores of all files; none where no file was named. */
    public List<Score> read() throws CommandException {
        List<Score> scores = new ArrayList<>();
        for (Path file : files) {
            scores.addAll(read(file));
        }
        return List.copyOf(scores);
    }

    /** Returns the scores of all files, and those that evaluators of NeMo Agent Toolkit wrote beside its traces. */
    public List<Score> read(Inputs inputs) throws CommandException {
        return files.isEmpty() ? besides(inputs) : read();
    }

    /** Returns the scores that evaluators of NeMo Agent Toolkit wrote beside its traces. */
    public static List<Score> besides(Inputs inputs) throws CommandException {
        return NatOutputs.beside(inputs);
    }

    /**
     * Returns the scores of a file.
     *
     * @throws CommandException when it cannot be read, or is none of scores
     */
    public static List<Score> read(Path file) throws CommandException {
        try {
            return ScoreFile.read(file);
        } catch (ScoreFile.BadScoresException e) {
            throw new CommandException(e.getMessage());
        } catch (IOException e) {
            throw new CommandException(file + ": cannot be read: " + Reasons.of(e));
        }
    }
}
