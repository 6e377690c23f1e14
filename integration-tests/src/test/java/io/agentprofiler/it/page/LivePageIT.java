// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.plain.Errands;
import io.agentprofiler.it.harness.AgentProcess;
import io.agentprofiler.it.harness.Jdks;
import io.agentprofiler.it.harness.ProcessResult;
import io.agentprofiler.it.harness.RunningProgram;
import io.agentprofiler.it.harness.analyzer.Analyzer;
import io.agentprofiler.it.harness.analyzer.LiveAnalyzer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The page of {@code serve} in a Chromium, while a trace is written. */
@Tag("once")
class LivePageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final double HOUR = 3_600_000;

    @TempDir
    private static Path directory;

    private static Browser browser;

    @BeforeAll
    static void startBrowser() throws IOException {
        Optional<Path> found = Browser.find();
        assumeTrue(
                found.isPresent(),
                "no Chromium on the path (chromium, google-chrome; or -Dagentprofiler.test.chromium=FILE): the live page"
                        + " was not tested in a browser");
        browser = Browser.start(found.get(), directory);
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    private static void awaitText(String selector, String... texts) {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(browser.textOf(selector)).contains(texts));
    }

    @Test
    void shouldShowWorkflowsAsTheyComeAndGrow() throws Exception {
        Path runs = Files.createDirectories(directory.resolve("runs"));
        try (LiveAnalyzer analyzer = LiveAnalyzer.start(runs, directory.resolve("serve.log"), List.of("-Xmx256m"))) {
            browser.open(URI.create(analyzer.page() + "#workflows"));
            awaitText("#main", "No workflow yet");
            try (TraceWriter out = new TraceWriter(runs.resolve("run"))) {
                out.trace(1).start(1, 0, 0, "agent", "plan", Map.of("gen_ai.agent.name", "Planner"));
                out.start(2, 1, 5, "llm", "chat gpt-4o-mini", Map.of("gen_ai.request.model", "gpt-4o-mini"));
                out.flush();
                awaitText("#live", "live", "1 running");
                awaitText(".list [role=status]", "1 of 1 workflow");
                awaitText(".rows .row", "plan", "running");
                awaitText(".detail .info", "2 spans");

                // what is chosen, typed and filtered stays while it grows
                browser.click("document.querySelector('.timeline canvas')", 0.1, 0.5);
                browser.type("#search", "plan");
                out.end(2, 40, Map.of());
                out.span(3, 1, 40, 60, "tool", "execute_tool search", Map.of("gen_ai.tool.name", "search"));
                out.trace(2).span(9, 0, 0, 7, "agent", "answer", Map.of());
                out.flush();
                awaitText(".detail .info", "3 spans");
                awaitText(".list [role=status]", "1 of 2 workflows");
                assertThat(browser.text("document.getElementById('search').value"))
                        .isEqualTo("plan");
                assertThat(browser.text("document.activeElement.id")).isEqualTo("search");
                assertThat(browser.textOf(".panel")).isNotBlank();

                browser.click("#pause", "Pause");
                out.trace(1).end(1, 100, Map.of());
                out.trace(3).span(19, 0, 0, 7, "agent", "plan again", Map.of());
                out.flush();
                awaitText("#live", "paused, there is more", "0 running");
                assertThat(browser.textOf(".list [role=status]")).isEqualTo("1 of 2 workflows");
                browser.click("#pause", "Resume");
                awaitText(".list [role=status]", "2 of 3 workflows");
                awaitText(".detail .info", "100 ms", "3 spans");
            }
            browser.click("[role=tab]", "Overview");
            awaitText("#main", "3 workflows", "Models, tools and agents");
            assertThat(browser.text("location.search")).startsWith("?token=");

            assertThat(analyzer.stop()).isNotZero();
            awaitText("#live", "the server has stopped");
        }
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).allMatch(url -> url.startsWith("http://127.0.0.1:"));
    }

    /** The first turns of an empty conversation appear as they arrive; an open conversation does not change. */
    @Test
    void shouldShowAConversation() throws Exception {
        Path runs = Files.createDirectory(directory.resolve("said"));
        try (LiveAnalyzer analyzer =
                        LiveAnalyzer.start(runs, directory.resolve("serve-said.log"), List.of("-Xmx256m"));
                TraceWriter out = new TraceWriter(runs.resolve("run"))) {
            browser.open(URI.create(analyzer.page() + "#conversations"));
            awaitText("#main", "No workflow yet");
            turn(out, 1, "Where is it?");
            awaitText(".reading", "order-7", "Where is it?");

            turn(out, 2, "And now?");
            // figures of the first turn alone would have the page say that there is more, too
            await().atMost(PATIENCE).until(() -> browser.bool("Live.merged().bounds.workflows_shown === 2"));
            awaitText("#live", "paused in this view");
            assertThat(browser.textOf(".reading")).doesNotContain("And now?");
            browser.click("[role=tab]", "Conversations");
            awaitText(".reading", "Turn 1: chat", "Turn 2: chat", "Where is it?", "And now?");

            assertThat(analyzer.stop()).isNotZero();
            awaitText("#live", "the server has stopped");
        }
        assertThat(browser.complaints()).isEmpty();
    }

    /** A model trained on errands of four hours forecasts one that has just made its first two calls. */
    @Test
    void shouldShowWhatTheAgentForecasts() throws Exception {
        Path model = directory.resolve("model.json");
        Path learned = directory.resolve("learned");
        try (TraceWriter out = new TraceWriter(learned)) {
            for (int i = 0; i < 40; i++) {
                double t = i * 5 * HOUR;
                out.trace(i + 1).start(1, 0, t, "agent", "errand", Map.of("gen_ai.agent.name", "errand"));
                out.span(2, 1, t, t + HOUR, "llm", "ask", Map.of("gen_ai.request.model", "oracle"));
                out.span(3, 1, t + HOUR, t + 2 * HOUR, "tool", "find", Map.of("gen_ai.tool.name", "find"));
                out.span(4, 1, t + 2 * HOUR, t + 3 * HOUR, "llm", "ask", Map.of("gen_ai.request.model", "oracle"));
                out.span(5, 1, t + 3 * HOUR, t + 4 * HOUR, "llm", "ask", Map.of("gen_ai.request.model", "oracle"));
                out.end(1, t + 4 * HOUR, Map.of());
            }
        }
        ProcessResult training = Analyzer.run(Jdks.current(), directory, "forecast", "--save", model, learned);
        assertThat(training.exitCode()).as(training.toString()).isZero();

        Path runs = Files.createDirectory(directory.resolve("forecast"));
        Path go = directory.resolve("go");
        try (LiveAnalyzer analyzer =
                        LiveAnalyzer.start(runs, directory.resolve("serve-forecast.log"), List.of("-Xmx256m"));
                RunningProgram program = AgentProcess.of(Errands.class, directory)
                        .setting(
                                "rules",
                                Path.of("src/test/resources/errands/rules.json")
                                        .toAbsolutePath()
                                        .toString())
                        .setting("dir", runs.toString())
                        .setting("forecast", model.toString())
                        .args("1", "errand", "1", go.toString())
                        .start()) {
            browser.open(URI.create(analyzer.page() + "#workflows"));
            awaitText(
                    "#forecasts",
                    "errand about 120 min and 2 calls to go (90 %: 120-120 min), told by the agent after call 2 (tool find),"
                            + " model.json of 32 workflows until 20");
            JsonNode source = analyzer.json("/api/forecasts")
                    .path("forecasts")
                    .path(0)
                    .path("forecast")
                    .path("source");
            assertThat(source.path("by").asString()).isEqualTo("agent");
            assertThat(source.path("ended_calls").asInt()).isEqualTo(2);

            Files.createFile(go);
            program.await(PATIENCE);
            awaitText("#live", "0 running");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(browser.text("document.getElementById('forecasts').hidden"))
                            .isEqualTo("true"));
            assertThat(analyzer.stop()).isNotZero();
        }
        assertThat(browser.complaints()).isEmpty();
    }

    private static void turn(TraceWriter out, int number, String text) throws IOException {
        out.trace(number)
                .span(
                        number,
                        0,
                        number * 10,
                        number * 10 + 5,
                        "llm",
                        "chat",
                        Map.of(
                                "gen_ai.conversation.id",
                                "order-7",
                                "gen_ai.input.messages",
                                List.of(Map.of(
                                        "role", "user", "parts", List.of(Map.of("type", "text", "content", text))))));
        out.flush();
    }
}
