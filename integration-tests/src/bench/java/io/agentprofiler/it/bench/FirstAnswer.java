// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs a program to its first answer, and says what the process took until then. Linux only. */
public final class FirstAnswer {
    private static final long MILLIS_A_TICK = 10;

    private FirstAnswer() {}

    /** Runs the class that the first argument names, then prints CPU milliseconds and resident kilobytes of this process. */
    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        String stat = Files.readString(Path.of("/proc/self/stat"));
        // the second field, the program's name, may hold spaces
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        System.out.println("took " + ticks * MILLIS_A_TICK + " " + kilobytes("VmRSS:"));
    }

    private static long kilobytes(String field) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith(field)) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("/proc/self/status has no " + field);
    }
}
