// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet;

import io.agentprofiler.analyzer.base.output.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A table as a Parquet file. Its parts are written at the same time, each to a hidden file beside it, and put together at the end; of
 * each part, rows of a few megabytes are in memory.
 *
 * <p><b>Threading:</b> {@link #part}, {@link #finish} and {@link #close} on one thread; a part on any one thread.
 */
public final class ParquetFile<R> implements AutoCloseable {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int GROUP_BYTES = 8 << 20;
    private static final int GROUP_ROWS = 100_000;
    private static final int OPTIONAL = 1;

    private final Path target;
    private final List<Column<R>> columns;
    private final Map<String, String> metadata;
    private final SortedMap<Integer, FilePart> parts = new TreeMap<>();

    /** Describes a file; the metadata is a name and a value each. */
    public ParquetFile(Path target, List<Column<R>> columns, Map<String, String> metadata) {
        this.target = target;
        this.columns = List.copyOf(columns);
        this.metadata = metadata;
    }

    /** Opens a part: its place among the parts is by its number. */
    public FilePart part(int number) throws IOException {
        FilePart part = new FilePart(PrivateFiles.hidden(target, number + ".part"));
        parts.put(number, part);
        return part;
    }

    /** Rows that are written after one another. */
    public final class FilePart implements AutoCloseable {
        private final Path path;
        private final OutputStream out;
        private final List<ColumnValues> values = new ArrayList<>();
        private final List<List<ColumnValues.Chunk>> groups = new ArrayList<>();
        private int rows;

        FilePart(Path path) throws IOException {
            this.path = path;
            this.out = PrivateFiles.create(path);
            for (Column<R> column : columns) {
                values.add(new ColumnValues(column.type()));
            }
        }

        /** Adds a row. */
        public void write(R row) throws IOException {
            int bytes = 0;
            for (int i = 0; i < values.size(); i++) {
                values.get(i).add(columns.get(i).value().apply(row));
                bytes += values.get(i).size();
            }
            rows++;
            if (bytes > GROUP_BYTES || rows == GROUP_ROWS) {
                endGroup();
            }
        }

        private void endGroup() throws IOException {
            List<ColumnValues.Chunk> group = new ArrayList<>();
            for (ColumnValues column : values) {
                group.add(column.write(out));
            }
            groups.add(group);
            rows = 0;
        }

        @Override
        public void close() throws IOException {
            try (out) {
                if (rows > 0) {
                    endGroup();
                }
            }
        }
    }

    /** Puts the parts together, after all have been closed. */
    public void finish() throws IOException {
        Path whole = PrivateFiles.hidden(target, "whole.part");
        try (OutputStream out = PrivateFiles.create(whole)) {
            out.write(MAGIC);
            for (FilePart part : parts.values()) {
                Files.copy(part.path, out);
            }
            byte[] footer = footer();
            out.write(footer);
            for (int i = 0; i < Integer.BYTES; i++) {
                out.write(footer.length >>> 8 * i);
            }
            out.write(MAGIC);
        } catch (IOException e) {
            Files.deleteIfExists(whole);
            throw e;
        }
        PrivateFiles.finish(whole, target);
        close();
    }

    private byte[] footer() {
        Thrift file = new Thrift().int32(1, 2).structs(2, columns.size() + 1);
        file.element().text(4, "schema").int32(5, columns.size()).end();
        for (Column<R> column : columns) {
            file.element().int32(1, column.type().physical()).int32(3, OPTIONAL).text(4, column.name());
            column.type().describe(file);
            file.end();
        }
        List<List<ColumnValues.Chunk>> groups =
                parts.values().stream().flatMap(part -> part.groups.stream()).toList();
        file.int64(3, groups.stream().mapToLong(group -> group.get(0).rows()).sum());
        file.structs(4, groups.size());
        long offset = MAGIC.length;
        for (List<ColumnValues.Chunk> group : groups) {
            file.element().structs(1, group.size());
            long bytes = 0;
            for (int i = 0; i < group.size(); i++) {
                group.get(i).describe(file, columns.get(i), offset);
                offset += group.get(i).compressed();
                bytes += group.get(i).uncompressed();
            }
            file.int64(2, bytes).int64(3, group.get(0).rows()).end();
        }
        file.structs(5, metadata.size());
        metadata.forEach(
                (name, value) -> file.element().text(1, name).text(2, value).end());
        return file.text(6, "agent-profiler").whole();
    }

    @Override
    public void close() throws IOException {
        for (FilePart part : parts.values()) {
            Files.deleteIfExists(part.path);
        }
        parts.clear();
    }
}
