// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the operating system tells of a process. Linux tells all of it in {@code /proc}; elsewhere {@link ProcessHandle} knows
 * what can be known.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class ProcessView {
    private static final String NAMESPACE_IDS = "NSpid:";

    private ProcessView() {}

    /** Returns the words of its command line behind the program's name; none when they cannot be seen. */
    public static List<String> words(long pid) {
        List<String> all = strings(pid, "cmdline");
        if (all.size() > 1) {
            return all.subList(1, all.size());
        }
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().arguments())
                .map(Arrays::asList)
                .orElse(List.of());
    }

    /** Returns its environment variables; none when they cannot be seen. */
    public static Map<String, String> environment(long pid) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String variable : strings(pid, "environ")) {
            int equals = variable.indexOf('=');
            if (equals > 0) {
                variables.put(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        return variables;
    }

    /** Returns the options that a JVM takes from its environment. */
    public static List<String> inheritedOptions(Map<String, String> environment) {
        List<String> all = new ArrayList<>(CommandLine.words(environment.get("JAVA_TOOL_OPTIONS")));
        all.addAll(CommandLine.words(environment.get("JDK_JAVA_OPTIONS")));
        return all;
    }

    /** Returns its working directory, {@code null} when it cannot be seen. */
    static Path directory(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"));
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** Answers whether a process has loaded a JVM; where that cannot be seen, whether its program is Java's launcher. */
    public static boolean hasJvm(long pid) {
        try {
            String maps = Files.readString(Path.of("/proc", Long.toString(pid), "maps"), StandardCharsets.ISO_8859_1);
            return maps.contains("/libjvm.so");
        } catch (IOException e) {
            return ProcessHandle.of(pid)
                    .flatMap(process -> process.info().command())
                    .filter(CommandLine::isLauncher)
                    .isPresent();
        }
    }

    /** Returns the ids of a process: here, and in the namespaces of process ids that it is in as well. */
    public static Set<String> ids(long pid) {
        Set<String> ids = new LinkedHashSet<>(Set.of(Long.toString(pid)));
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            lines.filter(line -> line.startsWith(NAMESPACE_IDS))
                    .forEach(line -> ids.addAll(List.of(
                            line.substring(NAMESPACE_IDS.length()).strip().split("\\s+"))));
        } catch (IOException | UncheckedIOException e) {
            // another system, or a process that is over: it has the one id
        }
        return ids;
    }

    /** Answers whether a process sees other files than this one, and not this one; {@code false} where that cannot be seen. */
    public static boolean isElsewhere(long pid, Path file) {
        try {
            Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/mnt"));
            Path other = Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns", "mnt"));
            return !own.equals(other)
                    && !Files.isRegularFile(Path.of("/proc/" + pid + "/root" + file.toAbsolutePath()));
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static List<String> strings(long pid, String file) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), file));
            List<String> strings =
                    new ArrayList<>(Arrays.asList(new String(bytes, Charset.defaultCharset()).split("\0", -1)));
            if (!strings.isEmpty() && strings.get(strings.size() - 1).isEmpty()) {
                strings.remove(strings.size() - 1);
            }
            return strings;
        } catch (IOException e) {
            // another system, another user's process, or one that is over
            return List.of();
        }
    }
}
