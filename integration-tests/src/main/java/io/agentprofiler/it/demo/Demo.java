// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import com.example.support.SupportAgent;
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
 * Runs the support agent with the profiler attached and explains the result.
 *
 * <p>System properties: {@code demo.baseUrl}, {@code demo.apiKey} and {@code demo.model} point the agent at a real
 * OpenAI-compatible endpoint; without a base URL an embedded model server answers.
 */
public final class Demo {
    private final Path root;
    private final Path dir;

    private Demo(Path root) {
        this.root = root;
        this.dir = root.resolve("integration-tests/target/demo");
    }

    /** Runs the demo; {@code args[0]} is the root of the project. */
    public static void main(String[] args) throws IOException, InterruptedException {
        new Demo(Path.of(args[0]).toAbsolutePath().normalize()).run();
    }

    private void run() throws IOException, InterruptedException {
        delete(dir);
        Files.createDirectories(dir);
        String baseUrl = property("demo.baseUrl", "");
        if (baseUrl.isEmpty()) {
            try (OpenAiServer server = OpenAiServer.start()) {
                new DemoScript().addTo(server.script());
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
                        root.resolve("integration-tests/target/frameworks/langchain4j-1.19.0.classpath"))
                .trim();
        List<String> shown = List.of(
                java(),
                "-javaagent:" + relative("agent/target/agent-profiler.jar"),
                "-Dagentprofiler.service=support",
                "-Dagentprofiler.dir=" + relative(profile()),
                "-Dagentprofiler.jfr.file=" + relative(recording()));
        List<String> command = new ArrayList<>(shown);
        command.add("-Dsupport.baseUrl=" + baseUrl);
        command.add("-Dsupport.apiKey=" + apiKey);
        command.add("-Dsupport.model=" + model);
        command.add("-cp");
        command.add(root.resolve("integration-tests/target/classes") + java.io.File.pathSeparator + libraries);
        command.add(SupportAgent.class.getName());
        List<String> abbreviated = new ArrayList<>(shown);
        abbreviated.add("-cp ... " + SupportAgent.class.getName());
        step("A customer support agent, unchanged, with one more option on its command line", abbreviated, command);
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
        return dir.resolve("support.jfr");
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
