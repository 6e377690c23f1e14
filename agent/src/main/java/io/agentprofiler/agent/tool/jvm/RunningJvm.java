// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import io.agentprofiler.agent.tool.jvm.OtherJvm.RefusedException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A running JVM, asked from outside by the JDK's attach interface, as {@code jcmd} does it: its properties, its command line
 * and the names of its classes. Nothing is loaded into it and nothing in it is changed.
 *
 * <p><b>Threading:</b> one use, one thread.
 */
public final class RunningJvm {
    /** The system counts a process's start from its own, in another clock than that of the runs' names. */
    private static final Duration CLOCK_STEP = Duration.ofSeconds(10);

    private RunningJvm() {}

    /**
     * Asks a JVM for all that is to be known of it.
     *
     * @throws RefusedException when it does not answer; the message says why
     */
    public static Jvm look(long pid, Frameworks frameworks) throws RefusedException {
        try (OtherJvm machine = OtherJvm.connect(pid)) {
            LoadedClasses classes = new LoadedClasses(frameworks, false);
            readClasses(machine.command("VM.classloaders show-classes=true"), classes);
            return jvm(pid, machine.properties(), machine.agentProperties(), classes);
        }
    }

    /**
     * Answers whether a process is a JVM: to ask another would end it, for the question begins with a signal that only JVMs
     * take for one.
     */
    public static boolean isJvm(long pid) {
        return ProcessView.hasJvm(pid);
    }

    /** Returns what can be seen without asking the JVM. */
    public static Jvm unasked(long pid, Frameworks frameworks) {
        CommandLine command =
                CommandLine.of(ProcessView.words(pid)).with(ProcessView.inheritedOptions(ProcessView.environment(pid)));
        Map<String, String> properties = Jvm.settingsAmong(command.properties());
        Path directory = ProcessView.directory(pid);
        Jvm.JvmDraft jvm = new Jvm.JvmDraft();
        jvm.pid = pid;
        jvm.command = command;
        jvm.directory = directory;
        jvm.classes = new LoadedClasses(frameworks, false);
        jvm.properties = properties;
        jvm.run = run(pid, directory, properties);
        return jvm.build();
    }

    /** Reads the tree of class loaders with their classes. */
    static void readClasses(String tree, LoadedClasses classes) {
        String loader = LoadedClasses.BOOT;
        for (String line : (Iterable<String>) tree.lines()::iterator) {
            String text = line.replaceFirst("^[ |]*", "");
            if (text.startsWith("+-- ")) {
                loader = loaderOf(text.substring("+-- ".length()).strip());
                continue;
            }
            String name = text.startsWith("Classes: ") ? text.substring("Classes: ".length()) : text;
            if (!name.isBlank() && name.matches("[^\\s(:\\[]+")) {
                classes.add(name, null, loader);
            }
        }
    }

    /** {@code "app", jdk.internal.loader.ClassLoaders$AppClassLoader}, where the name may be missing. */
    private static String loaderOf(String node) {
        if (node.startsWith("<")) {
            return LoadedClasses.BOOT;
        }
        String type = node.substring(node.lastIndexOf(", ") < 0 ? 0 : node.lastIndexOf(", ") + 2);
        return ClassLog.loaderName(type);
    }

    private static Jvm jvm(long pid, Properties properties, Properties agents, LoadedClasses classes) {
        Map<String, String> all = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(name -> all.put(name, properties.getProperty(name)));
        Map<String, String> settings = Jvm.settingsAmong(all);
        List<String> words = ProcessView.words(pid);
        CommandLine command = words.isEmpty()
                ? CommandLine.of(toldWords(agents, all)) // quotes are lost, which matters for none of our options
                : CommandLine.of(words).with(ProcessView.inheritedOptions(ProcessView.environment(pid)));
        Path directory = Path.of(all.getOrDefault("user.dir", ""));
        Jvm.JvmDraft jvm = new Jvm.JvmDraft();
        jvm.pid = pid;
        jvm.home = JavaHome.of(Path.of(all.getOrDefault("java.home", "")));
        jvm.command = command;
        jvm.directory = directory;
        jvm.classes = classes;
        jvm.properties = settings;
        jvm.run = run(pid, directory, settings);
        return jvm.build();
    }

    private static List<String> toldWords(Properties agents, Map<String, String> properties) {
        List<String> words = new ArrayList<>(
                List.of(agents.getProperty("sun.jvm.args", "").strip().split("\\s+")));
        words.removeIf(word -> !word.startsWith("-"));
        words.addAll(List.of(properties.getOrDefault("sun.java.command", "").split("\\s+")));
        return words;
    }

    /** An older run of the same number is another process's: in containers, each process has the number 1. */
    private static RunFiles run(long pid, Path directory, Map<String, String> settings) {
        if (directory == null) {
            return null;
        }
        Instant since = ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .map(start -> start.minus(CLOCK_STEP))
                .orElse(null);
        return RunFiles.of(directory.resolve(settings.getOrDefault("agentprofiler.dir", "agent-profile")), pid, since);
    }
}
