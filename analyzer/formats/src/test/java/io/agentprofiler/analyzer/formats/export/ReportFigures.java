// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.agentprofiler.analyzer.testing.CommandRun;
import io.agentprofiler.analyzer.testing.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What the report says of a run: the figures that exports are held against. */
public final class ReportFigures {
    private final Map<String, NamedCsvRecord> bySpan = new HashMap<>();
    private final Json tokens;

    /** Has the report written. */
    public ReportFigures(Path run, Path out) throws IOException {
        CommandRun analyzer = new CommandRun();
        assertThat(analyzer.run("report", "--out", out, "--format", "spans,tokens", run))
                .as(analyzer.err())
                .isZero();
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(out.resolve("spans.csv"))) {
            rows.forEach(row -> bySpan.put(row.getField("span_id"), row));
        }
        tokens = Json.read(out.resolve("tokens.json"));
    }

    /** Returns the rows of spans.csv by span. */
    public Map<String, NamedCsvRecord> bySpan() {
        return bySpan;
    }

    /** Returns the sum of a column of whole numbers. */
    public long sum(String column) {
        return bySpan.values().stream()
                .map(row -> row.getField(column))
                .filter(field -> !field.isEmpty())
                .mapToLong(Long::parseLong)
                .sum();
    }

    /** Returns the sum of all costs. */
    public BigDecimal cost() {
        return bySpan.values().stream()
                .map(row -> row.getField("cost_usd"))
                .filter(field -> !field.isEmpty())
                .map(BigDecimal::new)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Returns tokens.json. */
    public Json tokens() {
        return tokens;
    }
}
