// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Usage;
import io.agentprofiler.it.tour.Tour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs an agent with the profiler attached and explains the result.
 *
 * <p>System properties: {@code demo} is {@code support} (the default) or {@code tour}, which is a longer demo that uses none of the
 * others. {@code demo.framework} is {@code langchain4j} (the default), {@code spring-ai} or {@code
 * semantic-kernel}. {@code demo.baseUrl}, {@code demo.apiKey} and {@code demo.model} point the agent on LangChain4j at a real
 * OpenAI-compatible endpoint; without a base URL an embedded model server answers.
 */
public final class Demo {
    private static final String SUPPORT = "support";
    private static final String TOUR = "tour";

    private final Path root;
    private final Shell shell;
    private final DemoAgent agent;
    private final Path dir;

    private Demo(Path root, DemoAgent agent) {
        this.root = root;
        this.shell = Shell.showing(root);
        this.agent = agent;
        this.dir = root.resolve("integration-tests/target/demo");
    }

    /** Runs the demo; {@code args[0]} is the root of the project. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path root = Path.of(args[0]).toAbsolutePath().normalize();
        DemoAgent agent;
        try {
            if (isTour()) {
                Tour.run(root);
                return;
            }
            agent = DemoAgent.of(property("demo.framework", "langchain4j"));
            if (!agent.takesEndpoint() && !property("demo.baseUrl", "").isEmpty()) {
                throw new IllegalArgumentException("demo.baseUrl works with demo.framework=langchain4j only");
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        new Demo(root, agent).run();
    }

    private static boolean isTour() {
        return switch (property("demo", SUPPORT)) {
            case SUPPORT -> false;
            case TOUR -> true;
            default ->
                throw new IllegalArgumentException(
                        "demo is '" + property("demo", "") + "'; there are [" + SUPPORT + ", " + TOUR + "]");
        };
    }

    private void run() throws IOException, InterruptedException {
        Shell.makeEmpty(dir);
        String baseUrl = property("demo.baseUrl", "");
        if (baseUrl.isEmpty()) {
            try (OpenAiServer server = OpenAiServer.start()) {
                agent.script().accept(server.script());
                runAgent(server.baseUrl(), "no-key", property("demo.model", "gpt-4o-mini"));
                Usage usage = server.chatUsage();
                System.out.printf(
                        "%nThe model server counted %d requests, %d tokens in (%d of them cached), %d out.%n",
                        server.exchanges("/chat/completions").size(), usage.input(), usage.cached(), usage.output());
            }
        } else {
            runAgent(baseUrl, property("demo.apiKey", "no-key"), property("demo.model", "gpt-4o-mini"));
        }
        List<String> analyzer = List.of(
                Shell.java(), "-jar", shell.built("analyzer/target/analyzer.jar"), "report", shell.relative(profile()));
        List<String> withFiles = new ArrayList<>(analyzer);
        withFiles.addAll(List.of("--out", shell.relative(dir.resolve("report"))));
        shell.step("Where did the time and the tokens go?", withFiles);
        System.out.println();
        System.out.println("Look further:");
        System.out.println("  files     " + shell.relative(dir.resolve("report")) + "/");
        System.out.println("  jmc       open " + shell.relative(recording())
                + " in JDK Mission Control, Event Browser > Agent Profiler");
        System.out.println("  your app  java -javaagent:" + shell.built("agent/target/agent-profiler.jar")
                + " -jar your-agent.jar");
    }

    private void runAgent(String baseUrl, String apiKey, String model) throws IOException, InterruptedException {
        String libraries = Files.readString(
                        root.resolve("integration-tests/target/frameworks/" + agent.classPath() + ".classpath"))
                .trim();
        List<String> shown = new ArrayList<>(List.of(
                Shell.java(),
                "-javaagent:" + shell.built("agent/target/agent-profiler.jar"),
                "-Dagentprofiler.service=" + agent.service(),
                "-Dagentprofiler.dir=" + shell.relative(profile()),
                "-Dagentprofiler.jfr.file=" + shell.relative(recording())));
        shown.addAll(agent.settings());
        List<String> command = new ArrayList<>(shown);
        command.add("-Dopenai.baseUrl=" + baseUrl);
        command.add("-Dsupport.baseUrl=" + baseUrl);
        command.add("-Dsupport.apiKey=" + apiKey);
        command.add("-Dsupport.model=" + model);
        command.add("-cp");
        command.add(root.resolve("integration-tests/target/classes") + java.io.File.pathSeparator + libraries);
        command.add(agent.mainClass());
        List<String> abbreviated = new ArrayList<>(shown);
        abbreviated.add("-cp ... " + agent.mainClass());
        shell.step(agent.title() + ", unchanged, with one more option on its command line", abbreviated, command);
    }

    private Path profile() {
        return dir.resolve("profile");
    }

    private Path recording() {
        return dir.resolve(agent.service() + ".jfr");
    }

    private static String property(String name, String fallback) {
        String value = System.getProperty(name, "");
        return value.isEmpty() ? fallback : value;
    }
}
