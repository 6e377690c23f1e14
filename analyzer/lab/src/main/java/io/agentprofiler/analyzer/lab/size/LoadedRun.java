// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.size;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The runs that {@code replay load} made at several levels of load, as the file {@value #FILE} of its directory lists them.
 *
 * @param directory the run's directory
 * @param concurrency how many workflows it kept running at once; 0 where it did not say, as in an open loop
 */
public record LoadedRun(Path directory, int concurrency) {
    /** Name of the file. */
    public static final String FILE = "levels.csv";
    /** The column with the name of the run's directory. */
    public static final String RUN = "run";
    /** The column with the number of workflows at once; empty where that was left open. */
    public static final String CONCURRENCY = "concurrency";

    /**
     * Returns the runs of a directory; none where it is not one of {@code replay load}.
     *
     * @throws IOException when the file cannot be read, or is not such a file; the message names it
     */
    public static List<LoadedRun> in(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        List<LoadedRun> runs = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return runs;
        }
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : csv) {
                String run = row.findField(RUN).orElse("");
                String count = row.findField(CONCURRENCY).orElse("").strip();
                if (!run.matches("[\\w.-]+") || !count.matches("\\d{0,9}")) {
                    throw new IOException(file + ":" + row.getStartingLineNumber() + ": expected the columns " + RUN
                            + ", a directory beside this file, and " + CONCURRENCY + ", a number or nothing");
                }
                runs.add(new LoadedRun(directory.resolve(run), count.isEmpty() ? 0 : Integer.parseInt(count)));
            }
        } catch (CsvParseException e) {
            throw new IOException(file + ": not CSV: " + e.getMessage(), e);
        }
        return runs;
    }
}
