// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.stock.StockAgent;
import com.example.stock.StockTaking;
import com.sun.net.httpserver.HttpServer;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.analyzer.ReplayAnalyzer;
import io.agentprofiler.it.openai.OpenAiServer;
import io.agentprofiler.it.openai.script.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A program whose model server and whose warehouse are gone when it runs again: a recording answers for both. */
@Tag("once")
class AnsweredIT {
    /** Nothing listens there. */
    private static final String NOWHERE = "http://127.0.0.1:1";

    @TempDir
    private Path dir;

    private String warehouse;

    private AgentProcess program(String name, String baseUrl, String... articles) {
        return AgentProcess.of(StockAgent.class, dir.resolve(name))
                .setting("trace", "com.example.stock.Warehouse#price")
                .property("stock.url", warehouse)
                .property("stock.baseUrl", baseUrl)
                .args(articles);
    }

    /** Records two workflows with everything there. Prices rise with each question. */
    private ProcessResult record(String content) throws IOException {
        return record(content, "pens", "pads");
    }

    private ProcessResult record(String content, String... articles) throws IOException {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = Integer.toString(100 + asked.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        warehouse = "http://127.0.0.1:" + server.getAddress().getPort();
        try (OpenAiServer models = OpenAiServer.start()) {
            models.script()
                    .when(
                            request -> request.lastRole().equals("tool"),
                            request -> Reply.text("So: " + request.lastText()));
            models.script()
                    .when(
                            request -> true,
                            request -> Reply.tool(
                                    request.lastText().contains("boxes") ? "boxes" : "stock",
                                    "{\"article\": \"" + request.lastText().replaceAll("How many (boxes of )?|\\?", "")
                                            + "\"}"));
            return program("recorded", models.baseUrl(), articles)
                    .setting("content", content)
                    .run();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void shouldRunAgainWithoutWhatItsToolsAsk() throws Exception {
        ProcessResult recorded = record("full");
        assertThat(recorded.exitCode()).as(recorded.toString()).isZero();
        assertThat(recorded.out().lines())
                .containsExactly(
                        "So: There are 101 of pens",
                        "price 102",
                        "price 103",
                        "So: There are 104 of pads",
                        "price 105",
                        "price 106");
        Path run = recorded.runDirs().get(0);

        try (ReplayAnalyzer models = ReplayAnalyzer.start(run, dir.resolve("models.log"))) {
            ProcessResult replayed = program("replayed", models.baseUrl(), "pens", "pads")
                    .setting("replay", recorded.profileDir().toString())
                    .run();

            assertThat(replayed.exitCode()).as(replayed.toString()).isZero();
            assertThat(replayed.out()).isEqualTo(recorded.out());
            assertThat(replayed.err())
                    .contains("replay: calls are answered from " + run + " and not made: 4 x Warehouse.price,"
                            + " 2 x execute_tool stock; a call that it does not answer fails")
                    .contains("replay: 6 answered, 0 made, 0 refused in all");
            assertThat(replayed.segments().records("SPAN_END"))
                    .filteredOn(end ->
                            end.at("/attributes").path("agentprofiler.replayed").asBoolean())
                    .hasSize(6);
            models.stop();
            assertThat(models.printed()).contains("4 requests, 4 answers").doesNotContain("differs");
        }
    }

    @Test
    void shouldRefuseOrMakeWhatWasNotRecorded() throws Exception {
        ProcessResult recorded = record("full");
        String run = recorded.runDirs().get(0).toString();

        ProcessResult refused = program("refused", NOWHERE, "!pads", "!ink")
                .setting("replay", run)
                .run();
        assertThat(refused.exitCode()).as(refused.toString()).isZero();
        assertThat(refused.out().lines().toList())
                .hasSize(3)
                .startsWith("price 105", "price 106")
                .last()
                .asString()
                .startsWith(
                        "no price: agentprofiler.replay does not answer Warehouse.price: agentprofiler.input differs:"
                                + " asked 10 characters, recorded 11 characters (recording: " + run
                                + "; with agentprofiler.replay.miss=call the call would be made)");
        assertThat(refused.err())
                .contains(
                        "replay: Warehouse.price: 2 answered, 0 made, 1 refused; first not answered: agentprofiler.input"
                                + " differs: asked 10 characters, recorded 11 characters")
                .doesNotContain("ink");

        ProcessResult made = program("made", NOWHERE, "!pads", "!ink")
                .setting("replay", run)
                .setting("replay.miss", "call")
                .run();
        assertThat(made.out().lines())
                .containsExactly("price 105", "price 106", "no price: the warehouse does not answer");
        assertThat(made.err()).contains("replay: Warehouse.price: 2 answered, 1 made, 0 refused; first not answered:");
    }

    @Test
    void shouldAnswerToolsThatReturnNumbers() throws Exception {
        ProcessResult recorded = record("full", "#pens", "#pads");
        assertThat(recorded.out().lines()).containsExactly("So: 101", "So: 102");

        try (ReplayAnalyzer models = ReplayAnalyzer.start(recorded.runDirs().get(0), dir.resolve("models.log"))) {
            ProcessResult replayed = program("replayed", models.baseUrl(), "#pens", "#pads")
                    .setting("replay", recorded.profileDir().toString())
                    .run();

            assertThat(replayed.out()).as(replayed.toString()).isEqualTo(recorded.out());
            assertThat(replayed.err()).contains("replay: 2 answered, 0 made, 0 refused in all");
        }
    }

    private AgentProcess stockTaking(String name) {
        return AgentProcess.of(StockTaking.class, dir.resolve(name))
                .setting("trace", "com.example.stock.Catalogue#*")
                .setting("content", "full");
    }

    @Test
    void shouldMakeResultsWithPartsAgainAndTakeAsLongAsRecorded() throws Exception {
        ProcessResult recorded = stockTaking("recorded").run();
        assertThat(recorded.exitCode()).as(recorded.toString()).isZero();

        ProcessResult replayed = stockTaking("replayed")
                .setting("replay", recorded.profileDir().toString())
                .setting("replay.speed", "1")
                .args("closed")
                .run();

        assertThat(replayed.exitCode()).as(replayed.toString()).isZero();
        assertThat(replayed.out()).isEqualTo(recorded.out());
        assertThat(replayed.err())
                .contains("which answer methods that return nothing: 2 x Catalogue.note")
                .contains("replay: 11 answered, 2 made, 0 refused in all")
                .contains("replay: Catalogue.anything (results of type java.lang.Object cannot be made again):"
                        + " 0 answered, 2 made, 0 refused");
        for (String slow : List.of("Catalogue.count", "Catalogue.names")) {
            assertThat(nanos(replayed, slow)).as(slow).isGreaterThanOrEqualTo(nanos(recorded, slow));
        }
    }

    /** Returns how long the span of a name took. */
    private static long nanos(ProcessResult run, String name) {
        for (JsonNode start : run.segments().records("SPAN_START")) {
            if (start.path("name").asString("").equals(name)) {
                for (JsonNode end : run.segments().records("SPAN_END")) {
                    if (end.path("span").equals(start.path("span"))) {
                        return end.path("t").asLong() - start.path("t").asLong();
                    }
                }
            }
        }
        throw new AssertionError(name);
    }

    @Test
    void shouldSayThatARecordingWithoutTextsAnswersNothing() throws Exception {
        ProcessResult recorded = record("hash");

        ProcessResult refused = program("refused", NOWHERE, "!pens")
                .setting("replay", recorded.profileDir().toString())
                .run();

        assertThat(refused.err())
                .contains(
                        "answers nothing: it was recorded with agentprofiler.content=hash, without the texts that answers"
                                + " are made of; record it again with -Dagentprofiler.content=full");
        assertThat(refused.out())
                .startsWith("no price: agentprofiler.replay does not answer Warehouse.price: it was recorded");
    }
}
