// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool;

import io.agentprofiler.agent.tool.jvm.OtherJvm;
import io.agentprofiler.agent.tool.jvm.OtherJvm.RefusedException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The JVMs that the agent can be attached to, a line each.
 *
 * <p>Each is asked on a thread of its own, because one that is stopped does not answer for a long time.
 *
 * <p><b>Threading:</b> one thread.
 */
final class JvmList {
    private static final long PATIENCE_SECONDS = 10;

    private final Path jar;
    private final PrintStream out;

    JvmList(Path jar, PrintStream out) {
        this.jar = jar;
        this.out = out;
    }

    /** A line of the list. */
    private record Line(String jdk, String agent) {}

    /** Prints the list. */
    void print() throws RefusedException, InterruptedException {
        List<OtherJvm.Named> jvms = new ArrayList<>(OtherJvm.all());
        jvms.removeIf(jvm -> jvm.pid() == ProcessHandle.current().pid());
        jvms.sort(Comparator.comparingLong(OtherJvm.Named::pid));
        if (jvms.isEmpty()) {
            out.println("No JVM of this user runs here. JVMs of other users, and of other containers, are not listed.");
            return;
        }
        Map<OtherJvm.Named, Line> lines = ask(jvms);
        int pidWidth =
                width("PID", jvms.stream().map(jvm -> String.valueOf(jvm.pid())).toList());
        int mainWidth = width(
                "MAIN CLASS", jvms.stream().map(jvm -> main(jvm.command())).toList());
        String format = "%" + pidWidth + "s  %-3s  %-" + mainWidth + "s  %s%n";
        out.printf(format, "PID", "JDK", "MAIN CLASS", "AGENT");
        lines.forEach((jvm, line) -> out.printf(format, jvm.pid(), line.jdk(), main(jvm.command()), line.agent()));
        out.println();
        out.println("attach:   java -jar " + jar + " PID [-Dagentprofiler.NAME=VALUE...] [--for 60s]");
        out.println("take out: java -jar " + jar + " stop PID");
    }

    private Map<OtherJvm.Named, Line> ask(List<OtherJvm.Named> jvms) throws InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "agent-profiler-list");
            thread.setDaemon(true);
            return thread;
        });
        Map<OtherJvm.Named, Future<Line>> asked = new LinkedHashMap<>();
        jvms.forEach(jvm -> asked.put(jvm, threads.submit(() -> line(jvm.pid()))));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        Map<OtherJvm.Named, Line> lines = new LinkedHashMap<>();
        for (Map.Entry<OtherJvm.Named, Future<Line>> each : asked.entrySet()) {
            try {
                lines.put(each.getKey(), each.getValue().get(end - System.nanoTime(), TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                lines.put(each.getKey(), new Line("?", "cannot tell: does not answer"));
            } catch (ExecutionException e) {
                lines.put(
                        each.getKey(),
                        new Line("?", "cannot tell: " + e.getCause().getMessage()));
            }
        }
        return lines;
    }

    private Line line(long pid) throws RefusedException {
        Target target = Target.of(pid, jar);
        try (OtherJvm jvm = target.connect()) {
            Properties properties = jvm.properties();
            AgentState state = target.state(properties);
            String agent =
                    state.equals(AgentState.NONE) && target.hasOption() ? "started with -javaagent" : state.describe();
            String unfit = target.unfit(properties);
            return new Line(
                    String.valueOf(Target.feature(properties)), unfit == null ? agent : "cannot be attached: " + unfit);
        }
    }

    /** Returns the main class or jar: arguments may hold keys. */
    private static String main(String command) {
        String first = command.strip().split("\\s+", 2)[0];
        return first.isEmpty() ? "(unknown)" : first;
    }

    private static int width(String title, List<String> texts) {
        return Math.max(
                title.length(), texts.stream().mapToInt(String::length).max().orElse(0));
    }
}
