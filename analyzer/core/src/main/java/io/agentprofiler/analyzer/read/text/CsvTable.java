// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read.text;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.agentprofiler.analyzer.read.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads a table whose first line names the columns, in UTF-8. A line may have more or fewer values than there are columns.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class CsvTable {
    private CsvTable() {}

    /**
     * Hands over the lines of a table in their order; what stands behind a line that is none of a table is told and left out.
     *
     * @param columns given the first line's names, once, returns what takes the other lines
     * @throws IOException when the stream cannot be read
     */
    public static void read(InputStream stream, Problems problems, Function<List<String>, Consumer<CsvRecord>> columns)
            throws IOException {
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .detectBomHeader(true)
                .ofCsvRecord(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            Iterator<CsvRecord> lines = reader.iterator();
            if (lines.hasNext()) {
                lines.forEachRemaining(columns.apply(List.copyOf(lines.next().getFields())));
            }
        } catch (CsvParseException e) {
            problems.skipped(
                    0, "not a table from some line on (" + e.getMessage() + "); what stands before it was read");
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
