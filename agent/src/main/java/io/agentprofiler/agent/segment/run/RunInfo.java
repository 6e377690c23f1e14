// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.stats.TraceClock;
import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What every segment's header says of the run.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param service the run's name, as set or worked out
 * @param pid process id
 * @param host name of the machine, {@code null} when unknown
 * @param jvm what runs the application
 * @param agent what traces it
 * @param clock the pair of readings all times are worked out from
 * @param settings the settings, by name
 */
public record RunInfo(
        String service,
        long pid,
        String host,
        Map<String, Object> jvm,
        Map<String, Object> agent,
        TraceClock clock,
        Map<String, Object> settings) {

    private static final DateTimeFormatter START =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final int LONGEST_NAME = 64;
    private static final List<String> DEVICES = List.of("CON", "PRN", "AUX", "NUL");
    private static final List<String> PORTS = List.of("COM", "LPT");

    /**
     * Describes this JVM.
     *
     * @param version the agent's version
     * @param ruleFiles names of the rule files that are on
     */
    public static RunInfo of(Settings settings, TraceClock clock, String version, List<String> ruleFiles) {
        Map<String, Object> jvm = new LinkedHashMap<>();
        jvm.put("name", System.getProperty("java.vm.name"));
        jvm.put("version", System.getProperty("java.runtime.version"));
        jvm.put("vendor", System.getProperty("java.vendor"));
        jvm.put("processors", Runtime.getRuntime().availableProcessors());
        jvm.put("max_heap_bytes", Runtime.getRuntime().maxMemory());
        Map<String, Object> agent = new LinkedHashMap<>();
        agent.put("version", version);
        agent.put("rules", List.copyOf(ruleFiles));
        return new RunInfo(
                settings.service(), ProcessHandle.current().pid(), hostName(), jvm, agent, clock, settings.describe());
    }

    /** Returns {@code <service>-<pid>-<start>}, the name of the run and of its directory. */
    public String run() {
        StringBuilder name = new StringBuilder(isDevice(service) ? "_" : "");
        for (int i = 0; i < Math.min(service.length(), LONGEST_NAME); i++) {
            char c = service.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
            name.append(plain || (i > 0 && (c == '.' || c == '-')) ? c : '_');
        }
        Instant start = Instant.ofEpochSecond(0, clock.epochNanos());
        return name + "-" + pid + "-" + START.format(start);
    }

    /** Answers whether Windows takes a name that begins so for a device, whatever follows the dot. */
    private static boolean isDevice(String name) {
        String stem = name.contains(".") ? name.substring(0, name.indexOf('.')) : "";
        return DEVICES.contains(stem.toUpperCase(Locale.ROOT))
                || (stem.length() == 4
                        && Character.isDigit(stem.charAt(3))
                        && PORTS.contains(stem.substring(0, 3).toUpperCase(Locale.ROOT)));
    }

    /** Returns the start of a run from the last part of its name. */
    static Instant startOf(String lastPart) {
        return START.parse(lastPart, Instant::from);
    }

    /** Asks no name server: that could take seconds, and opens a socket. */
    private static String hostName() {
        try (BufferedReader file =
                new BufferedReader(new FileReader("/proc/sys/kernel/hostname", StandardCharsets.UTF_8))) {
            String name = file.readLine();
            if (name != null && !name.isBlank()) {
                return name.trim();
            }
        } catch (IOException e) {
            // Not Linux: the environment may know.
        }
        String name = System.getenv("HOSTNAME");
        return name != null ? name : System.getenv("COMPUTERNAME");
    }
}
