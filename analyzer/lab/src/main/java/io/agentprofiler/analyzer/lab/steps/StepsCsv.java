// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps;

import io.agentprofiler.analyzer.base.output.CsvFile;
import io.agentprofiler.analyzer.base.output.PrivateFiles;
import io.agentprofiler.analyzer.base.stat.Unknown;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * {@code step_profiles.csv}, as ThunderAgent writes it: a row a step, in the order they were completed. What is not known is an empty
 * cell, also where ThunderAgent writes 0.
 */
public final class StepsCsv {
    private static final int PLACES = 4;
    private static final int NANOS_OF_A_SECOND = 9;

    private record StepLine(Program program, Step step) {}

    private StepsCsv() {}

    /**
     * Writes the file, and makes its directory; it appears only when it is complete.
     *
     * @throws IOException when it cannot be written
     */
    public static void write(Programs programs, Path target) throws IOException {
        List<StepLine> rows = new ArrayList<>();
        programs.list().forEach(program -> program.steps().forEach(step -> rows.add(new StepLine(program, step))));
        // steps of which this is not known stand first: their number is the least there is
        rows.sort(Comparator.comparingLong(row -> row.step().completedNanos()));
        Path directory = target.toAbsolutePath().getParent();
        if (directory != null) {
            PrivateFiles.directory(directory);
        }
        PrivateFiles.write(target, stream -> {
            try (CsvFile csv = new CsvFile(stream)) {
                csv.row(
                        "program_id",
                        "step_id",
                        "prefill_s",
                        "decode_s",
                        "pause_s",
                        "tool_call_s",
                        "kv_hit_rate",
                        "completed_at");
                for (StepLine row : rows) {
                    csv.row(cells(row.program(), row.step()));
                }
            }
        });
    }

    private static String[] cells(Program program, Step step) {
        return new String[] {
            program.id(),
            Integer.toString(step.number()),
            seconds(step.prefillNanos()),
            seconds(step.decodeNanos()),
            seconds(step.pauseNanos()),
            seconds(step.outsideNanos()),
            Double.isNaN(step.hitRate()) ? null : rounded(BigDecimal.valueOf(step.hitRate())),
            seconds(step.completedNanos())
        };
    }

    private static String seconds(long nanos) {
        return nanos == Unknown.LONG ? null : rounded(BigDecimal.valueOf(nanos, NANOS_OF_A_SECOND));
    }

    private static String rounded(BigDecimal number) {
        return number.setScale(PLACES, RoundingMode.HALF_EVEN).toPlainString();
    }
}
