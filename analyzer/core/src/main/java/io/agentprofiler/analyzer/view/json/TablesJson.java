// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view.json;

import io.agentprofiler.analyzer.view.Block;
import io.agentprofiler.analyzer.view.Column;
import io.agentprofiler.analyzer.view.Note;
import io.agentprofiler.analyzer.view.Section;
import io.agentprofiler.analyzer.view.SideBySide;
import io.agentprofiler.analyzer.view.Table;
import io.agentprofiler.analyzer.view.cell.Cell;
import io.agentprofiler.analyzer.view.cell.Emphasis;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * The tables of a document as people see them, for a page whose script draws and sorts them: of each cell how it reads and what it
 * is. Tables without rows or columns are left out.
 */
public final class TablesJson {
    private TablesJson() {}

    /** Writes the tables in order. */
    public static void write(List<? extends Block> blocks, JsonGenerator json) {
        List<Entry> entries = new ArrayList<>();
        collect(blocks, entries);
        write(json, entries);
    }

    /** Writes the tables of sections in order, one without a title under the heading of its section. */
    public static void writeUnderHeadings(List<Section> sections, JsonGenerator json) {
        List<Entry> entries = new ArrayList<>();
        for (Section section : sections) {
            for (Block block : section.blocks()) {
                if (block instanceof Table table && table.title() == null && isDrawn(table)) {
                    entries.add(new Entry(table, section.title(), section.explanation(), new ArrayList<>()));
                } else {
                    collect(List.of(block), entries);
                }
            }
        }
        write(json, entries);
    }

    private static void write(JsonGenerator json, List<Entry> entries) {
        json.writeStartArray();
        entries.forEach(entry -> entry.write(json));
        json.writeEndArray();
    }

    private static void collect(List<? extends Block> blocks, List<Entry> into) {
        for (Block block : blocks) {
            if (block instanceof Section section) {
                collect(section.blocks(), into);
            } else if (block instanceof SideBySide sides) {
                collect(sides.sections(), into);
            } else if (block instanceof Table table && table.title() != null && isDrawn(table)) {
                into.add(new Entry(table, table.title(), table.explanation(), new ArrayList<>()));
            } else if (block instanceof Note note && !note.text().isEmpty() && !into.isEmpty()) {
                into.get(into.size() - 1).notes().add(note.text());
            }
        }
    }

    /** Time lines are not tables for a script to sort. */
    private static boolean isDrawn(Table table) {
        return !table.onPages().isEmpty() && !table.hasAxis();
    }

    /** A table and what stands below it. */
    private record Entry(Table table, String title, String explanation, List<String> notes) {
        void write(JsonGenerator json) {
            List<List<Cell>> rows = table.onPages();
            List<Integer> columns = table.filled(rows);
            json.writeStartObject();
            json.writeStringProperty("title", title);
            json.writeStringProperty("explanation", explanation);
            json.writeNumberProperty("left_out", table.total() - rows.size());
            json.writeArrayPropertyStart("notes");
            table.footnotes(columns).forEach(json::writeString);
            notes.forEach(json::writeString);
            json.writeEndArray();
            json.writeArrayPropertyStart("columns");
            for (int i : columns) {
                Column column = table.columns().get(i);
                json.writeStartObject();
                json.writeStringProperty("title", column.title());
                json.writeBooleanProperty("left", column.left());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("rows");
            for (List<Cell> row : rows) {
                json.writeStartArray();
                columns.forEach(i -> cell(row.get(i), json));
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeEndObject();
        }

        private static void cell(Cell cell, JsonGenerator json) {
            json.writeStartObject();
            json.writeStringProperty(
                    "text", cell.beside().isEmpty() ? cell.text() : cell.text() + " · " + cell.beside());
            if (cell.raw() != null && !cell.raw().equals(cell.text())) {
                json.writeName("raw");
                JsonView.value(cell.raw(), json);
            }
            if (cell.emphasis() != Emphasis.PLAIN) {
                json.writeStringProperty("emphasis", cell.emphasis().word());
            }
            if (cell.drawing() instanceof Cell.ShareBar bar) {
                json.writeNumberProperty("bar", bar.share());
            }
            json.writeEndObject();
        }
    }
}
