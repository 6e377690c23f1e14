// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet;

import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param name its name
 * @param type its type
 * @param value its value in a row, of the type's class; {@code null} where that is not known
 */
public record Column<R>(String name, Type type, Function<R, Object> value) {

    /** Types of columns, with the format's numbers for them. */
    enum Type {
        /** {@link Long}. */
        LONG(2),
        /** {@link Double}. */
        DOUBLE(5),
        /** {@link String}, in UTF-8. */
        TEXT(6),
        /** {@link Long}: nanoseconds since 1970, of which microseconds are written: Spark reads no others as times. */
        TIME(2),
        /** {@link java.math.BigDecimal}: US dollars, with {@value #MONEY_SCALE} decimal places. */
        MONEY(2);

        static final int MONEY_SCALE = 12;
        static final int MONEY_PRECISION = 18;

        private static final int CONVERTED_UTF8 = 0;
        private static final int CONVERTED_DECIMAL = 5;
        private static final int CONVERTED_MICROSECONDS = 10;

        private final int physical;

        Type(int physical) {
            this.physical = physical;
        }

        int physical() {
            return physical;
        }

        /** Writes what a schema element says of the type beside its physical one, fields 6 to 10. */
        void describe(Thrift element) {
            switch (this) {
                case TEXT ->
                    element.int32(6, CONVERTED_UTF8).struct(10).struct(1).end().end();
                case TIME ->
                    element.int32(6, CONVERTED_MICROSECONDS)
                            .struct(10)
                            .struct(8)
                            .bool(1, true)
                            .struct(2)
                            .struct(2)
                            .end()
                            .end()
                            .end()
                            .end();
                case MONEY ->
                    element.int32(6, CONVERTED_DECIMAL)
                            .int32(7, MONEY_SCALE)
                            .int32(8, MONEY_PRECISION)
                            .struct(10)
                            .struct(5)
                            .int32(1, MONEY_SCALE)
                            .int32(2, MONEY_PRECISION)
                            .end()
                            .end();
                case LONG, DOUBLE -> {
                    // are what they are stored as
                }
            }
        }
    }
}
