// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a command as it is, with its own input and output, and notes every JVM that comes of it. All that is added is options
 * in the environment variable {@code JDK_JAVA_OPTIONS}, by which each JVM logs the classes it loads, and the agent, if it is
 * there, leaves its lines. That variable, and not {@code JAVA_TOOL_OPTIONS}: launchers before Java 9 ignore it, the JDK's other
 * tools as well, and a script that loses the other one does not lose this.
 *
 * <p><b>Threading:</b> one use, one thread; it has one of its own to look at command lines while processes live.
 */
public final class WatchedCommand {
    private static final String VARIABLE = "JDK_JAVA_OPTIONS";
    private static final String LOG = ".log";
    private static final long LOOK_MILLIS = 10;
    private static final int OLDEST_LOGGING = 9;
    private static final int LONGEST_LINE = 200;

    private final List<String> words;
    private final Map<String, String> environment;
    private final Frameworks frameworks;
    private final Path folder;
    private final Map<Long, Seen> seen = new HashMap<>();
    private final JavaHome launcher;
    private Process process;
    private Instant started;

    /** What could be seen of a process while it lived. */
    private record Seen(CommandLine command, long parent, Path directory) {
        static final Seen NOTHING = new Seen(CommandLine.UNKNOWN, 0, null);
    }

    /**
     * Prepares a command.
     *
     * @param words program and arguments
     * @param environment the variables it is given
     * @throws IOException when there is no directory for what is noted
     */
    public WatchedCommand(List<String> words, Map<String, String> environment, Frameworks frameworks)
            throws IOException {
        this.words = List.copyOf(words);
        this.environment = Map.copyOf(environment);
        this.frameworks = frameworks;
        // its owner's only
        this.folder = Files.createTempDirectory("agent-profiler-doctor-");
        this.launcher = isJava() ? JavaHome.ofLauncher(words.get(0), environment.get("PATH")) : JavaHome.UNKNOWN;
    }

    /** Answers whether the command is a Java launcher itself, and no script. */
    public boolean isJava() {
        return CommandLine.isLauncher(words.get(0));
    }

    /** Returns the runtime of the launcher that the command begins with; unknown when it begins with something else. */
    public JavaHome launcher() {
        return launcher;
    }

    /**
     * Starts it.
     *
     * @throws IOException when the system cannot start it
     */
    public void start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        builder.environment().clear();
        builder.environment().putAll(environment);
        if (launcher.feature() == 0 || launcher.feature() >= OLDEST_LOGGING) {
            builder.environment().merge(VARIABLE, options(), (own, ours) -> own + " " + ours);
        }
        started = Instant.now();
        process = builder.start();
        Thread looks = new Thread(this::look, "doctor");
        looks.setDaemon(true);
        looks.start();
    }

    private String options() {
        return "'" + ClassLog.OPTION + "\"" + folder.resolve("%p" + LOG) + "\"" + ClassLog.OPTION_END + "'"
                + " '-Dagentprofiler.doctor.notes=" + folder + "'";
    }

    /** Waits for its end and returns its exit code. */
    public int await() throws InterruptedException {
        return process.waitFor();
    }

    /** Asks it to end, as closing a terminal does. */
    public void end() {
        process.destroy();
    }

    /** Returns it as it would be typed, cut where it gets long. */
    @Override
    public String toString() {
        String line = String.join(" ", words);
        return line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "..." : line;
    }

    private void look() {
        try {
            while (process.isAlive()) {
                for (long pid : logged()) {
                    see(pid);
                }
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException | IOException e) {
            // what has not been seen by then is unknown
        }
    }

    private List<Long> logged() throws IOException {
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "*" + LOG)) {
            for (Path log : logs) {
                String name = log.getFileName().toString();
                pids.add(Long.parseLong(name.substring(0, name.length() - LOG.length())));
            }
        }
        return pids;
    }

    private void see(long pid) {
        synchronized (seen) {
            if (seen.containsKey(pid)) {
                return;
            }
        }
        Optional<ProcessHandle> handle = ProcessHandle.of(pid);
        List<String> command = ProcessView.words(pid);
        if (handle.isPresent() && !command.isEmpty()) {
            long parent = handle.get().parent().map(ProcessHandle::pid).orElse(0L);
            List<String> inherited = ProcessView.inheritedOptions(ProcessView.environment(pid));
            Seen what = new Seen(CommandLine.of(command).with(inherited), parent, ProcessView.directory(pid));
            synchronized (seen) {
                seen.put(pid, what);
            }
        }
    }

    /** Returns the JVMs that came of it, by their process ids; those of the JDK's tools as well. */
    public List<Jvm> jvms() throws IOException {
        List<Jvm> jvms = new ArrayList<>();
        for (long pid : logged().stream().sorted().toList()) {
            LoadedClasses classes = new LoadedClasses(frameworks, true);
            Path home = ClassLog.read(folder.resolve(pid + LOG), classes);
            AgentNotes notes = AgentNotes.read(folder.resolve(pid + ".agent"));
            // the log of a JVM that ends at once may be empty
            JavaHome told = home == null && pid == process.pid() ? launcher : JavaHome.of(home);
            jvms.add(jvm(pid, told, classes, notes));
        }
        if (jvms.isEmpty() && isJava()) {
            jvms.add(jvm(process.pid(), launcher, new LoadedClasses(frameworks, true), AgentNotes.NONE));
        }
        return jvms;
    }

    /** Deletes what was noted. */
    public void forget() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }

    private Jvm jvm(long pid, JavaHome home, LoadedClasses classes, AgentNotes notes) {
        Seen found;
        synchronized (seen) {
            found = seen.get(pid);
        }
        if (pid == process.pid() && isJava()) {
            // known for certain, however short its life was
            found = new Seen(
                    CommandLine.of(words.subList(1, words.size())).with(ProcessView.inheritedOptions(environment)),
                    ProcessHandle.current().pid(),
                    Path.of("").toAbsolutePath());
        } else if (found == null) {
            found = Seen.NOTHING;
        }
        CommandLine command = found.command();
        Path directory = notes.directory() != null ? notes.directory() : found.directory();
        Map<String, String> properties =
                Jvm.settingsAmong(notes.directory() != null ? notes.properties() : command.properties());
        Jvm.JvmDraft jvm = new Jvm.JvmDraft();
        jvm.pid = pid;
        jvm.parent = found.parent();
        jvm.home = home;
        jvm.command = command;
        jvm.directory = directory;
        jvm.classes = classes;
        jvm.notes = notes;
        jvm.properties = properties;
        jvm.run = run(pid, directory, properties);
        return jvm.build();
    }

    private RunFiles run(long pid, Path directory, Map<String, String> properties) {
        if (directory == null) {
            return null;
        }
        return RunFiles.of(
                directory.resolve(properties.getOrDefault("agentprofiler.dir", "agent-profile")), pid, started);
    }
}
