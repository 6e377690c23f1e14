// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;

/**
 * A Java runtime, by the file {@code release} in its directory, which every JDK since 9 and every image of {@code jlink} has.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param directory where it is; {@code null} when unknown
 * @param feature its feature release, for example 17; 0 when unknown
 * @param modules the modules it has; empty when unknown
 */
public record JavaHome(Path directory, int feature, Set<String> modules) {
    /** A runtime nothing is known of. */
    public static final JavaHome UNKNOWN = new JavaHome(null, 0, Set.of());

    /** Looks at a runtime's directory. */
    public static JavaHome of(Path directory) {
        if (directory == null) {
            return UNKNOWN;
        }
        Properties release = new Properties();
        try (Reader reader = Files.newBufferedReader(directory.resolve("release"))) {
            release.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            // a runtime without the file, or with one of another kind
            return new JavaHome(directory, 0, Set.of());
        }
        String modules = unquoted(release.getProperty("MODULES", ""));
        return new JavaHome(
                directory,
                feature(unquoted(release.getProperty("JAVA_VERSION", ""))),
                modules.isBlank() ? Set.of() : Set.of(modules.strip().split("\\s+")));
    }

    /** Finds the runtime of a launcher, links followed: {@code HOME/bin/java}, or {@code HOME/jre/bin/java} before 9. */
    public static JavaHome ofLauncher(String program, String path) {
        Path launcher = find(program, path);
        if (launcher == null) {
            return UNKNOWN;
        }
        try {
            Path bin = launcher.toRealPath().getParent();
            Path home = bin == null ? null : bin.getParent();
            JavaHome found = of(home);
            return found.feature() == 0 && home != null && home.getParent() != null ? of(home.getParent()) : found;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /** Finds a program as a shell does; {@code null} when it is not there. */
    static Path find(String program, String path) {
        if (program.contains("/") || program.contains("\\")) {
            return Files.exists(Path.of(program)) ? Path.of(program) : null;
        }
        for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
            for (String suffix : new String[] {"", ".exe"}) {
                if (!folder.isBlank() && Files.isExecutable(Path.of(folder, program + suffix))) {
                    return Path.of(folder, program + suffix);
                }
            }
        }
        return null;
    }

    /** Reads the feature release: of {@code 17.0.2} it is 17, of {@code 1.8.0_292} it is 8; 0 when there is none. */
    static int feature(String version) {
        String[] numbers = version.split("[^0-9]+");
        if (numbers.length == 0 || numbers[0].isEmpty()) {
            return 0;
        }
        return Integer.parseInt(numbers[0].equals("1") && numbers.length > 1 ? numbers[1] : numbers[0]);
    }

    private static String unquoted(String text) {
        return text.replace("\"", "");
    }
}
