// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet;

import io.agentprofiler.analyzer.formats.export.parquet.Column.Type;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/**
 * The values of a column in the rows that are not written yet.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ColumnValues {
    private static final long NANOS_PER_MICRO = 1000;

    private static final int PLAIN = 0;
    private static final int RLE = 3;
    private static final int MOST_BITS = 63;

    private final Type type;
    private final ByteArrayOutputStream values = new ByteArrayOutputStream();
    /** Which rows have a value: runs of equal answers, each a length and the answer. */
    private final ByteArrayOutputStream runs = new ByteArrayOutputStream();

    private boolean has;
    private int run;
    private int rows;

    ColumnValues(Type type) {
        this.type = type;
    }

    /** Adds the value of the next row, {@code null} for none. */
    void add(Object value) {
        boolean written = value != null && write(value);
        if (run > 0 && has != written) {
            endRun();
        }
        has = written;
        run++;
        rows++;
    }

    /** Answers whether the value has a place in the column. */
    private boolean write(Object value) {
        switch (type) {
            case LONG -> number((Long) value);
            case TIME -> number(Math.floorDiv((Long) value, NANOS_PER_MICRO));
            case DOUBLE -> number(Double.doubleToRawLongBits((Double) value));
            case MONEY -> {
                BigDecimal dollars = ((BigDecimal) value).setScale(Type.MONEY_SCALE, RoundingMode.HALF_UP);
                if (dollars.precision() > Type.MONEY_PRECISION
                        || dollars.unscaledValue().bitLength() > MOST_BITS) {
                    return false;
                }
                number(dollars.unscaledValue().longValueExact());
            }
            case TEXT -> {
                byte[] bytes = ((String) value).getBytes(StandardCharsets.UTF_8);
                bytes(values, bytes.length, Integer.BYTES);
                values.writeBytes(bytes);
            }
        }
        return true;
    }

    private void number(long value) {
        bytes(values, value, Long.BYTES);
    }

    private static void bytes(ByteArrayOutputStream into, long value, int count) {
        for (int i = 0; i < count; i++) {
            into.write((int) (value >>> 8 * i));
        }
    }

    private void endRun() {
        int rest = run << 1;
        while ((rest & ~0x7f) != 0) {
            runs.write(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        runs.write(rest);
        runs.write(has ? 1 : 0);
        run = 0;
    }

    /** Returns about how many bytes wait. */
    int size() {
        return values.size() + runs.size();
    }

    /** Writes what there is as a chunk of one page, and forgets it. */
    Chunk write(OutputStream out) throws IOException {
        if (run > 0) {
            endRun();
        }
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try (GZIPOutputStream zipped = new GZIPOutputStream(page)) {
            ByteArrayOutputStream length = new ByteArrayOutputStream();
            bytes(length, runs.size(), Integer.BYTES);
            length.writeTo(zipped);
            runs.writeTo(zipped);
            values.writeTo(zipped);
        }
        int uncompressed = Integer.BYTES + size();
        byte[] header = new Thrift()
                .int32(1, 0)
                .int32(2, uncompressed)
                .int32(3, page.size())
                .struct(5)
                .int32(1, rows)
                .int32(2, PLAIN)
                .int32(3, RLE)
                .int32(4, RLE)
                .end()
                .whole();
        out.write(header);
        page.writeTo(out);
        Chunk chunk = new Chunk(rows, (long) header.length + uncompressed, (long) header.length + page.size());
        values.reset();
        runs.reset();
        rows = 0;
        return chunk;
    }

    /**
     * A chunk of a column that was written.
     *
     * @param rows rows, with and without values
     * @param uncompressed its bytes before they were compressed
     * @param compressed its bytes in the file
     */
    record Chunk(int rows, long uncompressed, long compressed) {
        private static final int GZIP = 2;

        /** Describes it as a chunk of a row group. */
        void describe(Thrift list, Column<?> column, long offset) {
            list.element()
                    .int64(2, offset)
                    .struct(3)
                    .int32(1, column.type().physical())
                    .ints(2, PLAIN, RLE)
                    .texts(3, column.name())
                    .int32(4, GZIP)
                    .int64(5, rows)
                    .int64(6, uncompressed)
                    .int64(7, compressed)
                    .int64(9, offset)
                    .end()
                    .end();
        }
    }
}
