// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.analyzer.answer.finding.FindingDocument;
import io.agentprofiler.analyzer.answer.finding.FindingRules;
import io.agentprofiler.analyzer.answer.finding.Findings;
import io.agentprofiler.analyzer.answer.finding.Thresholds;
import io.agentprofiler.analyzer.answer.report.Report;
import io.agentprofiler.analyzer.answer.report.section.SummaryDocument;
import io.agentprofiler.analyzer.answer.report.section.TokenSection;
import io.agentprofiler.analyzer.answer.tokens.price.PriceList;
import io.agentprofiler.analyzer.answer.tokens.spending.Spending;
import io.agentprofiler.analyzer.command.input.InputOptions;
import io.agentprofiler.analyzer.live.http.Subscriptions;
import io.agentprofiler.analyzer.live.state.Forecaster;
import io.agentprofiler.analyzer.live.state.LiveScores;
import io.agentprofiler.analyzer.live.state.Question;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.event.JvmEvents;
import io.agentprofiler.analyzer.read.event.JvmPauses;
import io.agentprofiler.analyzer.testing.SampleRun;
import io.agentprofiler.analyzer.testing.TestRun;
import io.agentprofiler.analyzer.trace.pipeline.outcome.Outcome;
import io.agentprofiler.analyzer.view.Document;
import io.agentprofiler.analyzer.view.json.JsonView;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files on one side, requests on the other. */
class LiveTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final PriceList PRICES = PriceList.bundled();
    private static final Spending.SpendingQuestion COSTS = new Spending.SpendingQuestion(PRICES, false);
    private static final Findings.FindingsQuestion FINDINGS =
            new Findings.FindingsQuestion(FindingRules.ALL, Thresholds.STANDARD, PRICES, JvmEvents.of(new JvmPauses()));

    @TempDir
    private Path root;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    private final CountDownLatch stop = new CountDownLatch(1);
    private Live live;
    private Thread reader;
    private String base;
    private Path scores;

    @BeforeEach
    void start() throws Exception {
        scores = Files.writeString(
                root.resolve("scores.csv"), "trace_id,faithfulness\n" + TestRun.traceId(77) + ",0.25\n");
        live = new Live(
                List.of(root),
                new Question(COSTS, FINDINGS, new LiveScores(List.of(scores))),
                Forecaster.ForecasterFactory.find().learned(PRICES),
                1000,
                0,
                TOKEN,
                0,
                new PrintStream(complaints, true, StandardCharsets.UTF_8));
        base = live.address().replaceFirst("/\\?.*", "");
        reader = new Thread(() -> live.run(stop));
        reader.start();
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        stop.countDown();
        reader.join();
        live.close();
        assertThat(complaints.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    private HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String body(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path, "Authorization", "Bearer " + TOKEN);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private void awaitBody(String path, String text) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(body(path)).contains(text));
    }

    private static String json(Document document) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JsonView.write(document, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** They used to keep their places until the next sign of life was written to them, ten seconds later. */
    @Test
    void shouldGivePlacesOfClosedPagesToOthers() throws Exception {
        List<Socket> pages = new ArrayList<>();
        for (int i = 0; i < Subscriptions.MOST; i++) {
            pages.add(page("200"));
        }
        page("503").close();
        for (Socket page : pages) {
            page.close();
        }
        await().atMost(Duration.ofSeconds(9)).untilAsserted(() -> page("200").close());
    }

    /** Opens a page, and expects an answer with a status. */
    private Socket page(String status) throws IOException {
        URI address = URI.create(base);
        Socket socket = new Socket(address.getHost(), address.getPort());
        String request = "GET /events HTTP/1.1\r\nHost: " + address.getAuthority() + "\r\nAuthorization: Bearer "
                + TOKEN + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
        assertThat(answer).isEqualTo("HTTP/1.1 " + status);
        return socket;
    }

    @Test
    void shouldAnswerWithTheFiguresOfTheReport() throws Exception {
        Path run = root.resolve("run");
        SampleRun.get().write(run.resolve("segment-000001.jsonl"));
        Outcome outcome = InputOptions.read(
                InputOptions.find(List.of(run)),
                Report.analyses(COSTS, FINDINGS),
                List.of(),
                new ReadOptions(true, bytes -> {}));

        String summary = json(SummaryDocument.of(outcome, COSTS));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(body("/api/summary")).isEqualTo(summary));
        assertThat(body("/api/tokens")).isEqualTo(json(TokenSection.document(outcome, COSTS)));
        assertThat(body("/api/findings")).isEqualTo(json(FindingDocument.of(outcome, FINDINGS)));
    }

    /** An evaluator writes its file again while the page is open. */
    @Test
    void shouldShowScoresAndThoseThatReplaceThem() throws Exception {
        TestRun.run("shop-45")
                .trace(77)
                .start(1, 0, 0, "agent", "plan")
                .start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"m\"")
                .end(2, 5)
                .end(1, 7)
                .footer()
                .write(root.resolve("run/segment-000001.jsonl"));
        awaitFigures("\"scores\":{\"workflows\":{\"" + TestRun.traceId(77) + "\":{\"faithfulness\":[0.25]}}");

        Path next = Files.writeString(
                scores.resolveSibling("next.csv"),
                "trace_id,faithfulness,recall\n" + TestRun.traceId(77) + ",0.75,1\n");
        Files.move(next, scores, StandardCopyOption.REPLACE_EXISTING);
        awaitFigures("{\"faithfulness\":[0.75],\"recall\":[1.0]}");

        Files.writeString(scores, "trace_id,faithfulness,recall\n" + TestRun.traceId(77) + ",good,1\n");
        awaitFigures(
                "The scores read before are shown: " + scores + ":2: a score takes a number, true or false, not good");
        assertThat(figures()).contains("{\"faithfulness\":[0.75],\"recall\":[1.0]}");

        Files.delete(scores);
        awaitFigures("The scores read before are shown: " + scores + ": cannot be read: ");
    }

    private void awaitFigures(String text) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(figures()).contains(text));
    }

    /** Returns the figures that a page gets when it is opened. */
    private String figures() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/events?token=" + TOKEN))
                .build();
        try (InputStream events = client.send(request, HttpResponse.BodyHandlers.ofInputStream())
                        .body();
                BufferedReader lines = new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("event: figures")) {
                    return lines.readLine();
                }
            }
        }
        throw new AssertionError("no figures");
    }

    @Test
    void shouldForecastWhatIsStillToCome() throws Exception {
        TestRun run = TestRun.run("shop-43");
        // each has an hour to go after its call: whatever this takes, the last one will not have had as much
        double now = System.currentTimeMillis() - TestRun.EPOCH / 1e6;
        for (int i = 1; i <= 20; i++) {
            double t = now - (100 - i) * 4e6;
            run.trace(i)
                    .start(10 * i, 0, t, "agent", "plan")
                    .span(10 * i + 1, 10 * i, t, t + 100, "tool", "search")
                    .end(10 * i, t + 3.6e6);
        }
        run.trace(30).start(300, 0, now - 100, "agent", "plan").span(301, 300, now - 100, now, "tool", "search");
        run.write(root.resolve("run/segment-000001.jsonl.open"));

        awaitBody("/api/forecasts", "and 0 calls to go");
        assertThat(body("/api/forecasts")).contains("\"learned_from\":20", "\"remaining_seconds\"", "\"workflows\":20");
        awaitBody("/api/workflows?state=running", "\"forecast\"");
        assertThat(body("/api/workflows?state=over")).doesNotContain("\"forecast\"");
    }

    /** The agent's own forecast comes before what twenty workflows that are over would tell. */
    @Test
    void shouldTellWhatTheAgentForecasts() throws Exception {
        double now = System.currentTimeMillis() - TestRun.EPOCH / 1e6;
        TestRun run = TestRun.run("shop-44");
        for (int i = 1; i <= 20; i++) {
            double t = now - (100 - i) * 4e6;
            run.trace(i)
                    .start(10 * i, 0, t, "agent", "plan")
                    .span(10 * i + 1, 10 * i, t, t + 100, "tool", "search")
                    .span(10 * i + 2, 10 * i, t + 100, t + 200, "tool", "search")
                    .end(10 * i, t + 3.6e6);
        }
        run.trace(30).start(300, 0, now - 100, "agent", "plan");
        run.span(301, 300, now - 100, now, "tool", "search");
        run.line("{\"event\":\"FORECAST\",\"trace\":\"" + TestRun.traceId(30) + "\",\"span\":\"" + TestRun.spanId(301)
                + "\",\"t\":" + TestRun.at(now)
                + ",\"workflow\":\"plan\",\"ended_calls\":1,\"last_call\":\"tool search\",\"interval_level\":0.9,"
                + "\"remaining_seconds\":{\"value\":36000,\"low\":18000,\"high\":54000,\"workflows\":41},"
                + "\"remaining_calls\":{\"value\":7,\"workflows\":41}}");
        run.write(root.resolve("run/segment-000001.jsonl.open"));

        awaitBody("/api/forecasts", "and 7 calls to go (90 %: 300-900 min)");
        assertThat(body("/api/forecasts"))
                .contains(
                        "\"by\":\"agent\"",
                        "told by the agent after call 1 (tool search)",
                        "\"stage_epoch_ns\":" + TestRun.at(now),
                        "\"workflows\":41")
                .doesNotContain("next_tool");

        Files.writeString(
                root.resolve("run/segment-000001.jsonl.open"),
                TestRun.bare()
                        .trace(30)
                        .span(302, 300, now, now + 10, "tool", "search")
                        .text(),
                APPEND);
        awaitBody("/api/forecasts", "\"by\":\"learned\"");
    }

    @Test
    void shouldShowAWorkflowThatGoesOnAndThenItsEnd() throws Exception {
        Path segment = root.resolve("run/segment-000001.jsonl.open");
        TestRun.run("shop-42")
                .start(1, 0, 0, "agent", "plan", "\"gen_ai.agent.name\":\"Planner\"")
                .start(
                        2,
                        1,
                        1,
                        "llm",
                        "chat",
                        "\"gen_ai.request.model\":\"gpt-4o-mini\",\"gen_ai.provider.name\":\"openai\"")
                .write(segment);
        awaitBody("/api/workflows?state=running", "\"name\":\"plan\"");
        assertThat(body("/api/workflows/" + TestRun.traceId(1)))
                .contains("\"state\":\"running\"", "\"status\":\"unfinished\"", "\"spans\":2");
        assertThat(body("/metrics"))
                .contains(
                        "agentprofiler_in_flight{gen_ai_agent_name=\"Planner\",gen_ai_operation_name=\"chat\","
                                + "gen_ai_provider_name=\"openai\",gen_ai_request_model=\"gpt-4o-mini\",gen_ai_tool_name=\"\"} 1.0");

        Files.writeString(
                segment,
                TestRun.bare()
                        .end(2, 5, "\"gen_ai.usage.input_tokens\":1000,\"gen_ai.usage.output_tokens\":10")
                        .end(1, 7)
                        .footer()
                        .text(),
                APPEND);
        awaitBody("/api/workflows?state=over", "\"duration_ns\":7000000");
        assertThat(body("/api/workflows?state=running")).isEqualTo("{\"workflows\":[]}");
        assertThat(body("/api/spans/" + TestRun.spanId(2)))
                .contains(
                        "\"parent\":\"" + TestRun.spanId(1) + "\"",
                        "\"duration_ns\":4000000",
                        "\"usage\":{\"input\":1000,\"output\":10}",
                        "\"workflow\":\"" + TestRun.traceId(1) + "\"");
        assertThat(body("/api/runs")).contains("\"id\":\"shop-42\"", "\"state\":\"closed\"", "\"span_starts\":2");
        awaitBody("/metrics", "agentprofiler_spans_total 2.0");
        assertThat(body("/metrics"))
                .contains(
                        "gen_ai_client_operation_duration_seconds_count{error_type=\"\",gen_ai_agent_name=\"Planner\","
                                + "gen_ai_operation_name=\"chat\",")
                .contains("agentprofiler_cost_usd_total{gen_ai_agent_name=\"Planner\"")
                .doesNotContain("trace_id");
        HttpResponse<String> open = get(
                "/metrics",
                "Authorization",
                "Bearer " + TOKEN,
                "Accept",
                "application/openmetrics-text; version=1.0.0");
        assertThat(open.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/openmetrics-text");
        assertThat(open.body())
                .contains("# {span_id=\"" + TestRun.spanId(2) + "\",trace_id=\"" + TestRun.traceId(1) + "\"}")
                .endsWith("# EOF\n");
    }

    @Test
    void shouldSendPagesWhatIsNew() throws Exception {
        Path segment = root.resolve("run/segment-000001.jsonl.open");
        HttpResponse<InputStream> events = client.send(
                HttpRequest.newBuilder(URI.create(base + "/events?token=" + TOKEN))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(events.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/event-stream");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
            assertThat(until(lines, "event: hello")).isNotNull();
            TestRun.run("shop-42").start(1, 0, 0, "agent", "plan").write(segment);
            until(lines, "event: workflows");
            assertThat(lines.readLine()).contains("\"key\":1,\"running\":true", "\"strings\":[", "\"plan\"");
            Files.writeString(segment, TestRun.bare().end(1, 7).footer().text(), APPEND);
            until(lines, "event: workflows");
            assertThat(lines.readLine()).contains("\"key\":1,\"running\":false", "\"len\":7000000");
            until(lines, "event: figures");
            assertThat(lines.readLine()).contains("\"summary\":", "\"findings\":", "\"tables\":");
            stop.countDown();
            reader.join();
            live.close();
            assertThat(until(lines, "event: bye")).isNotNull();
            until(lines, null);
        }
    }

    private static String until(BufferedReader lines, String wanted) throws IOException {
        String line = lines.readLine();
        while (line != null && !line.equals(wanted)) {
            line = lines.readLine();
        }
        assertThat(line).isEqualTo(wanted);
        return line;
    }

    @Test
    void shouldAnswerAsThunderAgentDoes() throws Exception {
        Path segment = root.resolve("run/segment-000001.jsonl.open");
        TestRun.run("shop-42")
                .line("{\"event\":\"BACKEND\",\"t\":" + TestRun.at(0) + ",\"endpoint\":\"http://gpu\",\"up\":true,"
                        + "\"server\":\"vllm\",\"model\":\"gpt\",\"engines\":1,\"waiting\":2,\"kv_cache_usage\":0.5,"
                        + "\"kv_cache_capacity_tokens\":1600,\"kv_cache_block_tokens\":16}")
                .start(1, 0, 0, "agent", "plan", "\"gen_ai.conversation.id\":\"c1\"")
                .start(2, 1, 0, "llm", "chat", "\"gen_ai.request.model\":\"gpt\"")
                .end(
                        2,
                        1000,
                        "ok",
                        ",\"chunks\":{\"count\":3,\"first_t\":" + TestRun.at(250) + ",\"last_t\":" + TestRun.at(1000)
                                + "},\"attributes\":{\"gen_ai.usage.input_tokens\":100,"
                                + "\"gen_ai.usage.output_tokens\":20,\"gen_ai.usage.cache_read.input_tokens\":75}")
                .start(3, 1, 1500, "llm", "chat", "\"gen_ai.request.model\":\"gpt\"")
                .write(segment);
        String profile = "{\"step_count\":1,\"avg_prefill_s\":0.25,\"avg_decode_s\":0.75,\"avg_pause_s\":null,"
                + "\"avg_tool_call_s\":null,\"avg_kv_hit_rate\":0.75}";

        awaitBody("/programs", "reasoning");
        assertThat(body("/programs"))
                .isEqualToIgnoringWhitespace("{\"c1\":{\"backend\":\"http://gpu\",\"context_len\":null,"
                        + "\"total_tokens\":120,\"step_count\":1,\"status\":\"reasoning\",\"state\":\"active\","
                        + "\"profile\":" + profile + "}}");
        assertThat(body("/profiles")).isEqualToIgnoringWhitespace("{\"c1\":" + profile + "}");
        assertThat(body("/profiles/c1")).isEqualToIgnoringWhitespace(profile);
        assertThat(get("/profiles/c2", "Authorization", "Bearer " + TOKEN).statusCode())
                .isEqualTo(404);
        assertThat(get("/profiles").statusCode()).isEqualTo(401);

        HttpResponse<String> metrics =
                get("/metrics", "Authorization", "Bearer " + TOKEN, "Accept", "application/json");
        assertThat(metrics.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(metrics.body())
                .contains(
                        "\"http://gpu\":{\"url\":\"http://gpu\",\"healthy\":true",
                        "\"reasoning_program_count\":1",
                        "\"cache_config\":{\"block_size\":16,\"num_gpu_blocks\":100,\"total_tokens_capacity\":1600}",
                        "\"num_requests_running\":null,\"num_requests_waiting\":2,\"kv_cache_usage_perc\":0.5,"
                                + "\"num_used_tokens\":800");
        assertThat(body("/metrics")).contains("agentprofiler_spans_total");

        Files.writeString(
                segment, TestRun.bare().end(3, 1900).end(1, 2000).footer().text(), APPEND);
        awaitBody("/programs", "terminated");
        assertThat(body("/profiles/c1")).contains("\"step_count\":2", "\"avg_tool_call_s\":0.5");
    }

    /** An agent between two requests still asks its model servers how they are. */
    @Test
    void shouldTellHowModelServersAreWhileTheAgentIsIdle() throws Exception {
        Path segment = root.resolve("run/segment-000001.jsonl.open");
        TestRun.run("shop-42")
                .line(waiting(0, 2))
                .span(1, 0, 0, 10, "llm", "chat")
                .write(segment);
        awaitMetrics("\"num_requests_waiting\":2");

        Files.writeString(segment, TestRun.bare().line(waiting(5000, 7)).text(), APPEND);
        awaitMetrics("\"num_requests_waiting\":7");
    }

    private static String waiting(double at, int requests) {
        return "{\"event\":\"BACKEND\",\"t\":" + TestRun.at(at) + ",\"endpoint\":\"http://gpu\",\"up\":true,"
                + "\"server\":\"vllm\",\"model\":\"gpt\",\"engines\":1,\"waiting\":" + requests + "}";
    }

    private void awaitMetrics(String text) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                get("/metrics", "Authorization", "Bearer " + TOKEN, "Accept", "application/json")
                                        .body())
                        .contains(text));
    }

    @Test
    void shouldServeThePage() throws Exception {
        HttpResponse<String> page = get("/?token=" + TOKEN);

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type").orElseThrow()).isEqualTo("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("frame-ancestors 'none'");
        assertThat(page.body()).contains("\"live\":true", "connect-src 'self'").doesNotContain(TOKEN);
    }

    @Test
    void shouldRefuseWhoMayNotAsk() throws Exception {
        for (String path : List.of("/", "/api/runs", "/api/openapi.json", "/metrics", "/events", "/nothing")) {
            HttpResponse<String> refused = get(path);
            assertThat(refused.statusCode()).as(path).isEqualTo(401);
            assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        }
        assertThat(get("/api/runs?token=" + TOKEN, "Origin", "http://evil.example")
                        .statusCode())
                .isEqualTo(403);
        HttpRequest post = HttpRequest.newBuilder(URI.create(base + "/api/runs?token=" + TOKEN))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        HttpResponse<String> refused = client.send(post, HttpResponse.BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.headers().firstValue("Connection"))
                .as("its body is not read: who sent another request behind it would find the connection closed")
                .contains("close");
    }

    @Test
    void shouldSayWhatIsWrongWithARequest() throws Exception {
        String[] expected = {
            "/api/nothing",
            "404",
            "/api/workflows/12",
            "400",
            "/api/workflows/" + TestRun.traceId(9),
            "404",
            "/api/spans/xyz",
            "400",
            "/api/spans/" + TestRun.spanId(9),
            "404",
            "/api/workflows?limit=0",
            "400",
            "/api/workflows?limit=5000",
            "400",
            "/api/workflows?state=dead",
            "400",
            "/api/workflows?before=x",
            "400",
            "/api/workflows?nmae=plan",
            "400",
            "/nothing",
            "404"
        };
        for (int i = 0; i < expected.length; i += 2) {
            HttpResponse<String> answer = get(expected[i], "Authorization", "Bearer " + TOKEN);
            assertThat(answer.statusCode()).as(expected[i]).isEqualTo(Integer.parseInt(expected[i + 1]));
            assertThat(answer.body()).contains("\"error\":");
        }
    }

    @Test
    void shouldListWorkflowsInPages() throws Exception {
        TestRun run = TestRun.run("shop-42");
        for (int i = 1; i <= 5; i++) {
            run.trace(i).span(i, 0, i, i + 1, "agent", i % 2 == 0 ? "even" : "odd");
        }
        run.footer().write(root.resolve("run/segment-000001.jsonl"));
        awaitBody("/api/runs", "\"workflows_met\":5");

        assertThat(body("/api/workflows?limit=2")).contains("\"number\":5", "\"number\":4", "\"next_before\":4");
        assertThat(body("/api/workflows?limit=2&before=4"))
                .contains("\"number\":3", "\"number\":2", "\"next_before\":2");
        assertThat(body("/api/workflows?limit=2&before=2"))
                .contains("\"number\":1")
                .doesNotContain("next_before");
        assertThat(body("/api/workflows?limit=5")).doesNotContain("next_before");
        assertThat(body("/api/workflows?name=even"))
                .contains("\"number\":2", "\"number\":4")
                .doesNotContain("odd");
    }
}
