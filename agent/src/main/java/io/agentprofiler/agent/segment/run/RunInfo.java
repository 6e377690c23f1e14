// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.stats.TraceClock;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
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

    private static final int LONGEST_NAME = 64;
    private static final String OWN_PROCESS = "/proc/self";
    private static final int NANOS_PER_MILLI = 1_000_000;
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
        return new RunInfo(settings.get(Setting.SERVICE), ownPid(), hostName(), jvm, agent, clock, settings.describe());
    }

    /** Linux tells it by the name of a directory, without the some sixteen classes that {@link ProcessHandle} brings along. */
    private static long ownPid() {
        try {
            return Long.parseLong(new File(OWN_PROCESS).getCanonicalFile().getName());
        } catch (IOException | NumberFormatException e) {
            return ProcessHandle.current().pid();
        }
    }

    /**
     * Returns the same with the model by which workflows are forecast.
     *
     * @param file its name, without the directory
     * @param workflows from how many workflows it was learned
     * @param untilNanos when the last of them ended, nanoseconds since 1970; negative if not known
     */
    public RunInfo withForecasts(String file, int workflows, long untilNanos) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("model", file);
        model.put("workflows", workflows);
        if (untilNanos >= 0) {
            model.put("until_epoch_ns", untilNanos);
        }
        Map<String, Object> all = new LinkedHashMap<>(agent);
        all.put("forecast", model);
        return new RunInfo(service, pid, host, jvm, all, clock, settings);
    }

    /** Returns {@code <service>-<pid>-<start>}, the name of the run and of its directory. */
    public String run() {
        StringBuilder name = new StringBuilder(isDevice(service) ? "_" : "");
        for (int i = 0; i < Math.min(service.length(), LONGEST_NAME); i++) {
            char c = service.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
            name.append(plain || (i > 0 && (c == '.' || c == '-')) ? c : '_');
        }
        name.append('-').append(pid).append('-');
        return name.append(startText(Instant.ofEpochSecond(0, clock.epochNanos())))
                .toString();
    }

    /**
     * Returns the last part of the name of a run that begins at a moment, which {@link #startOf} reads. Neither takes a format: its
     * classes are many, and every start would load them.
     */
    public static String startText(Instant moment) {
        OffsetDateTime start = moment.atOffset(ZoneOffset.UTC);
        StringBuilder into = new StringBuilder();
        appendDigits(start.getYear(), 4, into);
        appendDigits(start.getMonthValue(), 2, into);
        appendDigits(start.getDayOfMonth(), 2, into);
        into.append('T');
        appendDigits(start.getHour(), 2, into);
        appendDigits(start.getMinute(), 2, into);
        appendDigits(start.getSecond(), 2, into);
        into.append('.');
        appendDigits(start.getNano() / NANOS_PER_MILLI, 3, into);
        return into.append('Z').toString();
    }

    private static void appendDigits(int number, int width, StringBuilder into) {
        String digits = Integer.toString(number);
        into.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
    }

    /** Answers whether Windows takes a name that begins so for a device, whatever follows the dot. */
    private static boolean isDevice(String name) {
        String stem = name.contains(".") ? name.substring(0, name.indexOf('.')) : "";
        return DEVICES.contains(stem.toUpperCase(Locale.ROOT))
                || (stem.length() == 4
                        && Character.isDigit(stem.charAt(3))
                        && PORTS.contains(stem.substring(0, 3).toUpperCase(Locale.ROOT)));
    }

    /**
     * Returns the start of a run from the last part of its name, {@code 20261123T081236.001Z} for example.
     *
     * @throws java.time.DateTimeException if there is no such day or time
     */
    static Instant startOf(String lastPart) {
        return LocalDateTime.of(
                        digits(lastPart, 0, 4),
                        digits(lastPart, 4, 6),
                        digits(lastPart, 6, 8),
                        digits(lastPart, 9, 11),
                        digits(lastPart, 11, 13),
                        digits(lastPart, 13, 15),
                        digits(lastPart, 16, 19) * NANOS_PER_MILLI)
                .toInstant(ZoneOffset.UTC);
    }

    private static int digits(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    /** Asks no name server: that could take seconds, and opens a socket. */
    private static String hostName() {
        try (BufferedReader file = new BufferedReader(
                new InputStreamReader(new FileInputStream("/proc/sys/kernel/hostname"), StandardCharsets.UTF_8))) {
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
