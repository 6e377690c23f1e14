// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import io.agentprofiler.analyzer.answer.score.QualityLog.Score;
import io.agentprofiler.analyzer.answer.score.ScoreOptions;
import io.agentprofiler.analyzer.command.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Scores from files that others may write anew while they are shown. What cannot be read leaves the scores as they were: an evaluator
 * may be writing the file.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class LiveScores {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<Path, Known> files = new LinkedHashMap<>();
    private long looked;
    private boolean isFirst = true;
    private int version;

    /** What was read of a file, as it was then. */
    private record Known(Stamp stamp, List<Score> scores, String problem) {}

    /** What changes when a file is written or replaced; {@code null} as a whole where there is none. */
    private record Stamp(Object key, long size, long modified) {
        static Stamp of(Path file) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                return new Stamp(
                        attributes.fileKey(),
                        attributes.size(),
                        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
            } catch (IOException e) {
                // it is read all the same, which says why it cannot be
                return null;
            }
        }
    }

    /**
     * Reads the files for the first time.
     *
     * @throws CommandException when one cannot be read, or is none of scores
     */
    public LiveScores(List<Path> files) throws CommandException {
        for (Path file : files) {
            Stamp stamp = Stamp.of(file);
            this.files.put(file, new Known(stamp, ScoreOptions.read(file), null));
        }
    }

    /**
     * Reads what has changed, if it is time to look.
     *
     * @param nanoTime a value of {@link System#nanoTime}
     * @return how often anything has changed so far
     */
    int version(long nanoTime) {
        if (isFirst || nanoTime - looked >= LOOK_NANOS) {
            isFirst = false;
            looked = nanoTime;
            files.replaceAll((file, known) -> {
                Stamp stamp = Stamp.of(file);
                return stamp != null && stamp.equals(known.stamp()) ? known : again(file, stamp, known);
            });
        }
        return version;
    }

    private Known again(Path file, Stamp stamp, Known before) {
        Known now;
        try {
            now = new Known(stamp, ScoreOptions.read(file), null);
        } catch (CommandException e) {
            now = new Known(stamp, before.scores(), e.getMessage());
        }
        if (!now.scores().equals(before.scores()) || !Objects.equals(now.problem(), before.problem())) {
            version++;
        }
        return now;
    }

    /** Returns the scores of all files. */
    List<Score> scores() {
        List<Score> all = new ArrayList<>();
        files.values().forEach(known -> all.addAll(known.scores()));
        return all;
    }

    /** Returns what is wrong with files, a sentence each; then the scores that they held before are still used. */
    List<String> problems() {
        List<String> all = new ArrayList<>();
        for (Known known : files.values()) {
            if (known.problem() != null) {
                all.add("The scores read before are shown: " + known.problem());
            }
        }
        return all;
    }
}
