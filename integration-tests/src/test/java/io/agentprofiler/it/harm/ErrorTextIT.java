// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.harm;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.Breadth;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.harness.trace.Segments;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A model server that refuses and quotes the prompt, or a retriever, store, memory, guardrail, tool or method that fails and
 * quotes its input. No file or line of ours contains any of this text, whatever the framework makes of it, unless text is
 * enabled.
 */
class ErrorTextIT {
    private static final String CANARY = "xylophone-quartet";
    private static final String QUOTED = "invalid prompt: '" + CANARY + "' of jane@mail.example.org";

    /** A program on a framework, and how the model server refuses. */
    record Refused(String framework, String program, int status) {}

    private static final List<Refused> PROGRAMS = List.of(
            new Refused("langchain4j-1.19.0", "com.example.agents.model.OneChat", 400),
            new Refused("langchain4j-1.19.0", "com.example.agents.model.OneChat", 429),
            new Refused("langchain4j-1.19.0", "com.example.agents.model.OneChat", 500),
            new Refused("langchain4j-1.19.0", "com.example.agents.stream.StreamingChat", 400),
            new Refused("langchain4j-1.19.0", "com.example.agents.tool.FailingTool", 400),
            new Refused("langchain4j-1.19.0", "com.example.agents.retrieval.Rag", 400),
            new Refused("langchain4j-1.19.0", "com.example.agents.fate.QuotingFailures", 400),
            new Refused("spring-ai-2.0", "com.example.springai.SpringAiCases", 400),
            new Refused("semantic-kernel-1.4.2", "com.example.kernel.Basics", 400),
            new Refused("semantic-kernel-1.4.2", "com.example.kernel.Streams", 400),
            new Refused("openai-java-4.101.0", "com.example.openai.SdkCalls", 400),
            new Refused("openai-java-4.101.0", "com.example.openai.SdkCalls", 500));

    /** The output of programs at this content level; each program runs once. */
    private static final Map<String, Map<Refused, ProcessResult>> RUNS = new ConcurrentHashMap<>();

    @TempDir
    private static Path dir;

    // hashes of what is answered are looked at by ContentScenarioIT in every build
    static Stream<String> withheld() {
        return Stream.concat(Breadth.unlessVerified("none"), Breadth.onlyInFull("hash"));
    }

    static Stream<Arguments> programs() {
        return withheld().flatMap(content -> PROGRAMS.stream().map(program -> Arguments.of(program, content)));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldNotWriteWhatAProviderQuotes(Refused refused, String content) throws IOException {
        ProcessResult result = run(refused, content);

        assertThat(text(Segments.files(result.segments().dir()).get(0)))
                .contains("agentprofiler.content.error.message");
        assertFreeOfQuotes(List.of(result.segments().dir(), result.recording()));
        assertThat(result.err().lines().filter(line -> line.startsWith("[agent-profiler]")))
                .noneMatch(line -> line.contains(CANARY));
    }

    @ParameterizedTest
    @MethodSource("withheld")
    void shouldNotPrintWhatAProviderQuotes(String content) throws IOException {
        List<Path> runs = PROGRAMS.stream()
                .map(refused -> run(refused, content).segments().dir())
                .toList();
        Path report = dir.resolve(content + "-report");
        Path prints = Files.createDirectories(dir.resolve(content + "-prints"));

        analyze(prints.resolve("out.txt"), runs, "report", "--all", "--out", report);
        analyze(prints.resolve("nat.txt"), runs, "report", "--out", report, "--format", "nat");
        analyze(prints.resolve("tree.txt"), runs, "tree");

        assertFreeOfQuotes(List.of(report, prints));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("asked")
    void shouldWriteWhatAProviderQuotesWhereTextIsAskedFor(Refused refused) throws IOException {
        ProcessResult result = run(refused, "full");

        assertThat(text(Segments.files(result.segments().dir()).get(0)))
                .contains(CANARY)
                .doesNotContain("jane@mail");
    }

    static Stream<Refused> asked() {
        return Breadth.unlessVerified(PROGRAMS.get(0));
    }

    private static ProcessResult run(Refused refused, String content) {
        return RUNS.computeIfAbsent(content, any -> new ConcurrentHashMap<>())
                .computeIfAbsent(refused, any -> start(refused, content));
    }

    private static ProcessResult start(Refused refused, String content) {
        String program = refused.program();
        try (OpenAiServer server = OpenAiServer.start()) {
            List<Reply> replies = new ArrayList<>();
            if (program.endsWith("FailingTool") || program.endsWith("QuotingFailures")) {
                replies.add(Reply.tool("traffic", "{\"city\":\"" + CANARY + "\"}"));
            }
            replies.addAll(Collections.nCopies(40, Reply.error(refused.status(), QUOTED)));
            server.script().then(replies.toArray(Reply[]::new));
            boolean placed = !program.endsWith("FailingTool");
            ProcessResult result = AgentProcess.of(program, dir.resolve(content + "-" + PROGRAMS.indexOf(refused)))
                    .classPath(Artifacts.classPathWithPrograms(refused.framework()))
                    .server(server)
                    .recorded()
                    .setting("content", content)
                    .setting("code.location", Boolean.toString(placed))
                    .setting("log", "debug")
                    .setting("trace", "com.example.agents.fate.QuotingFailures#own")
                    .property("question", QUOTED)
                    // those programs that know cases do these
                    .args("chat", "stream", "tools", "embed")
                    .run();
            if (!placed) {
                assertThat(result.segments().records("SPAN_START"))
                        .noneMatch(start -> start.path("attributes").has("code.function.name"));
            }
            assertThat(result.segments().records("SPAN_END"))
                    .anySatisfy(end -> assertThat(end.path("status").asString()).isEqualTo("error"));
            return result;
        }
    }

    private static void analyze(Path into, List<Path> runs, Object... arguments) throws IOException {
        List<Object> words = new ArrayList<>(List.of(arguments));
        words.addAll(runs);
        ProcessResult result =
                Analyzer.run(Jdks.current(), into.resolveSibling("of-" + into.getFileName()), words.toArray());
        assertThat(result.exitCode()).as(result.toString()).isLessThan(2);
        Files.writeString(into, result.out() + result.err());
    }

    private static void assertFreeOfQuotes(List<Path> roots) throws IOException {
        for (Path root : roots) {
            try (Stream<Path> all = Files.walk(root)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    assertThat(text(file)).as(file.toString()).doesNotContain(CANARY, "jane@mail");
                }
            }
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
