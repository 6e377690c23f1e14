// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a JVM logs of the classes it loads, and of itself, with {@link #OPTION}. The log is written by the JVM, whether or
 * not there is an agent in it.
 *
 * <p><b>Threading:</b> one use, one thread.
 */
final class ClassLog {
    /** What precedes the file's name in the JVM's option. */
    static final String OPTION = "-Xlog:class+load=debug,class+path=info:file=";

    /** What follows it: nothing but the messages, and one file however large it becomes. */
    static final String OPTION_END = ":none:filecount=0";

    private static final String SOURCE = " source: ";
    private static final String HOME = "bootstrap loader class path=";
    private static final Pattern LOADER =
            Pattern.compile("loader: \\[loader data: \\w+ (?:of|for instance a) '([^']+)'");

    private final LoadedClasses classes;
    private Path home;

    private ClassLog(LoadedClasses classes) {
        this.classes = classes;
    }

    /** Reads a log into {@code classes}; returns the runtime's directory, {@code null} when it is not told. */
    static Path read(Path file, LoadedClasses classes) throws IOException {
        ClassLog log = new ClassLog(classes);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            log.read(lines);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return log.home;
    }

    private void read(BufferedReader lines) throws IOException {
        String name = null;
        String source = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int at = line.indexOf(SOURCE);
            if (at > 0 && line.charAt(0) != ' ') {
                if (name != null) {
                    classes.add(name, source, "unknown");
                }
                name = line.substring(0, at);
                source = line.substring(at + SOURCE.length());
            } else if (name != null && line.startsWith(" klass:")) {
                Matcher loader = LOADER.matcher(line);
                classes.add(name, source, loader.find() ? loaderName(loader.group(1)) : "unknown");
                name = null;
            } else if (line.startsWith(HOME)) {
                Path modules = Path.of(line.substring(HOME.length()).split(File.pathSeparator)[0]);
                home = modules.endsWith(Path.of("lib", "modules"))
                        ? modules.getParent().getParent()
                        : null;
            }
        }
    }

    /** Names a loader as people do. */
    static String loaderName(String internal) {
        String name = internal.replace('/', '.');
        return switch (name) {
            case "bootstrap" -> LoadedClasses.BOOT;
            case "jdk.internal.loader.ClassLoaders$PlatformClassLoader" -> LoadedClasses.PLATFORM;
            case "jdk.internal.loader.ClassLoaders$AppClassLoader" -> "app";
            default -> name;
        };
    }
}
