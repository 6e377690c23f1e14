// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor;

import io.agentprofiler.agent.config.Setting;
import io.agentprofiler.agent.config.Settings;
import io.agentprofiler.agent.tool.doctor.cause.Finding;
import io.agentprofiler.agent.tool.doctor.cause.SwitchedOff;
import io.agentprofiler.agent.tool.doctor.cause.TraceDirectory;
import io.agentprofiler.agent.tool.doctor.cause.attach.AgentJar;
import io.agentprofiler.agent.tool.jvm.RunFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * This machine as a JVM started here would find it: the runtime, the jar, the settings, the directory and the runs in it.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Machine {
    private static final int MOST_RUNS = 5;
    private static final List<String> MODULES = List.of("jdk.jfr", "java.management", "jdk.management");

    private final Path jar;
    private final Properties properties;
    private final List<Finding> findings = new ArrayList<>();

    Machine(Path jar, Properties properties) {
        this.jar = jar;
        this.properties = properties;
    }

    void look(Answer answer) {
        answer.say("This machine");
        answer.fact("java", System.getProperty("java.runtime.version") + ", " + System.getProperty("java.home"));
        answer.fact("agent", jar.toString());
        lookAtModules();
        lookAtJar();
        Settings settings = lookAtSettings(answer);
        Path base = Path.of(settings.get(Setting.DIR)).toAbsolutePath().normalize();
        answer.fact("directory", base.toString());
        lookAtDirectory(base);
        lookAtRuns(base, answer);
        answer.findings(findings, "Nothing is wrong. To see what becomes of a program: doctor COMMAND, or doctor PID");
    }

    private void lookAtModules() {
        if (ModuleLayer.boot().findModule("java.instrument").isEmpty()) {
            findings.add(Finding.cause(
                    "the module java.instrument is missing",
                    "this Java runtime, " + System.getProperty("java.home") + ", does not have it",
                    "a runtime with java.instrument, without which a JVM refuses every -javaagent",
                    "use a JDK, or add it to the image: jlink --add-modules java.instrument,..."));
        }
        for (String module : MODULES) {
            if (ModuleLayer.boot().findModule(module).isEmpty()) {
                findings.add(Finding.note(
                        "a module is missing that some figures need",
                        "this Java runtime has no module " + module,
                        "the modules " + String.join(", ", MODULES),
                        "add it to the image, or ignore this if you do not need these figures"));
            }
        }
    }

    private void lookAtJar() {
        String problem = AgentJar.problem(jar);
        if (problem != null) {
            findings.add(Finding.cause(
                    "the agent's jar is damaged", problem, "the file agent-profiler.jar, whole", "get it anew"));
        }
    }

    private Settings lookAtSettings(Answer answer) {
        Properties own = new Properties();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith("agentprofiler.")) {
                own.setProperty(name, properties.getProperty(name));
                answer.fact("setting", name + "=" + properties.getProperty(name));
            }
        }
        List<String> problems = new ArrayList<>();
        Settings settings = Settings.parse(own, problems::add);
        for (String problem : problems) {
            findings.add(Finding.cause(
                    "a setting is wrong",
                    problem,
                    "names and values as -Dagentprofiler.help=true prints them",
                    "correct it; until then the default is used"));
        }
        if (SwitchedOff.isOff(own.getProperty("agentprofiler.enabled"))) {
            findings.add(Finding.cause(
                    "the agent is switched off",
                    "agentprofiler.enabled=" + own.getProperty("agentprofiler.enabled"),
                    "agentprofiler.enabled=true, which is the default",
                    "take the property away"));
        }
        return settings;
    }

    private void lookAtDirectory(Path base) {
        String problem = TraceDirectory.problem(base);
        if (problem != null) {
            findings.add(Finding.cause(
                    "the trace files cannot be written",
                    problem,
                    "a directory of your own with room on its disk",
                    "set -Dagentprofiler.dir to such a directory"));
        }
    }

    private void lookAtRuns(Path base, Answer answer) {
        List<Path> runs = RunFiles.in(base);
        answer.fact("runs", runs.isEmpty() ? "none" : Integer.toString(runs.size()));
        for (Path path : runs.subList(0, Math.min(MOST_RUNS, runs.size()))) {
            RunFiles run = RunFiles.read(path);
            answer.fact("", path.getFileName() + ": " + (run == null ? "cannot be read by this user" : state(run)));
        }
        if (!runs.isEmpty()) {
            RunFiles newest = RunFiles.read(runs.get(0));
            if (newest != null && newest.spans() == 0) {
                findings.add(Finding.cause(
                        "the newest run has no spans",
                        newest.directory() + ": " + state(newest),
                        "spans",
                        "run the program by doctor COMMAND, which says why"));
            }
        }
    }

    /** What a run's last counters say of it, in a line. */
    private static String state(RunFiles run) {
        StringBuilder state = new StringBuilder(Answer.spans(run.spans()));
        Map<String, Long> dropped = run.dropped();
        if (!dropped.isEmpty()) {
            state.append(", dropped ").append(dropped);
        }
        long skipped = run.counter("workflows_skipped");
        if (skipped > 0) {
            state.append(", ")
                    .append(skipped)
                    .append(skipped == 1 ? " workflow" : " workflows")
                    .append(" sampled out");
        }
        if (run.isStopped()) {
            state.append(", stopped by the file STOP");
        }
        boolean alive =
                ProcessHandle.of(run.pid()).filter(ProcessHandle::isAlive).isPresent();
        return state.append(run.isClosed() ? ", ended in order" : alive ? ", running" : ", killed")
                .toString();
    }
}
