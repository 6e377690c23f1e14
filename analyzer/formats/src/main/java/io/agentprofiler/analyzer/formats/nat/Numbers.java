// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.nat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;

/** Numbers as NAT's files have them. */
public final class Numbers {
    private Numbers() {}

    /** Rounds as Python's {@code %.2f} does: the exact binary value, halves to even. */
    public static String fixed(double number, int digits) {
        return new BigDecimal(number).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Writes a field. */
    public static void write(JsonGenerator json, String name, double number) {
        json.writeName(name);
        write(json, number);
    }

    /** Writes a number as Python does. */
    public static void write(JsonGenerator json, double number) {
        json.writeNumber(PythonText.of(number));
    }

    /** Returns the index of the first of sorted numbers above a value, their number when there is none. */
    public static int firstAfter(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] > value) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Numbers in a growing array. */
    public static final class NumberColumn {
        private double[] values = new double[64];
        private int size;

        public void add(double value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        public double get(int index) {
            return values[index];
        }

        public int size() {
            return size;
        }

        public double[] toArray() {
            return Arrays.copyOf(values, size);
        }

        /** Returns a sorted copy. */
        public double[] sorted() {
            double[] sorted = toArray();
            Arrays.sort(sorted);
            return sorted;
        }
    }
}
