// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.requests;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.text.CsvTable;
import io.agentprofiler.analyzer.read.tree.Decimals;
import io.agentprofiler.analyzer.read.tree.Times;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Requests as lines of a table whose first line names the columns: BurstGPT's, Azure's, and those that name theirs like them.
 *
 * <p><b>Threading:</b> one thread a file.
 */
final class CsvRequests {
    private static final List<String> INPUT =
            List.of("requesttokens", "contexttokens", "inputlength", "inputtokens", "prompttokens", "numprefilltokens");
    private static final List<String> OUTPUT = List.of(
            "responsetokens", "generatedtokens", "outputlength", "outputtokens", "completiontokens", "numdecodetokens");
    private static final List<String> ARRIVAL = List.of("timestamp", "arrivedat", "arrivaltime");
    private static final List<String> ELAPSED = List.of("elapsedtime");
    private static final List<String> MODEL = List.of("model", "modelname");
    private static final List<String> CONVERSATION = List.of("sessionid", "conversationid");
    private static final List<String> TYPE = List.of("logtype");
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    /** More seconds than that are milliseconds since 1970: the year 5138. */
    private static final BigDecimal MOST_SECONDS = new BigDecimal("1e11");

    private final List<String> columns;
    private final Problems problems;

    private CsvRequests(List<String> columns, Problems problems) {
        this.columns = columns;
        this.problems = problems;
    }

    /** Answers whether a line names the columns of a table of requests. */
    static boolean areNamedIn(String line) {
        if (line.contains("{") || line.contains("[")) {
            return false;
        }
        List<String> columns = new ArrayList<>();
        for (String name : line.split(",", -1)) {
            columns.add(plain(name));
        }
        return columns.stream().anyMatch(INPUT::contains)
                && columns.stream().anyMatch(OUTPUT::contains)
                && columns.stream().anyMatch(ARRIVAL::contains);
    }

    private static String plain(String name) {
        return name.replaceAll("[^A-Za-z]", "").toLowerCase(Locale.ROOT);
    }

    /** Reads the requests of a table. */
    static void read(InputStream stream, Problems problems, Consumer<Request> requests) throws IOException {
        CsvTable.read(stream, problems, columns -> {
            CsvRequests table =
                    new CsvRequests(columns.stream().map(CsvRequests::plain).toList(), problems);
            return line -> {
                Request request = table.request(line);
                if (request != null) {
                    requests.accept(request);
                }
            };
        });
    }

    private Request request(CsvRecord line) {
        long input = count(line, INPUT, "the tokens of the prompt");
        if (input == Unknown.LONG) {
            return null;
        }
        long output = count(line, OUTPUT, "the tokens of the answer");
        String type = text(line, TYPE);
        BigDecimal elapsed = number(line, ELAPSED);
        return new Request(
                arrival(line),
                elapsed == null ? Unknown.LONG : Times.of(elapsed, SECOND),
                new Request.RequestSizes(input, output, List.of(), Unknown.LONG),
                text(line, MODEL),
                text(line, CONVERSATION),
                type,
                // where the sort of log is told, a request without an answer is one that failed
                type == null || output == Unknown.LONG ? null : (Boolean) (output == 0));
    }

    private String text(CsvRecord line, List<String> names) {
        for (int i = 0; i < Math.min(columns.size(), line.getFieldCount()); i++) {
            if (names.contains(columns.get(i))) {
                String text = line.getField(i).strip();
                return text.isEmpty() ? null : text;
            }
        }
        return null;
    }

    private long count(CsvRecord line, List<String> names, String what) {
        BigDecimal number = number(line, names);
        if (number != null
                && number.signum() >= 0
                && number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
                && number.stripTrailingZeros().scale() <= 0) {
            return number.longValueExact();
        }
        problems.skipped(
                line.getStartingLineNumber(),
                "expected a whole number of 0 or more, " + what + "; the " + (names == INPUT ? "line" : "number")
                        + " is left out");
        return Unknown.LONG;
    }

    private BigDecimal number(CsvRecord line, List<String> names) {
        return Decimals.of(text(line, names));
    }

    /** Times are seconds, milliseconds where that would be too many, or a date. */
    private long arrival(CsvRecord line) {
        String text = text(line, ARRIVAL);
        BigDecimal number = Decimals.of(text);
        long nanos = Unknown.LONG;
        if (number != null) {
            nanos = Times.of(number, number.compareTo(MOST_SECONDS) > 0 ? MILLI : SECOND);
        } else if (text != null) {
            nanos = Times.ofText(text);
        }
        if (nanos == Unknown.LONG) {
            problems.skipped(line.getStartingLineNumber(), "expected seconds or a date; the time is left out");
        }
        return nanos;
    }
}
