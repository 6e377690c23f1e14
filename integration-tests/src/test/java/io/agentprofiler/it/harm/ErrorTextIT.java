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
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A model server that refuses, and quotes what it was asked; or a retriever, store, memory, guardrail, tool or method of the
 * program that fails and does: nothing of that is in any file or line of ours, whatever the framework makes of it, unless text
 * was asked for.
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

    static Stream<Arguments> programs() {
        // hashes of what is answered are looked at by ContentScenarioIT in every build
        Stream<Arguments> withheld = PROGRAMS.stream()
                .flatMap(program -> Stream.concat(Breadth.unlessVerified("none"), Breadth.onlyInFull("hash"))
                        .map(content -> Arguments.of(program, content)));
        Stream<Arguments> asked = Breadth.unlessVerified(Arguments.of(PROGRAMS.get(0), "full"));
        return Stream.concat(withheld, asked);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldWriteWhatAProviderQuotesUnderFullOnly(Refused refused, String content, @TempDir Path dir)
            throws IOException {
        String program = refused.program();
        ProcessResult result;
        try (OpenAiServer server = OpenAiServer.start()) {
            List<Reply> replies = new ArrayList<>();
            if (program.endsWith("FailingTool") || program.endsWith("QuotingFailures")) {
                replies.add(Reply.tool("traffic", "{\"city\":\"" + CANARY + "\"}"));
            }
            replies.addAll(Collections.nCopies(40, Reply.error(refused.status(), QUOTED)));
            server.script().then(replies.toArray(Reply[]::new));
            result = AgentProcess.of(program, dir)
                    .classPath(Artifacts.classPathWithPrograms(refused.framework()))
                    .server(server)
                    .recorded()
                    .setting("content", content)
                    .setting("log", "debug")
                    .setting("trace", "com.example.agents.fate.QuotingFailures#own")
                    .property("question", QUOTED)
                    // those programs that know cases do these
                    .args("chat", "stream", "tools", "embed")
                    .run();
        }

        Path run = result.segments().dir();
        assertThat(result.segments().records("SPAN_END"))
                .anySatisfy(end -> assertThat(end.path("status").asString()).isEqualTo("error"));
        List<Path> files = outputs(run, dir);
        String segment = text(Segments.files(run).get(0));
        if (content.equals("full")) {
            assertThat(segment).contains(CANARY).doesNotContain("jane@mail");
        } else {
            for (Path file : files) {
                assertThat(text(file)).as(file.toString()).doesNotContain(CANARY, "jane@mail");
            }
            assertThat(text(result.recording())).doesNotContain(CANARY, "jane@mail");
            assertThat(result.err().lines().filter(line -> line.startsWith("[agent-profiler]")))
                    .noneMatch(line -> line.contains(CANARY));
            assertThat(segment).contains("agentprofiler.content.error.message");
        }
    }

    /** Returns the trace, and all that the analyzer makes of it. */
    private static List<Path> outputs(Path run, Path dir) throws IOException {
        Path report = dir.resolve("report");
        Path prints = Files.createDirectories(dir.resolve("prints"));
        analyze(prints.resolve("out.txt"), dir.resolve("out"), "report", "--all", run, "--out", report);
        analyze(prints.resolve("nat.txt"), dir.resolve("nat"), "report", run, "--out", report, "--format", "nat");
        analyze(prints.resolve("tree.txt"), dir.resolve("tree"), "tree", run);
        List<Path> files = new ArrayList<>();
        for (Path root : List.of(run, report, prints)) {
            try (Stream<Path> all = Files.walk(root)) {
                all.filter(Files::isRegularFile).forEach(files::add);
            }
        }
        return files;
    }

    private static void analyze(Path into, Path dir, Object... arguments) throws IOException {
        ProcessResult result = Analyzer.run(Jdks.current(), dir, arguments);
        assertThat(result.exitCode()).as(result.toString()).isLessThan(2);
        Files.writeString(into, result.out() + result.err());
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
