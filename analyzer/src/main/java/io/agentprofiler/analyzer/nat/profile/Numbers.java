// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.nat.profile;

import io.agentprofiler.analyzer.nat.PythonText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;

/** Numbers as NAT's files have them. */
final class Numbers {
    private Numbers() {}

    /** Rounds as Python's {@code %.2f} does: the exact binary value, halves to even. */
    static String fixed(double number, int digits) {
        return new BigDecimal(number).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    }

    static void write(JsonGenerator json, String name, double number) {
        json.writeName(name);
        write(json, number);
    }

    static void write(JsonGenerator json, double number) {
        json.writeNumber(PythonText.of(number));
    }

    /** Numbers in a growing array. */
    static final class Column {
        private double[] values = new double[64];
        private int size;

        void add(double value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        double get(int index) {
            return values[index];
        }

        int size() {
            return size;
        }

        double[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }
}
