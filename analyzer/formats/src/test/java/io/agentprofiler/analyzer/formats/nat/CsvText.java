// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.util.List;

/** Reads CSV in a test. */
final class CsvText {
    private CsvText() {}

    static List<List<String>> records(String csv) throws IOException {
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(csv)) {
            return reader.stream().map(CsvRecord::getFields).toList();
        }
    }

    /** Returns a number where the field is one, else the text. */
    static Object value(String field) {
        try {
            return field.isEmpty() ? field : (Object) Double.parseDouble(field);
        } catch (NumberFormatException e) {
            return field;
        }
    }
}
