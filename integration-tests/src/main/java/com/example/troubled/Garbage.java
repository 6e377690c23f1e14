// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.troubled;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** Work that replaces objects in a large table until the collector has had a fair amount of work with it. */
final class Garbage {
    private static final int ROWS = 300_000;
    private static final long ENOUGH_MILLIS = 300;
    private static final int MOST_ROUNDS = 20_000;

    private Garbage() {}

    /** Returns what the table holds for a year. */
    static String collectFor(int year) {
        Object[] table = new Object[ROWS];
        long before = collectedMillis();
        int next = year;
        for (int round = 0; round < MOST_ROUNDS && collectedMillis() - before < ENOUGH_MILLIS; round++) {
            for (int i = 0; i < 10_000; i++) {
                next = next * 1_103_515_245 + 12_345;
                table[Math.floorMod(next >> 3, ROWS)] = new long[] {next, i};
            }
        }
        int filled = 0;
        for (Object row : table) {
            filled += row == null ? 0 : 1;
        }
        return filled > 0 ? "sales of " + year + " went up" : "no sales in " + year;
    }

    private static long collectedMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }
}
