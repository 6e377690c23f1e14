// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.base.output.CsvFile;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code sizing.csv}: a row per level; written, and read again to ask for other targets. */
public final class LevelsCsv {
    private static final String CONCURRENCY = "concurrency";
    private static final String LATENCY = "llm_latency_p95_s";
    private static final String RUN_TIME = "workflow_runtime_p95_s";
    private static final String TOTAL = "total_runtime_s";
    private static final String WORKFLOWS = "workflows";
    private static final String FAILED = "failed";
    private static final String CALLS = "model_calls";
    private static final String INTERRUPTED = "interrupted";
    private static final String RATE = "workflows_per_s";

    private LevelsCsv() {}

    /** What a file of levels has that it should not have; the message names file and line. */
    public static final class BadLevelsException extends Exception {
        private static final long serialVersionUID = 1;

        BadLevelsException(String message) {
            super(message);
        }
    }

    static void write(Path target, List<Level> levels) throws IOException {
        PrivateFiles.write(target, stream -> {
            try (CsvFile csv = new CsvFile(stream)) {
                csv.row(CONCURRENCY, LATENCY, RUN_TIME, TOTAL, WORKFLOWS, FAILED, CALLS, INTERRUPTED, RATE);
                for (Level level : levels) {
                    csv.row(
                            Integer.toString(level.concurrency()),
                            text(level.latency()),
                            text(level.runTime()),
                            text(level.totalSeconds()),
                            Long.toString(level.counts().workflows()),
                            Long.toString(level.counts().failed()),
                            Long.toString(level.counts().calls()),
                            Boolean.toString(level.interrupted()),
                            text(level.workflowsPerSecond()));
                }
            }
        });
    }

    private static String text(double number) {
        return Double.isFinite(number) ? Double.toString(number) : "";
    }

    /**
     * Reads levels: the columns {@value #CONCURRENCY}, {@value #LATENCY} and {@value #RUN_TIME} must be there, the others
     * may be.
     *
     * @throws BadLevelsException when the file is not of this format, or has a concurrency twice
     * @throws IOException when it cannot be read
     */
    public static List<Level> read(Path file) throws IOException, BadLevelsException {
        Map<Integer, Level> levels = new TreeMap<>();
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : csv) {
                String place = file + ":" + row.getStartingLineNumber() + ": ";
                for (String column : List.of(CONCURRENCY, LATENCY, RUN_TIME)) {
                    if (row.findField(column).isEmpty()) {
                        throw new BadLevelsException(place + "no value for the column " + column
                                + "; the first line must name the columns " + CONCURRENCY + "," + LATENCY + ","
                                + RUN_TIME);
                    }
                }
                Level level = level(row, place);
                if (levels.put(level.concurrency(), level) != null) {
                    throw new BadLevelsException(place + "concurrency " + level.concurrency() + " stands there twice");
                }
            }
        } catch (CsvParseException e) {
            throw new BadLevelsException(file + ": not CSV: " + e.getMessage());
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw new BadLevelsException(file + ": not a text in UTF-8");
            }
            throw e.getCause();
        }
        List<Level> sorted = new ArrayList<>(levels.values());
        sorted.sort(Comparator.comparingInt(Level::concurrency));
        return List.copyOf(sorted);
    }

    private static Level level(NamedCsvRecord row, String place) throws BadLevelsException {
        double concurrency = number(row, CONCURRENCY, place);
        if (!(concurrency >= 1 && concurrency <= Integer.MAX_VALUE && concurrency == Math.rint(concurrency))) {
            throw new BadLevelsException(
                    place + CONCURRENCY + " takes a whole number of 1 or more, not " + row.getField(CONCURRENCY));
        }
        return new Level(
                (int) concurrency,
                number(row, LATENCY, place),
                number(row, RUN_TIME, place),
                number(row, TOTAL, place),
                new Level.LevelCounts(
                        count(row, WORKFLOWS, place), count(row, FAILED, place), count(row, CALLS, place)),
                row.findField(INTERRUPTED).map(Boolean::parseBoolean).orElse(false),
                List.of());
    }

    private static long count(NamedCsvRecord row, String column, String place) throws BadLevelsException {
        double number = number(row, column, place);
        return Double.isNaN(number) ? 0 : (long) number;
    }

    /** Returns the number, NaN of an empty field or a missing column. */
    private static double number(NamedCsvRecord row, String column, String place) throws BadLevelsException {
        String text = row.findField(column).map(String::strip).orElse("");
        if (text.isEmpty()) {
            return Double.NaN;
        }
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new BadLevelsException(place + column + " takes a number, not " + text);
        }
        throw new BadLevelsException(place + column + " takes a number of 0 or more, not " + text);
    }
}
