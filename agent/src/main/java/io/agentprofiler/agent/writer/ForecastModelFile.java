// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.writer;

import io.agentprofiler.shared.forecast.ModelFileException;
import io.agentprofiler.shared.forecast.StageLookup;
import io.agentprofiler.shared.forecast.StageModel;
import io.agentprofiler.shared.forecast.StageModelReader;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The file that {@code agentprofiler.forecast} names. */
public final class ForecastModelFile {
    private ForecastModelFile() {}

    /**
     * Reads it.
     *
     * @param problem takes the line that says what is wrong with it
     * @return {@code null} if it cannot be used: then nothing is forecast
     */
    public static StageLookup read(String file, Consumer<String> problem) {
        try {
            StageModel model = StageModelReader.read(Path.of(file));
            if (model != null) {
                return new StageLookup(model);
            }
            refuse(problem, file + " tells nothing of workflows that go on: it was trained on too few");
        } catch (ModelFileException e) {
            refuse(problem, e.getMessage());
        } catch (NoSuchFileException e) {
            refuse(problem, file + " does not exist");
        } catch (FileSystemException e) {
            refuse(
                    problem,
                    file + " cannot be read: "
                            + (e.getReason() == null ? e.getClass().getSimpleName() : e.getReason()));
        } catch (IOException | InvalidPathException e) {
            refuse(problem, file + " cannot be read: " + e.getMessage());
        }
        return null;
    }

    private static void refuse(Consumer<String> problem, String why) {
        problem.accept("agentprofiler.forecast: " + why
                + "; nothing is forecast. \"java -jar analyzer.jar forecast --save FILE DIR\" makes such a file");
    }
}
