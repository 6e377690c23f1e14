// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.report;

import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.trace.metric.Analysis;
import io.agentprofiler.analyzer.trace.metric.sequence.CallLimits;
import io.agentprofiler.analyzer.trace.pipeline.SpooledFile;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * Files of {@code report --out}, and data of the page, that a room above this one makes. A room offers its part as a service of this
 * type; a jar without the room writes all the other files.
 *
 * <p><b>Threading:</b> one thread.
 */
public interface ReportPart {
    /** Returns the parts of this jar, those that are written without being named first. */
    static List<ReportPart> all() {
        return ServiceLoader.load(ReportPart.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing((ReportPart part) -> !part.isUsual())
                        .thenComparing(ReportPart::word))
                .toList();
    }

    /** Returns the word of {@code --format} that asks for the files. */
    String word();

    /** Returns whether the files are written where {@code --format} names none. */
    default boolean isUsual() {
        return true;
    }

    /** Returns a line for users who named no files, printed below the report; {@code null} for none. */
    default String hint() {
        return null;
    }

    /** Returns an object with options of the command line that only these files need; {@code null} where there are none. */
    default Object options() {
        return null;
    }

    /** Returns the analyses whose answers the files show. */
    default List<Analysis<?>> analyses() {
        return List.of();
    }

    /** Returns the analyses whose answers {@link #page} shows. */
    default List<Analysis<?>> pageAnalyses() {
        return List.of();
    }

    /**
     * Returns data for the page, each by its name there.
     *
     * @param scores scores from files
     */
    default Map<String, Consumer<JsonGenerator>> page(Outcome outcome, List<Score> scores) {
        return Map.of();
    }

    /**
     * Begins to write the files.
     *
     * @param directory where to; it exists
     * @param limits from where on something about calls is worth telling
     */
    Writing open(Path directory, CallLimits limits);

    /** The files of one report, while they are written. */
    interface Writing {
        /** Returns the files that take traces while they are read. */
        default List<SpooledFile> spooled() {
            return List.of();
        }

        /** Writes the files that show answers of analyses. */
        default void write(Outcome outcome, List<Score> scores) throws IOException {}

        /** Returns the files written. */
        List<Path> written();

        /** Returns what is missing, and why, a line each. */
        List<String> notes();
    }
}
