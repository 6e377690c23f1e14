// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.agentprofiler.it.harness.analyzer.LiveAnalyzer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs compared on the page, in the words of {@code diff}, in a Chromium. */
@Tag("once")
class ComparePageIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private static Path directory;

    private static Browser browser;

    @BeforeAll
    static void startBrowser() throws IOException {
        assumeThat(Browser.find()).as("a Chromium to test the page in").isPresent();
        browser = Browser.start(Browser.find().orElseThrow(), directory);
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void lookAsUsual() {
        browser.look("light", 1280, 720);
    }

    @AfterEach
    void shouldHaveRunInPeace() {
        assertThat(browser.complaints()).isEmpty();
    }

    /** Twenty workflows whose tool takes so long and fails in so many. */
    private static Path run(Path parent, String id, int number, double tool, int failures) throws IOException {
        Path run = parent.resolve(id);
        Map<String, ?> failed =
                Map.of("status", "error", "error", Map.of("type", "java.io.IOException", "message", "refused"));
        try (TraceWriter out = new TraceWriter(run, id)) {
            for (int i = 0; i < 20; i++) {
                int span = number * 1000 + 10 * i + 1;
                double at = number * 1_000_000.0 + 1000.0 * i;
                out.trace(number * 1000 + i).start(span, 0, at, "agent", "answer", Map.of());
                out.start(span + 1, span, at, "tool", "execute_tool refund", Map.of("gen_ai.tool.name", "refund"));
                out.end(span + 1, at + tool + i, i < failures ? failed : Map.of());
                out.end(span, at + tool + i + 1, Map.of());
            }
        }
        return run;
    }

    private static void select(String label, String value) {
        browser.value("(() => { const s = [...document.querySelectorAll('label.field')]"
                + ".find(e => e.firstChild.textContent === " + Browser.quoted(label) + ").querySelector('select');"
                + " s.value = " + Browser.quoted(value) + "; s.dispatchEvent(new Event('change')); })()");
        browser.drawn();
    }

    private static void awaitVerdict(String text) {
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(browser.textOf(".verdict")).contains(text));
    }

    @Test
    void shouldSayWhatDiffSays() throws Exception {
        Path before = run(directory, "shop-1", 1, 100, 0);
        Path middle = run(directory, "shop-2", 2, 101, 0);
        Path after = run(directory, "shop-3", 3, 300, 12);
        Path page = Reports.page(before, middle.toString(), after.toString());
        String diff = Reports.analyzer(
                directory.resolve("diff"),
                0,
                List.of("diff", middle.toString(), after.toString(), "--format", "markdown"));
        String headline = diff.lines()
                .filter(line -> line.contains("Agent profile: "))
                .map(line -> line.replaceFirst(".*Agent profile: ", "").replace("&#95;", "_"))
                .findFirst()
                .orElseThrow();

        browser.open(page, "#compare");

        awaitVerdict("fails more often");
        assertThat(browser.textOf(".verdict")).isEqualToIgnoringCase(headline);
        assertThat(browser.text("location.hash")).isEqualTo("#compare");
        assertThat(browser.textOf(".comparison")).contains("worse", "All workflows", "What changed", "+");
        assertThat(browser.value("document.querySelectorAll('.comparison .timeline canvas').length")
                        .asInt())
                .isEqualTo(2);
        // a bar of the later run is as much longer as its workflows are: both have one scale
        assertThat(browser.text(
                        "[...document.querySelectorAll('.comparison .mini canvas')].map(c => c.ariaLabel).join()"))
                .contains("answer: 2 spans");

        select("After", "shop-2");
        awaitVerdict("change");
        assertThat(browser.textOf(".verdict")).isNotEqualToIgnoringCase(headline);
        assertThat(browser.text("location.hash")).isEqualTo("#compare?before=shop-1&after=shop-2");
        browser.open(page, "#compare?before=shop-1&after=shop-3");
        awaitVerdict("fails more often");
        browser.click(".comparison .card .link", "answer");
        assertThat(browser.textOf("[role=tab][aria-selected=true]")).isEqualTo("Workflows");
    }

    @Test
    void shouldSayThatOneRunCannotBeCompared() throws Exception {
        browser.open(Reports.page(run(directory, "shop-9", 9, 100, 0)), "#compare");

        assertThat(browser.textOf(".empty"))
                .isEqualTo("There is nothing to compare: give two runs, as in report BEFORE AFTER --out DIR.");
    }

    @Test
    void shouldCompareRunsThatAreServed() throws Exception {
        Path runs = Files.createDirectory(directory.resolve("served"));
        run(runs, "shop-5", 5, 100, 0);
        run(runs, "shop-6", 6, 300, 12);
        try (LiveAnalyzer analyzer = LiveAnalyzer.start(runs, directory.resolve("serve.log"), List.of("-Xmx256m"))) {
            // without an end the workflows are final after ten seconds at the latest
            browser.open(URI.create(analyzer.page() + "#compare"));
            await().atMost(PATIENCE).untilAsserted(() -> {
                browser.value("Main.go('compare')");
                browser.drawn();
                assertThat(browser.bool("document.querySelector('.comparison .verdict') !== null"))
                        .isTrue();
            });
            select("Before", "shop-5");
            select("After", "shop-6");
            awaitVerdict("fails more often");
            assertThat(analyzer.json("/api/comparison?before=shop-5&after=shop-6")
                            .path("headline")
                            .asString())
                    .contains("fails more often");
            assertThat(analyzer.get("/api/comparison?before=shop-5&after=other").statusCode())
                    .isEqualTo(404);
            assertThat(analyzer.get("/api/comparison").statusCode()).isEqualTo(400);
            assertThat(analyzer.stop()).isNotZero();
        }
    }
}
