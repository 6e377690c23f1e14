// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.output;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Rows of CSV (RFC 4180, lines end with a line feed, UTF-8) that a spreadsheet shows as text and never computes.
 *
 * <p>A cell that begins with {@code = + - @}, with their full-width forms, or with a tab or a line end is a formula to
 * spreadsheets; it gets an apostrophe in front, unless it is a number. So does a cell that begins with an apostrophe, so
 * that taking one away from every cell that has one gives back exactly what was recorded.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class CsvFile implements AutoCloseable {
    private static final String FORMULA = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20'";
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,400}(\\.\\d{1,400})?([eE][+-]?\\d{1,3})?");

    private final CsvWriter csv;

    /** Writes to a stream, which {@link #close} closes. */
    public CsvFile(OutputStream stream) {
        // a writer of its own: it replaces half a character, of which a cut text may consist
        this(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    }

    /** Writes to a writer, which {@link #close} closes. */
    public CsvFile(Writer writer) {
        csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(writer);
    }

    /** Writes a row; {@code null} is an empty cell. */
    public void row(String... cells) {
        String[] shown = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            shown[i] = cell(cells[i]);
        }
        csv.writeRecord(shown);
    }

    /** Returns a text as a cell that is no formula; {@code null} stays. */
    public static String cell(String text) {
        if (text == null || text.isEmpty() || FORMULA.indexOf(text.charAt(0)) < 0) {
            return text;
        }
        return NUMBER.matcher(text).matches() ? text : "'" + text;
    }

    /** Returns what {@link #cell} was given. */
    public static String recorded(String cell) {
        boolean guarded =
                cell != null && cell.length() > 1 && cell.charAt(0) == '\'' && FORMULA.indexOf(cell.charAt(1)) >= 0;
        return guarded ? cell.substring(1) : cell;
    }

    @Override
    public void close() throws IOException {
        csv.close();
    }
}
