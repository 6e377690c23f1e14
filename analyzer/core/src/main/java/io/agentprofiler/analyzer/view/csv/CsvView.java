// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.csv;

import io.agentprofiler.analyzer.base.output.CsvFile;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Fields;
import io.agentprofiler.analyzer.view.cell.Units;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A list of a document as CSV: a row for each entry, a column for each field that one of them has. Fields of fields have both names with
 * a dot between them; of a list of texts or numbers the entries stand beside each other. A list of further rows has no column.
 */
public final class CsvView {
    private final List<String> columns = new ArrayList<>();
    /** Fields that are no columns, as they hold further fields. */
    private final Set<String> containers = new HashSet<>();

    private CsvView() {}

    /** Returns the parts of a document that are lists of rows, by name; parts of parts have both names with a dot between them. */
    public static Map<String, Iterable<?>> lists(Map<String, ?> parts) {
        Map<String, Iterable<?>> lists = new LinkedHashMap<>();
        parts.forEach((name, part) -> {
            if (part instanceof Map<?, ?> inner) {
                @SuppressWarnings("unchecked")
                Map<String, ?> fields = (Map<String, ?>) inner;
                lists(fields).forEach((innerName, list) -> lists.put(name + "." + innerName, list));
            } else if (part instanceof Iterable<?> list && areRows(list)) {
                lists.put(name, list);
            }
        });
        return lists;
    }

    /** An empty list may be one of anything: it has no rows either way. */
    private static boolean areRows(Iterable<?> list) {
        for (Object entry : list) {
            return entry instanceof Fields;
        }
        return true;
    }

    /** Writes a list to a stream, which is closed. */
    public static void write(Iterable<?> rows, OutputStream stream) throws IOException {
        CsvView view = new CsvView();
        if (rows instanceof Table.TableRecords records) {
            view.columns.addAll(records.names());
        }
        List<Map<String, String>> lines = new ArrayList<>();
        for (Object row : rows) {
            Map<String, String> line = new LinkedHashMap<>();
            view.flatten("", (Fields) row, line);
            view.order(line.keySet());
            lines.add(line);
        }
        view.columns.removeAll(view.containers);
        try (CsvFile csv = new CsvFile(stream)) {
            csv.row(view.columns.toArray(String[]::new));
            for (Map<String, String> line : lines) {
                csv.row(view.columns.stream().map(line::get).toArray(String[]::new));
            }
        }
    }

    /** Puts each column that is new behind the one that it follows in its row. */
    private void order(Iterable<String> names) {
        int place = 0;
        for (String name : names) {
            int known = columns.indexOf(name);
            if (known < 0) {
                columns.add(place, name);
                known = place;
            }
            place = known + 1;
        }
    }

    private void flatten(String before, Fields fields, Map<String, String> into) {
        fields.values().forEach((name, value) -> {
            if (value instanceof Fields inner) {
                containers.add(before + name);
                flatten(before + name + ".", inner, into);
            } else if (value instanceof Iterable<?> list && hasRows(list)) {
                containers.add(before + name);
            } else {
                into.put(before + name, text(value));
            }
        });
    }

    private static boolean hasRows(Iterable<?> list) {
        return list.iterator().hasNext() && list.iterator().next() instanceof Fields;
    }

    private static String text(Object value) {
        if (value instanceof Iterable<?> list) {
            List<Object> entries = new ArrayList<>();
            list.forEach(entries::add);
            return entries.stream().map(CsvView::text).collect(Collectors.joining(" "));
        }
        return value == null ? null : value instanceof BigDecimal number ? Units.decimal(number) : value.toString();
    }
}
