// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs an agent with the profiler attached and explains the result.
 *
 * <p>System properties: {@code demo.framework} is {@code langchain4j} (the default), {@code spring-ai} or {@code
 * semantic-kernel}. {@code demo.baseUrl}, {@code demo.apiKey} and {@code demo.model} point the agent on LangChain4j at a real
 * OpenAI-compatible endpoint; without a base URL an embedded model server answers.
 */
public final class Demo {
    private final Path root;
    private final DemoAgent agent;
    private final Path dir;

    private Demo(Path root, DemoAgent agent) {
        this.root = root;
        this.agent = agent;
        this.dir = root.resolve("integration-tests/target/demo");
    }

    /** Runs the demo; {@code args[0]} is the root of the project. */
    public static void main(String[] args) throws IOException, InterruptedException {
        DemoAgent agent;
        try {
            agent = DemoAgent.of(property("demo.framework", "langchain4j"));
            if (!agent.takesEndpoint() && !property("demo.baseUrl", "").isEmpty()) {
                throw new IllegalArgumentException("demo.baseUrl works with demo.framework=langchain4j only");
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        new Demo(Path.of(args[0]).toAbsolutePath().normalize(), agent).run();
    }

    private void run() throws IOException, InterruptedException {
        delete(dir);
        Files.createDirectories(dir);
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
        List<String> analyzer =
                List.of(java(), "-jar", relative("analyzer/target/analyzer.jar"), "report", relative(profile()));
        List<String> withFiles = new ArrayList<>(analyzer);
        withFiles.addAll(List.of("--out", relative(dir.resolve("report"))));
        step("Where did the time and the tokens go?", withFiles);
        System.out.println();
        System.out.println("Look further:");
        System.out.println("  files     " + relative(dir.resolve("report")) + "/");
        System.out.println("  jmc       open " + relative(recording())
                + " in JDK Mission Control, Event Browser > Agent Profiler");
        System.out.println(
                "  your app  java -javaagent:" + relative("agent/target/agent-profiler.jar") + " -jar your-agent.jar");
    }

    private void runAgent(String baseUrl, String apiKey, String model) throws IOException, InterruptedException {
        String libraries = Files.readString(
                        root.resolve("integration-tests/target/frameworks/" + agent.classPath() + ".classpath"))
                .trim();
        List<String> shown = new ArrayList<>(List.of(
                java(),
                "-javaagent:" + relative("agent/target/agent-profiler.jar"),
                "-Dagentprofiler.service=" + agent.service(),
                "-Dagentprofiler.dir=" + relative(profile()),
                "-Dagentprofiler.jfr.file=" + relative(recording())));
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
        step(agent.title() + ", unchanged, with one more option on its command line", abbreviated, command);
    }

    private void step(String title, List<String> command) throws IOException, InterruptedException {
        step(title, command, command);
    }

    private void step(String title, List<String> shown, List<String> command) throws IOException, InterruptedException {
        System.out.println();
        System.out.println("== " + title);
        System.out.println("$ java " + String.join(" ", shown.subList(1, shown.size())));
        System.out.println();
        System.out.flush();
        int exit = new ProcessBuilder(command)
                .directory(root.toFile())
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            System.err.println("The command ended with exit code " + exit + ".");
            System.exit(exit);
        }
    }

    private Path profile() {
        return dir.resolve("profile");
    }

    private Path recording() {
        return dir.resolve(agent.service() + ".jfr");
    }

    private String relative(Path path) {
        return root.relativize(path).toString();
    }

    private String relative(String path) throws IOException {
        if (!Files.exists(root.resolve(path))) {
            throw new IOException(root.resolve(path) + " does not exist; build it with ./mvnw -q -Pdemo package");
        }
        return path;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String property(String name, String fallback) {
        String value = System.getProperty(name, "");
        return value.isEmpty() ? fallback : value;
    }

    private static void delete(Path dir) throws IOException {
        if (!Files.exists(dir)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(dir)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
