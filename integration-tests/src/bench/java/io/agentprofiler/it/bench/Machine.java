// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine of a measurement; without it, the figures mean nothing. */
final class Machine {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path LOAD = Path.of("/proc/loadavg");

    private Machine() {}

    /** Returns processors, JDK and the load of the last minute in a few words. */
    static String describe() {
        return Runtime.getRuntime().availableProcessors() + " x " + processor() + ", JDK "
                + System.getProperty("java.version") + ", load " + load();
    }

    private static String processor() {
        try {
            return Files.readAllLines(CPU_INFO).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            // not Linux
            return System.getProperty("os.arch");
        }
    }

    private static String load() {
        try {
            return Files.readString(LOAD).split(" ")[0];
        } catch (IOException e) {
            // not Linux
            return "unknown";
        }
    }
}
