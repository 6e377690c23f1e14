// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.jvm;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * One JVM as seen from outside, running or over. What could not be seen is absent, and no check takes that for an answer.
 *
 * <p><b>Threading:</b> immutable, but for its parts.
 *
 * @param pid its process
 * @param parent the process that started it; 0 when unknown
 * @param home its runtime
 * @param command its command line, options of the environment included
 * @param directory where it was started; {@code null} when unknown
 * @param classes the classes it loaded
 * @param notes what its agent left
 * @param properties its settings of the agent
 * @param run what its agent wrote; {@code null} when nothing was found
 */
public record Jvm(
        long pid,
        long parent,
        JavaHome home,
        CommandLine command,
        Path directory,
        LoadedClasses classes,
        AgentNotes notes,
        Map<String, String> properties,
        RunFiles run) {

    /** Returns its settings, as the agent's parser takes them. */
    public Properties settings() {
        Properties all = new Properties();
        all.putAll(properties);
        return all;
    }

    /** Returns the jars of our agent that its options name, as they were written. */
    public List<String> ownAgents() {
        return command.agents().stream().filter(Jvm::isOurs).toList();
    }

    /** Answers whether a jar is meant for ours, by its name: what is in it may be anything. */
    public static boolean isOurs(String jar) {
        String name = jar.substring(Math.max(jar.lastIndexOf('/'), jar.lastIndexOf('\\')) + 1);
        return name.matches("(?i).*(agent-?profiler|analyzer).*");
    }

    /** Answers whether our agent's premain ran in it. */
    public boolean isAttached() {
        return classes.hasPremain() || notes.directory() != null;
    }

    /** Returns how many spans were written; 0 when there are no files. */
    public long spans() {
        return run == null ? 0 : run.spans();
    }

    /** Returns it in a few words. */
    public String describe() {
        return "JVM " + pid + (command.main() == null ? "" : " (" + command.main() + ")");
    }

    /** Returns the settings of the agent among all properties. */
    public static Map<String, String> settingsAmong(Map<String, String> properties) {
        Map<String, String> settings = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith("agentprofiler.") && !name.equals("agentprofiler.doctor.notes")) {
                settings.put(name, value);
            }
        });
        return settings;
    }

    /** A JVM, filled by name. One thread. */
    public static final class JvmDraft {
        public long pid;
        public long parent;
        public JavaHome home = JavaHome.UNKNOWN;
        public CommandLine command;
        public Path directory;
        public LoadedClasses classes;
        public AgentNotes notes = AgentNotes.NONE;
        public Map<String, String> properties = Map.of();
        public RunFiles run;

        /** Returns what was filled in. */
        public Jvm build() {
            return new Jvm(pid, parent, home, command, directory, classes, notes, properties, run);
        }
    }
}
