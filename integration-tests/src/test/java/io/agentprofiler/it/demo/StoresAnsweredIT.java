// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.plain.Several;
import com.sun.net.httpserver.HttpServer;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Artifacts;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.ReplayAnalyzer;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs whose model server and whose store are gone when they run again: a recording answers for both, and they print the same.
 */
@Tag("full")
class StoresAnsweredIT {
    /** Nothing listens there. */
    private static final String NO_MODELS = "http://127.0.0.1:1";

    @TempDir
    private Path dir;

    private String store;

    /** Without 1.5, whose tools are always made: their results carry the id of the model's request. */
    static Stream<String> langchain4j() {
        return Stream.of("langchain4j-1.0.0", "langchain4j-1.8.0", "langchain4j-1.11.0", "langchain4j-1.19.0");
    }

    static Stream<String> springAi() {
        return Stream.of("spring-ai-1.0", "spring-ai-1.1", "spring-ai-2.0");
    }

    /** In one JVM: a store of vectors, one of messages, and a tool of another process. */
    @ParameterizedTest
    @MethodSource("langchain4j")
    void shouldAnswerStoresAndToolsOfLangChain4j(String line) throws Exception {
        List<String> programs =
                List.of("com.example.library.Library", "com.example.library.Diary", "com.example.agents.tool.McpTools");
        ProcessResult recorded = record(programs, line);
        List<String> printed = recorded.out().lines().toList();
        assertThat(printed).as(recorded.toString()).hasSizeGreaterThan(10);
        assertThat(printed.subList(0, 10))
                .anySatisfy(found -> assertThat(found)
                        .startsWith("found Parcels take three days.{bytes=Long 8, page=Integer 7, price=Double 2.0,"
                                + " shelf=UUID 0f8fad5b-d9cb-469f-a165-70867728950e, title=String Parcels,"
                                + " weight=Float 0.2}{EMBEDDING_ID=String ")
                        .contains("SCORE=Double "))
                .anySatisfy(answer -> assertThat(answer).isEqualTo("Read: When are refunds paid?"));
        assertThat(printed.subList(10, printed.size()))
                .startsWith("So: the atlas is on shelf 3", "Read: Good morning.", "Read: Thank you.")
                .contains("left []");

        ProcessResult replayed = replay(programs, line, recorded);
        assertThat(replayed.err())
                .contains(
                        "not made: 1 x add ServerStore, 1 x addAll ServerStore, 1 x execute_tool depth,"
                                + " 1 x execute_tool place, 1 x removeAll ServerStore,"
                                + " 2 x retrieve EmbeddingStoreContentRetriever, 1 x store delete ServerMemory,"
                                + " 14 x store read ServerMemory, 8 x store update ServerMemory; a call that it does"
                                + " not answer fails",
                        "replay: 30 answered, 16 made, 0 refused in all",
                        "replay: store read ServerMemory: ",
                        "store update ServerMemory: ")
                .containsPattern("memory read \\(it is the program's own memory; .*: 0 answered, [1-9]");
    }

    @ParameterizedTest
    @MethodSource("springAi")
    void shouldAnswerToolsStoresAndRetrieversOfSpringAi(String line) throws Exception {
        List<String> programs = List.of("com.example.springai.LakeCalls", "com.example.springai.SpringAiLibrary");
        ProcessResult recorded = record(programs, line);
        assertThat(recorded.out())
                .as(recorded.toString())
                .startsWith("94 m, 94 m" + System.lineSeparator())
                .contains("The museum opens on Monday.")
                .contains("bytes=Long 8")
                .contains("weight=Float 0.2")
                .contains("tags=List [sea, 1]")
                .contains("So: \"the atlas is on shelf 3\"");

        ProcessResult replayed = replay(programs, line, recorded);
        assertThat(replayed.err())
                .contains(
                        "not made: 2 x add ServerShelf, 1 x delete ServerShelf, 2 x execute_tool depth,"
                                + " 1 x execute_tool place, 2 x retrieve VectorStoreDocumentRetriever,"
                                + " 3 x search ServerShelf; a call",
                        "replay: 9 answered, 3 made, 0 refused in all");
    }

