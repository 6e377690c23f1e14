// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.steps.thunderagent;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.agentprofiler.analyzer.base.output.CsvFile;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.text.CsvTable;
import io.agentprofiler.analyzer.read.tree.Decimals;
import io.agentprofiler.analyzer.read.tree.Times;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.List;

/**
 * The rows of {@code step_profiles.csv}. Columns are known by their names: later releases have more of them.
 *
 * <p><b>Threading:</b> one thread a file.
 */
final class StepTable {
    private static final List<String> NEEDED = List.of("program_id", "step_id", "prefill_s", "decode_s");
    private static final long SECOND = 1_000_000_000;

    private final List<String> columns;
    private final Problems problems;

    private StepTable(List<String> columns, Problems problems) {
        this.columns = columns;
        this.problems = problems;
    }

    /** Takes the rows in their order. */
    @FunctionalInterface
    interface Rows {
        void take(StepRow row);
    }

    /** Answers whether a line names the columns. */
    static boolean isNamedIn(String line) {
        return List.of(line.strip().replace("\uFEFF", "").split(",", -1)).containsAll(NEEDED);
    }

    /** Reads a table. */
    static void read(InputStream stream, Problems problems, Rows rows) throws IOException {
        CsvTable.read(stream, problems, columns -> {
            StepTable table = new StepTable(columns, problems);
            return line -> {
                StepRow row = table.row(line);
                if (row != null) {
                    rows.take(row);
                }
            };
        });
    }

    private StepRow row(CsvRecord line) {
        String program = CsvFile.recorded(text(line, "program_id"));
        BigDecimal number = number(line, "step_id");
        if (program == null || number == null || number.signum() <= 0 || !isWhole(number)) {
            problems.skipped(
                    line.getStartingLineNumber(),
                    "expected a program_id, and a step_id of 1 or more; the line is left out");
            return null;
        }
        long prefill = length(line, "prefill_s");
        long decode = length(line, "decode_s");
        boolean streamed = prefill != 0 || decode != 0;
        return new StepRow(
                line.getStartingLineNumber(),
                program,
                number.longValue(),
                new StepRow.RowTimes(
                        streamed ? prefill : Unknown.LONG,
                        streamed ? decode : Unknown.LONG,
                        length(line, "pause_s"), // there is nothing before the first
                        number.longValue() == 1 ? Unknown.LONG : length(line, "tool_call_s")),
                new StepRow.RowTokens(
                        rate(line),
                        count(line, "prompt_tokens"),
                        count(line, "completion_tokens"),
                        count(line, "cached_tokens")),
                length(line, "completed_at"));
    }

    private String text(CsvRecord line, String column) {
        int at = columns.indexOf(column);
        String text =
                at < 0 || at >= line.getFieldCount() ? "" : line.getField(at).strip();
        return text.isEmpty() ? null : text;
    }

    private BigDecimal number(CsvRecord line, String column) {
        return Decimals.of(text(line, column));
    }

    private static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0 && number.precision() - number.scale() < 10;
    }

    private long length(CsvRecord line, String column) {
        if (text(line, column) == null) {
            return Unknown.LONG;
        }
        BigDecimal seconds = number(line, column);
        long nanos = seconds == null ? Unknown.LONG : Times.of(seconds, SECOND);
        if (nanos == Unknown.LONG) {
            leftOut(line, column, "seconds of 0 or more");
        }
        return nanos;
    }

    private long count(CsvRecord line, String column) {
        if (text(line, column) == null) {
            return Unknown.LONG;
        }
        BigDecimal number = number(line, column);
        if (number == null || number.signum() < 0 || !isWhole(number)) {
            leftOut(line, column, "a whole number of 0 or more");
            return Unknown.LONG;
        }
        return number.longValue();
    }

    private BigDecimal rate(CsvRecord line) {
        String column = "kv_hit_rate";
        if (text(line, column) == null) {
            return null;
        }
        BigDecimal rate = number(line, column);
        if (rate == null || rate.signum() < 0 || rate.compareTo(BigDecimal.ONE) > 0) {
            leftOut(line, column, "a share from 0 to 1");
            return null;
        }
        return rate;
    }

    private void leftOut(CsvRecord line, String column, String expected) {
        problems.skipped(line.getStartingLineNumber(), column + ": expected " + expected + "; the value is left out");
    }

    /**
     * A step as ThunderAgent tells it. Lengths are nanoseconds; what it does not tell is {@link Unknown#LONG} or {@code null}.
     *
     * <p>It writes 0 where nothing was measured: 0 for both prefill and decode is an answer that was not streamed.
     *
     * @param line where it stands, from 1
     * @param program the program's id
     * @param number its number in the program, from 1
     * @param times its parts
     * @param tokens its tokens
     * @param completedNanos when it was over, since 1970
     */
    record StepRow(long line, String program, long number, RowTimes times, RowTokens tokens, long completedNanos) {
        /**
         * Its parts.
         */
        record RowTimes(long prefillNanos, long decodeNanos, long pauseNanos, long outsideNanos) {}

        /**
         * Its tokens.
         */
        record RowTokens(BigDecimal hitRate, long input, long output, long cached) {}

        /** Answers whether it is known when the step began. */
        boolean isMeasured() {
            return completedNanos != Unknown.LONG
                    && times.prefillNanos() != Unknown.LONG
                    && times.decodeNanos() != Unknown.LONG
                    && times.pauseNanos() != Unknown.LONG;
        }

        /** Returns when it began, where that is known, else when it was over; or absent. */
        long startNanos() {
            return isMeasured()
                    ? Math.max(0, completedNanos - times.prefillNanos() - times.decodeNanos() - times.pauseNanos())
                    : completedNanos;
        }
    }
}