    @Test
    void shouldAnswerWhatComesLater() throws Exception {
        String line = "langchain4j-core-1.20.0";
        ProcessResult recorded = record(List.of("com.example.later.LaterLibrary"), line);
        assertThat(recorded.out().lines().toList())
                .as(recorded.toString())
                .hasSize(6)
                .startsWith("Where is it? On page 7.{bytes=Long 8, page=Integer 7}", "[]")
                .endsWith("[]");

        ProcessResult replayed = replay(List.of("com.example.later.LaterLibrary"), line, recorded, NO_MODELS);
        assertThat(replayed.err()).contains("replay: 6 answered, 1 made, 0 refused in all");
    }

    @Test
    void shouldAnswerFunctionsAndStoresOfSemanticKernel() throws Exception {
        String line = "semantic-kernel-1.4.2";
        ProcessResult recorded = record(List.of("com.example.kernel.Catalogue"), line);
        assertThat(recorded.out().lines().toList())
                .as(recorded.toString())
                .startsWith("So: the atlas is on shelf 3", "the globe is on shelf 3", "a", "[b, c]")
                .contains("Optional.empty")
                .anySatisfy(found -> assertThat(found)
                        .startsWith("Card[id=a, text=The atlas")
                        .contains(" and again Card[id=a"))
                .anySatisfy(found -> assertThat(found).startsWith("[Card[id=b, text=The globe"));

        ProcessResult replayed = replay(List.of("com.example.kernel.Catalogue"), line, recorded);
        assertThat(replayed.err()).contains("replay: 12 answered, 1 made, 0 refused in all");
        assertThat(replayed.segments().records("SPAN_END"))
                .filteredOn(end ->
                        end.at("/attributes").path("agentprofiler.replayed").asBoolean())
                .hasSize(12);
    }

    private AgentProcess program(List<String> programs, String line, String name, String baseUrl) {
        AgentProcess process = AgentProcess.of(Several.class, dir.resolve(name))
                .classPath(Artifacts.classPathWithPrograms(line))
                .property("library.url", store)
                .setting("trace", programs.stream().map(main -> main + "#main").collect(Collectors.joining(";")));
        programs.forEach(main -> process.args(Several.PROGRAM, baseUrl, main));
        return process;
    }

    private ProcessResult record(List<String> programs, String line) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        store = "http://127.0.0.1:" + server.getAddress().getPort();
        try (OpenAiServer models = OpenAiServer.start()) {
            models.script()
                    .when(
                            request -> request.lastRole().equals("tool"),
                            request -> Reply.text("So: " + request.lastText()));
            models.script()
                    .when(
                            request -> request.lastText().equals("Where is the atlas?"),
                            request -> Reply.tool(
                                    line.startsWith("semantic-kernel") ? "desk-place" : "place",
                                    "{\"title\": \"the atlas\"}"));
            models.script()
                    .when(
                            request -> request.lastText().equals("How deep is the lake?"),
                            request -> Reply.tool("depth", "{}"));
            models.script().when(request -> true, request -> Reply.text("Read: " + request.lastText()));
            return program(programs, line, "recorded", models.baseUrl())
                    .setting("content", "full")
                    .run();
        } finally {
            server.stop(0);
        }
    }

    /** Runs the program again without its servers. Returns what it and the agent said. */
    private ProcessResult replay(List<String> programs, String line, ProcessResult recorded) throws Exception {
        Path run = recorded.runDirs().get(0);
        try (ReplayAnalyzer models = ReplayAnalyzer.start(run, dir.resolve("models.log"))) {
            return replay(programs, line, recorded, models.baseUrl());
        }
    }

    private ProcessResult replay(List<String> programs, String line, ProcessResult recorded, String models) {
        ProcessResult replayed = program(programs, line, "replayed", models)
                .setting("replay", recorded.runDirs().get(0).toString())
                .run();
        assertThat(replayed.exitCode()).as(replayed.toString()).isZero();
        assertThat(replayed.out()).as(replayed.toString()).isEqualTo(recorded.out());
        return replayed;
    }
}
